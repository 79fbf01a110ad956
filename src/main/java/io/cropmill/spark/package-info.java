/**
 * Where the work runs: the jobs as Spark applications. The only room that knows Spark.
 *
 * <p>In: requests from the command line. Out: published versions, and outcomes to tell and to exit with.
 */
@NullMarked
package io.cropmill.spark;

import org.jspecify.annotations.NullMarked;
