package io.cropmill.validate;

import io.cropmill.rebuild.Split;
import io.cropmill.storage.WrittenFile;
import io.cropmill.validate.ValidationReport.Finding;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What a split turned out to be.
 *
 * @param figures of its rows
 * @param fileBytes lengths of the recording's files by path; told by the recording's first split alone
 * @param runs the bytes of each file that belong to the split, with their checksum, by path of the file; a file that was
 *     not read in one go is not there
 * @param findings some of them
 * @param best crops worth a look
 */
public record SplitChecked(
        Split split,
        Figures figures,
        Map<String, Long> fileBytes,
        Map<String, WrittenFile> runs,
        List<Finding> findings,
        Candidate.Best best)
        implements Serializable {
    /**
     * Sums over a split's rows.
     *
     * @param crops rows
     * @param compared rows of the sample
     * @param sourcePoints in the source
     * @param points that the pair keeps
     * @param overCap crops that lost points
     * @param paddedSlots that the source reserves
     * @param counts of points in the source
     * @param failures listed or not
     * @param warnings listed or not
     */
    record Figures(
            long crops,
            long compared,
            long sourcePoints,
            long points,
            long overCap,
            long paddedSlots,
            PointCounts counts,
            long failures,
            long warnings)
            implements Serializable {
        Figures plus(Figures other) {
            PointCounts sum = new PointCounts();
            sum.addAll(counts);
            sum.addAll(other.counts);
            return new Figures(
                    Math.addExact(crops, other.crops),
                    Math.addExact(compared, other.compared),
                    Math.addExact(sourcePoints, other.sourcePoints),
                    Math.addExact(points, other.points),
                    Math.addExact(overCap, other.overCap),
                    Math.addExact(paddedSlots, other.paddedSlots),
                    sum,
                    Math.addExact(failures, other.failures),
                    Math.addExact(warnings, other.warnings));
        }
    }
}
