package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.cropmill.dataset.StoredRecording.DamagedFile;
import io.cropmill.storage.MemoryFolder;
import io.cropmill.storage.PathFailures;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.UnreadableStorage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRecordingTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private Storage storage;

    @BeforeEach
    void publish() throws IOException {
        storage = Storages.of(folder.toString(), new Configuration(false));
        Nights.rebuild(storage, Nights.contents("a=1"));
    }

    private StoredRecording recording(String version) throws IOException {
        return StoredRecording.pair(
                new Dataset(storage).manifest(version).recordings().get(0), Certificates.of(storage));
    }

    /** A replacement that has the content of another file, which no hard link shares. */
    private void replace(String path, String content) throws IOException {
        Files.delete(folder.resolve(path));
        Files.writeString(folder.resolve(path), content);
    }

    /** The certificate is that of a pair which a later night made of a mended source. */
    @Test
    void anOlderPairIsNotComparedWithTheCertificateOfALaterOne() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=2"));
        Nights.retire(storage, "a");
        assertThat(recording("v000003").certified()).isNotNull();
        assertThat(recording("v000001").certified()).isNull();
        assertThat(recording("v000001").damagedFiles(storage)).isEmpty();
        replace("v000001/a.npy", "3");
        assertThat(recording("v000001").damagedFiles(storage))
                .extracting(DamagedFile::sentence)
                .containsExactly("[v000001/a.npy] Expected crc32c 90f599e3, as it was written, but found 71cee914");
    }

    @Test
    void aFileThatCannotBeReadIsADamagedOne() throws IOException {
        Storage broken = new UnreadableStorage(
                storage, "v000001/a.npy", PathFailures.of("v000001/a.npy", "Cannot read: Input/output error"));
        assertThat(recording("v000001").damagedFiles(broken))
                .extracting(DamagedFile::recording, DamagedFile::sentence)
                .containsExactly(tuple("a", "[v000001/a.npy] Cannot read: Input/output error"));
    }

    @Test
    void aThreadThatIsToEndEnds() throws IOException {
        InterruptedIOException end = new InterruptedIOException("interrupted");
        StoredRecording recording = recording("v000001");
        assertThatThrownBy(() -> recording.damagedFiles(new UnreadableStorage(storage, "v000001/a.npy", end)))
                .isSameAs(end);
    }

    @Test
    void aCopyThatCannotBeReadHidesNoneThatIsWhole() throws IOException {
        Nights.rebuild(storage, Nights.contents("a=1", "b=1"));
        Nights.rebuild(storage, Nights.contents("a=1", "b=2"));
        replace("v000002/a.npy", "1");
        replace("v000003/a.npy", "2");
        List<DamagedFile> damaged = recording("v000003").damagedFiles(storage);
        assertThat(damaged).hasSize(1);
        Storage broken = new UnreadableStorage(
                storage, "v000001/a.npy", PathFailures.of("v000001/a.npy", "Cannot read: Input/output error"));
        assertThat(damaged.get(0).advice(new Dataset(broken)))
                .isEqualTo("restore it from v000002/a.npy, which has the right checksum");
    }
}
