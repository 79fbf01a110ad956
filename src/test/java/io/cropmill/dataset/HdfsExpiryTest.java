package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryPlan;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.storage.MiniDfs;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

@Slow
class HdfsExpiryTest extends ExpiryContract {
    @Override
    String newLocation() {
        return MiniDfs.shared().newFolder();
    }

    @Override
    Configuration configuration() {
        return MiniDfs.shared().configuration();
    }

    @Test
    void ofAVersionThatGoesTheFilesThatOthersUseStay() throws IOException {
        Nights.rebuild(storage(), Nights.contents("k/same=1", "k/other=1", "z=1"));
        Nights.rebuild(storage(), Nights.contents("k/same=1", "k/other=22", "z=22"));
        Nights.rebuild(storage(), Nights.contents("k/same=1", "k/other=333", "z=22"));
        ExpiryPlan dry = new Expiry(dataset(), new ExpiryRule(1, Duration.ZERO)).plan(Instant.now());
        ExpiryPlan plan = Nights.expire(storage(), 1);
        assertThat(dry).isEqualTo(plan);
        assertThat(plan.removals())
                .extracting(removal -> removal.version() + " " + removal.used().size() + " " + removal.files())
                .containsExactly("v000001 3 8", "v000002 3 5");
        assertThat(Nights.live(storage())).isEqualTo(Nights.contents("k/same=1", "k/other=333", "z=22"));
        assertThat(allFiles())
                .containsExactly(
                        "CURRENT",
                        "lock.000004",
                        "v000001/EXPIRING",
                        "v000001/OWNER",
                        "v000001/k/same.npy",
                        "v000001/k/same.points.npy",
                        "v000001/k/same.raster.npy",
                        "v000002/EXPIRING",
                        "v000002/OWNER",
                        "v000002/z.npy",
                        "v000002/z.points.npy",
                        "v000002/z.raster.npy",
                        "v000003/OWNER",
                        "v000003/PUBLISHED",
                        "v000003/k/other.npy",
                        "v000003/k/other.points.npy",
                        "v000003/k/other.raster.npy",
                        "v000003/manifest.json");
        assertThat(dataset().state("v000001")).isEqualTo(VersionState.REMAINS);
        assertThatThrownBy(() -> Nights.rollback(storage(), "v000001"))
                .hasMessage("Cannot roll back to v000001: it was removed");
        assertThat(Nights.expire(storage(), 1).removals())
                .extracting(Removal::files)
                .containsOnly(0L);
        Nights.rebuild(storage(), Nights.contents("k/same=4", "k/other=333", "z=22"));
        Nights.expire(storage(), 1);
        assertThat(dataset().versions()).containsExactly("v000002", "v000003", "v000004");
        assertThat(Nights.live(storage())).isEqualTo(Nights.contents("k/same=4", "k/other=333", "z=22"));
    }

    @Test
    void aPinnedVersionKeepsWhatItUses() throws IOException {
        Nights.rebuild(storage(), Nights.contents("a=1", "b=1"));
        Nights.rebuild(storage(), Nights.contents("a=1", "b=2"));
        Nights.rebuild(storage(), Nights.contents("a=3", "b=3"));
        Pins.pin(dataset(), "train", "v000002");
        Nights.expire(storage(), 1);
        assertThat(Nights.contents(storage(), "v000002")).isEqualTo(Nights.contents("a=1", "b=2"));
        assertThat(storage().stat("v000001/b.npy")).isEmpty();
        Pins.unpin(dataset(), "train");
        Nights.expire(storage(), 1);
        assertThat(dataset().versions()).containsExactly("v000003");
    }

    /** As a restore leaves it that lost the OWNER of a version. */
    @Test
    void aVersionWithoutOwnerGoesButForWhatOthersUse() throws IOException {
        Nights.rebuild(storage(), Nights.contents("a=1", "b=1"));
        Nights.rebuild(storage(), Nights.contents("a=1", "b=2"));
        storage().delete("v000001/OWNER");
        ExpiryPlan plan = Nights.expire(storage(), 1);
        assertThat(plan.notes()).isEmpty();
        assertThat(plan.removals())
                .extracting(removal -> removal.version() + " " + removal.used().size())
                .containsExactly("v000001 3");
        assertThat(Nights.live(storage())).isEqualTo(Nights.contents("a=1", "b=2"));
    }

    @Test
    void aPinnedVersionWithoutOwnerKeepsWhatItUses() throws IOException {
        Nights.rebuild(storage(), Nights.contents("a=1", "b=1"));
        Nights.rebuild(storage(), Nights.contents("a=1", "b=2"));
        Nights.rebuild(storage(), Nights.contents("a=3", "b=3"));
        Pins.pin(dataset(), "train", "v000002");
        storage().delete("v000002/OWNER");
        ExpiryPlan plan = Nights.expire(storage(), 1);
        assertThat(plan.notes()).isEmpty();
        assertThat(plan.removals())
                .extracting(removal -> removal.version() + " " + removal.used().size())
                .containsExactly("v000001 3");
        assertThat(Nights.contents(storage(), "v000002")).isEqualTo(Nights.contents("a=1", "b=2"));
    }
}
