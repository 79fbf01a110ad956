package io.cropmill.dataset;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.WrittenFile;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a certificate says of a recording, as it was read back.
 *
 * @param version that marked the recording as retired
 * @param lostSlots slots of the source's padding with values of their own, which are lost with it
 * @param source that it was proven against
 * @param metadata file of the pair
 * @param points file of the pair
 */
public record CertifiedPair(
        String recording,
        String version,
        long crops,
        long pointCount,
        long lostSlots,
        FileDigest source,
        FileDigest metadata,
        FileDigest points)
        implements Serializable {
    /** Where its certificate lies in the dataset. */
    public String certificate() {
        return Certificate.path(recording);
    }

    /** What a manifest says otherwise of the pair, in words; nothing if it agrees. The bytes are not read. */
    Optional<String> difference(RecordingEntry entry) {
        record Figure(String what, long certified, long found) {}
        return Stream.of(
                        new Figure("crops", crops, entry.crops()),
                        new Figure("points", pointCount, entry.points()),
                        new Figure(
                                "bytes of metadata",
                                metadata.bytes(),
                                entry.files().metadata().bytes()),
                        new Figure(
                                "bytes of points",
                                points.bytes(),
                                entry.files().points().bytes()))
                .filter(figure -> figure.certified() != figure.found())
                .map(figure -> "[" + certificate() + "] Expected " + figure.certified() + " " + figure.what() + " of "
                        + recording + ", but found " + figure.found())
                .findFirst();
    }

    /** The certified digests of a pair's two files, by what the files are called in some version. */
    public FileDigest digestOf(WrittenFile file) {
        return file.path().endsWith(DatasetLayout.POINTS_SUFFIX) ? points : metadata;
    }

    /** The two files of an entry, in the order of the certificate. */
    public static List<WrittenFile> files(RecordingEntry entry) {
        return List.of(entry.files().metadata(), entry.files().points());
    }
}
