/**
 * Which points a crop over the cap keeps, and the raw random numbers that settle it.
 *
 * <p>In: a seed, a recording's name, a row, a number of points and a cap. Out: ascending indices. The numbers are those
 * of NumPy's {@code PCG64(SeedSequence(...)).random_raw}, a stream that NumPy guarantees never to change, so anybody
 * can recompute them. Refused: negative counts, caps under 1, and a cap above the one that a crop was cut to.
 */
@NullMarked
package io.cropmill.subsample;

import org.jspecify.annotations.NullMarked;
