/**
 * Old against new: whether what was written gives the network the input that the source gave it.
 *
 * <p>In: a padded source and the pair and caches written from it, read back. Out: a {@link
 * io.cropmill.validate.ValidationReport}, which a person and a program can read. Nothing here shares code with the fast
 * rasteriser.
 */
@NullMarked
package io.cropmill.validate;

import org.jspecify.annotations.NullMarked;
