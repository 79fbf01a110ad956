/**
 * A dataset on disk: immutable versions, the manifest that is the truth about each, and how one becomes current.
 *
 * <p>Comes in: files that were written to a claimed version's folder, and what was learnt about each recording. Goes
 * out: a published version, and what published versions hold. Refuses: names that the target cannot hold or that
 * collide, folders that overlap, manifests that are not whole, and publishing on top of a version that is not the one
 * built upon. Published files are never rewritten; folders are never renamed.
 */
@NullMarked
package io.cropmill.dataset;

import org.jspecify.annotations.NullMarked;
