package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.storage.MiniDfs;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

@Slow
class HdfsPublishTest extends PublishContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }

    @Test
    void unchangedRecordingsStayWhereTheyWereBuilt() throws IOException {
        publish("kitti/a");
        VersionClaim claim = VersionClaim.take(dataset(), OWNER);
        Publisher publisher = new Publisher(dataset(), claim);
        RecordingEntry unchanged =
                dataset().manifest("v000001").recordings().get(0).withState(RecordingState.UNCHANGED);
        List<RecordingEntry> carried = publisher.carryForward(List.of(unchanged));
        assertThat(carried).containsExactly(unchanged);
        publisher.writeManifest(Manifests.manifest("v000002", claim.base(), unchanged));
        publisher.makeCurrent(lock());
        assertThat(dataset()
                        .manifest("v000002")
                        .recordings()
                        .get(0)
                        .files()
                        .metadata()
                        .path())
                .isEqualTo("v000001/kitti/a.npy");

        VersionClaim next = VersionClaim.take(dataset(), OWNER);
        storage().delete("v000001/kitti/a.npy");
        assertThatThrownBy(() -> new Publisher(dataset(), next)
                        .writeManifest(Manifests.manifest("v000003", next.base(), unchanged)))
                .hasMessage("Cannot publish v000003: expected 4 bytes in v000001/kitti/a.npy, but found no file");
    }
}
