/**
 * Where the work runs: stages and their tasks, meters, locations that executors open, and the check that they see them.
 *
 * <p>In: recordings and splits from a job. Out: results of the tasks, in the order of what went in. Refused: a Spark
 * of another release, and executors that do not see the same folders.
 */
@NullMarked
package io.cropmill.spark;

import org.jspecify.annotations.NullMarked;
