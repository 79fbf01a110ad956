package io.cropmill.cluster;

import io.cropmill.dataset.Dataset;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The live version of a dataset, as its files are now and not as the manifest says.
 *
 * @param version its name
 * @param files length and CRC-32C by recording and suffix, which do not depend on where the dataset is
 */
record Published(String version, Map<String, String> files) {
    static Published of(Storage storage) throws IOException {
        Dataset dataset = new Dataset(storage);
        String version = dataset.current().orElse("none");
        Map<String, String> files = new TreeMap<>();
        if (!version.equals("none")) {
            Manifest manifest = dataset.manifest(version);
            for (RecordingEntry recording : manifest.recordings()) {
                for (WrittenFile claimed : recording.files().all().toList()) {
                    WrittenFile found = Checksums.read(storage, claimed.path());
                    String file = claimed.path().substring(claimed.path().indexOf('/') + 1);
                    files.put(file, found.bytes() + " bytes, " + found.crc32c());
                    if (!found.equals(claimed)) {
                        throw new IOException("[" + claimed.path() + "] Expected " + claimed + ", but found " + found);
                    }
                }
            }
        }
        return new Published(version, files);
    }
}
