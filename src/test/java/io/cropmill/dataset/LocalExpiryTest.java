package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.dataset.expire.Expiry;
import io.cropmill.dataset.expire.ExpiryPlan;
import io.cropmill.dataset.expire.ExpiryPlan.Removal;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.storage.OnceBefore;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalExpiryTest extends ExpiryContract {
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
    void freesOnlyFilesThatHaveNoOtherName() throws IOException {
        Nights.rebuild(storage(), Nights.contents("same=0123456789", "other=1"));
        Nights.rebuild(storage(), Nights.contents("same=0123456789", "other=22"));
        Nights.rebuild(storage(), Nights.contents("same=0123456789", "other=333"));
        long notes = sizes("v000001") + sizes("v000002");
        ExpiryPlan plan = Nights.expire(storage(), 1);
        assertThat(plan.removals()).extracting(Removal::files).containsExactly(9L, 9L);
        assertThat(plan.freed()).isEqualTo(3 * (1 + 2) + notes);
        assertThat(Nights.live(storage())).isEqualTo(Nights.contents("same=0123456789", "other=333"));
    }

    @Test
    void countsAFileThatGoesWithAllItsNamesOnce() throws IOException {
        Nights.rebuild(storage(), Nights.contents("same=0123456789", "other=1"));
        Nights.rebuild(storage(), Nights.contents("same=0123456789", "other=22"));
        Nights.rebuild(storage(), Nights.contents("same=x", "other=22"));
        long notes = sizes("v000001") + sizes("v000002");
        Files.createLink(folder.resolve("mine.npy"), folder.resolve("set/v000001/other.npy"));
        ExpiryPlan plan = Nights.expire(storage(), 1);
        assertThat(plan.freed()).isEqualTo(3 * 10 + 2 * 1 + notes);
        assertThat(folder.resolve("mine.npy")).hasContent("1");
    }

    /** As where it was built again, and its copy rots. */
    @Test
    void removesNoLastWholeCopyOfARetiredRecording() throws IOException {
        Nights.rebuild(storage(), Nights.contents("a=one", "b=x"));
        Nights.retire(storage(), "a");
        Nights.rebuild(storage(), Nights.contents("a=one", "b=y"));
        Path live = folder.resolve("set/v000003/a.points.npy");
        Files.delete(live);
        Files.writeString(live, "onE");
        assertThatThrownBy(() -> Nights.expire(storage(), 1))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "Cannot expire: [v000003/a.points.npy] Expected crc32c 2a94b2e9, as it was written, but found"
                                + " 0a293c37; a is retired, and v000001/a.points.npy, which would be removed, may be the last copy:"
                                + " restore it from v000001/a.points.npy, which has the right checksum");
        assertThat(folder.resolve("set/v000001/a.points.npy")).hasContent("one");
        assertThat(folder.resolve("set/v000001/EXPIRING")).doesNotExist();
        Files.writeString(live, "one");
        assertThat(Nights.expire(storage(), 1).removals()).hasSize(2);
        assertThat(Nights.live(storage())).isEqualTo(Nights.contents("a=one", "b=y"));
    }

    /** As a restore leaves it that made no hard links. A pin that comes late makes another plan of the same pairs. */
    @Test
    void readsAPairBackOnceAndTellsItBefore() throws IOException {
        Nights.rebuild(storage(), Nights.contents("a=one", "b=x"));
        Nights.retire(storage(), "a");
        Nights.rebuild(storage(), Nights.contents("a=one", "b=y"));
        Path live = folder.resolve("set/v000003/a.points.npy");
        Files.delete(live);
        Files.writeString(live, "one");
        assertThat(new Expiry(dataset(), new ExpiryRule(1, Duration.ZERO))
                        .plan(Instant.now())
                        .notes())
                .containsExactly("1 retired pair will be read back first, since other copies would be removed");
        // Whoever damages it after it was read is not found: the second plan does not read it again.
        Storage interrupted = new OnceBefore(storage(), "v000001/EXPIRING", () -> {
            Pins.pin(dataset(), "now", "v000002");
            Files.writeString(live, "onE");
        });
        assertThat(Nights.expire(interrupted, 1).removals())
                .extracting(Removal::version)
                .containsExactly("v000001");
    }

    @Test
    void removesNothingWhereAnotherDatasetLiesInAVersion() throws IOException {
        Nights.rebuild(storage(), Nights.contents("a=1"));
        Nights.rebuild(storage(), Nights.contents("a=22"));
        Files.createDirectories(folder.resolve("set/v000001/inner/v000001"));
        Files.writeString(folder.resolve("set/v000001/inner/CURRENT"), "v000001\n");
        Files.writeString(folder.resolve("set/v000001/inner/v000001/gold.npy"), "gold");

        assertThatThrownBy(() -> Nights.expire(storage(), 1))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "Cannot expire: [v000001/inner/CURRENT] Expected files of the dataset alone, but found another"
                                + " dataset; move it out of v000001");
        assertThat(folder.resolve("set/v000001/inner/v000001/gold.npy")).hasContent("gold");
        assertThat(Nights.contents(storage(), "v000001")).isEqualTo(Nights.contents("a=1"));
    }

    /** What lies beside the recordings; EXPIRING is empty. */
    private long sizes(String version) throws IOException {
        long sum = 0;
        for (String name : new String[] {"OWNER", "PUBLISHED", "manifest.json"}) {
            sum += Files.size(folder.resolve("set").resolve(version).resolve(name));
        }
        return sum;
    }
}
