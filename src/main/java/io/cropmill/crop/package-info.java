/**
 * What a crop is: its schema, and readers that turn sources into batches of crops.
 *
 * <p>In: a recording in a {@link io.cropmill.storage.Storage}. Out: {@link io.cropmill.crop.CropBatch}es of Arrow vectors,
 * bounded by bytes, whose point fields are trimmed to the crop's point count and whose bytes are little-endian and packed.
 * Refused: records whose point fields are not plain to see ({@link io.cropmill.crop.UnclearFieldsException}), counts
 * outside the capacity, files that change while they are read.
 */
@NullMarked
package io.cropmill.crop;

import org.jspecify.annotations.NullMarked;
