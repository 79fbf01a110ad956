package io.cropmill.plain;

import java.util.List;

/**
 * One crop of the source, decoded: all numbers little-endian and packed.
 *
 * @param count number of real points
 * @param sourceCount points that it had before it was cut to a cap earlier: {@code count}, unless it comes of a pair
 * @param points values of each point field, at least {@code count}, one after the other; behind them the padding
 *     slots of a padded row as they are, up to the capacity
 * @param crop value of each crop field
 */
public record PlainCrop(int count, int sourceCount, List<byte[]> points, List<byte[]> crop) {}
