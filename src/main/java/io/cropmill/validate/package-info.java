/**
 * Old against new: whether what was written gives the network the input that the source gave it.
 *
 * <p>In: a source and the pair and caches written from it, read back, or a folder with grids of the user's own.
 * Out: a {@link io.cropmill.validate.ValidationReport}, which a person and a program can read. The old side is made by
 * {@link io.cropmill.plain}, which computes it without the code that wrote the files; here they are compared. Refused:
 * only file systems that fail; faults of the files are what the report is about.
 */
@NullMarked
package io.cropmill.validate;

import org.jspecify.annotations.NullMarked;
