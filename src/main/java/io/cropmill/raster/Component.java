package io.cropmill.raster;

import java.io.Serializable;

/**
 * One number of a point: {@code height}, or {@code xy.0} for the first of several.
 *
 * @param field name of the point field; may itself hold dots only where no index follows
 * @param index into the field's values of one point, flattened in C order
 */
public record Component(String field, int index) implements Serializable {}
