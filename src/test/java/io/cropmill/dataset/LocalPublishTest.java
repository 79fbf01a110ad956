package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalPublishTest extends PublishContract {
    @TempDir
    Path folder;

    @Override
    String newLocation() {
        return folder.resolve("set").toString();
    }

    @Override
    Configuration configuration() {
        return new Configuration();
    }

    @Test
    void unchangedRecordingsAreHardLinksInAWholeFolder() throws IOException {
        publish("kitti/a", "kitti/b");
        VersionClaim claim = VersionClaim.take(dataset(), OWNER);
        Publisher publisher = new Publisher(dataset(), claim);
        List<RecordingEntry> unchanged = dataset().manifest("v000001").recordings().stream()
                .map(entry -> entry.withState(RecordingState.UNCHANGED))
                .toList();
        List<RecordingEntry> carried = publisher.carryForward(unchanged);
        assertThat(publisher.carryForward(unchanged)).isEqualTo(carried);
        RecordingEntry fresh = Manifests.write(storage(), "v000002", "c");
        publisher.writeManifest(Manifests.manifest("v000002", claim.base(), carried.get(0), carried.get(1), fresh));
        publisher.makeCurrent(lock());
        assertThat(carried.get(0).folder()).isEqualTo("v000002");
        assertThat(carried.get(0).builtIn()).isEqualTo("v000001");
        assertThat(storage().walk("v000002"))
                .extracting(FileEntry::path)
                .contains(
                        "v000002/c.npy",
                        "v000002/kitti/a.npy",
                        "v000002/kitti/b.points.npy",
                        "v000002/kitti/a.raster.npy");
        assertThat(Files.isSameFile(path("v000001/kitti/a.npy"), path("v000002/kitti/a.npy")))
                .isTrue();
        storage().deleteTree("v000001");
        assertThat(path("v000002/kitti/a.points.npy")).hasContent("points");
    }

    @Test
    void refusesAVersionThatIsNotWholeInItsFolder() throws IOException {
        publish("a");
        VersionClaim claim = VersionClaim.take(dataset(), OWNER);
        RecordingEntry elsewhere =
                dataset().manifest("v000001").recordings().get(0).withState(RecordingState.UNCHANGED);
        Publisher publisher = new Publisher(dataset(), claim);
        assertThatThrownBy(() -> publisher.writeManifest(Manifests.manifest("v000002", claim.base(), elsewhere)))
                .hasMessage("Cannot publish v000002: not all of its files lie in its folder");
    }

    @Test
    void leavesNoChecksumFiles() throws IOException {
        publish("kitti/a");
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".crc") || name.endsWith(".tmp"));
        }
    }

    private Path path(String name) {
        return folder.resolve("set").resolve(name);
    }
}
