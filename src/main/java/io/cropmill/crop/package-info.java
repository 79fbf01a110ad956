/**
 * What a crop is: its schema, its batches, and what all sources of crops share.
 *
 * <p>In: a {@link io.cropmill.crop.RecordingOrigin}, which knows how its kind of source is opened; each kind has a room of its
 * own below this one. Out: {@link io.cropmill.crop.CropBatch}es of Arrow vectors, bounded by bytes, whose point fields are
 * trimmed to the crop's point count and whose bytes are little-endian and packed. Refused: records whose point fields are
 * unclear ({@link io.cropmill.crop.UnclearFieldsException}), counts outside the capacity, files that change while they are
 * read.
 */
@NullMarked
package io.cropmill.crop;

import org.jspecify.annotations.NullMarked;
