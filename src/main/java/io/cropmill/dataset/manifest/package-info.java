/**
 * What a version of a dataset is, as its {@code manifest.json} says, and the names of files in a dataset.
 *
 * <p>In come recordings that were written, and bytes of a manifest; out go {@link io.cropmill.dataset.manifest.Manifest}, which
 * cannot be wrong, and the same bytes for the same version. Refused are manifests that are not whole, of another format, or
 * whose files lie elsewhere.
 */
@NullMarked
package io.cropmill.dataset.manifest;

import org.jspecify.annotations.NullMarked;
