package io.cropmill.crop;

import io.cropmill.parquet.GrowingBytes;

/** A crop field whose value is the folder's. */
final class PartitionCrops implements CropSource {
    private final byte[] value;

    PartitionCrops(byte[] value) {
        this.value = value;
    }

    @Override
    public void read(int rows, GrowingBytes target) {
        for (int i = 0; i < rows; i++) {
            target.room(value.length).put(value);
        }
    }

    @Override
    public void skip(long rows) {
        // All rows of a file have the same value.
    }

    @Override
    public void close() {
        // There is nothing to free.
    }
}
