/**
 * What a rebuild has to do: which recordings are new, changed, unchanged, retired or gone, compared with the live version
 * and with what a run that died has left.
 *
 * <p>In: a listing and manifests. Out: one {@link io.cropmill.rebuild.plan.Decision} a recording. Refused: plans by which
 * too much would vanish, or by which what is retired would be lost.
 */
@NullMarked
package io.cropmill.rebuild.plan;

import org.jspecify.annotations.NullMarked;
