package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RunningCrc32cTest {
    @Test
    void isTheCastagnoliChecksum() {
        RunningCrc32c crc = new RunningCrc32c();
        crc.update(ByteBuffer.wrap("123456789".getBytes(UTF_8)));
        assertThat(Checksums.text(crc.value())).isEqualTo("e3069283");
        assertThat(Checksums.text(new RunningCrc32c().value())).isEqualTo("00000000");
    }

    @Property(tries = 200)
    void partsCombineToTheChecksumOfTheWhole(@ForAll byte[] first, @ForAll byte[] second, @ForAll byte[] third) {
        byte[] whole = ByteBuffer.allocate(first.length + second.length + third.length)
                .put(first)
                .put(second)
                .put(third)
                .array();
        RunningCrc32c crc = new RunningCrc32c();
        crc.update(ByteBuffer.wrap(first));
        crc.append(new WrittenFile("second", second.length, StorageFixture.crc(second)));
        crc.update(ByteBuffer.wrap(third));
        assertThat(crc.value()).isEqualTo(StorageFixture.crc(whole));
        assertThat(crc.bytes()).isEqualTo(whole.length);
    }

    @Test
    void partsMayBeLargerThanAnyArray() {
        int crc = StorageFixture.crc(new byte[1 << 20]);
        WrittenFile part = new WrittenFile("p", 1L << 20, crc);
        WrittenFile joined = part;
        for (int doubling = 0; doubling < 14; doubling++) {
            joined = RunningCrc32c.joined("p", List.of(joined, joined));
        }
        int again = 0;
        for (int i = 0; i < 1 << 14; i++) {
            again = RunningCrc32c.combine(again, crc, 1L << 20);
        }
        assertThat(joined.bytes()).isEqualTo(1L << 34);
        assertThat(joined.crc32c()).isEqualTo(again);
    }
}
