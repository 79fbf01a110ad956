package io.cropmill.inspect;

import io.cropmill.rebuild.build.Split;
import java.io.Serializable;

/**
 * A run of rows to look at.
 *
 * @param runs number of runs of rows whose points are read, as {@link InspectionSample} has them
 */
public record SampledSplit(Split split, int runs) implements Serializable {}
