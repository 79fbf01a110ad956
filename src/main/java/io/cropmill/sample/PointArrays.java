package io.cropmill.sample;

/** Where a crop's points go; the caller's arrays. */
@SuppressWarnings("ArrayRecordComponent") // carries arrays to fill; never compared
record PointArrays(float[] x, float[] y, float[] height, float[] intensity) {}
