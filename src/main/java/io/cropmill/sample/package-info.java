/**
 * Synthetic recordings that look like a solid-state LiDAR's: padded structured {@code .npy} files of cars, pedestrians
 * and cyclists, for trying the jobs without data of one's own.
 *
 * <p>In: a {@link SampleSpec} and a {@link io.cropmill.storage.Storage}. Out: one file per recording. A crop depends on
 * nothing but the seed, its recording's name and its row, so recordings can be written anywhere and in any order. What a
 * specification cannot mean (no crops, a capacity out of range) is refused when it is made; a file that is already there
 * with other content is never replaced.
 */
@NullMarked
package io.cropmill.sample;

import org.jspecify.annotations.NullMarked;
