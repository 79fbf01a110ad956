package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;

/** A new, empty storage for every test, and short ways to fill it. */
abstract class StorageFixture {
    private Storage storage;

    /** A folder that does not exist yet. */
    abstract String newLocation() throws IOException;

    abstract Configuration configuration();

    @BeforeEach
    void openStorage() throws IOException {
        storage = Storages.of(newLocation(), configuration());
    }

    final Storage storage() {
        return storage;
    }

    final WrittenFile write(String path, String content) throws IOException {
        return write(path, content.getBytes(UTF_8));
    }

    final WrittenFile write(String path, byte[] content) throws IOException {
        try (OutputFile file = storage.create(path)) {
            file.write(ByteBuffer.wrap(content));
            return file.finish();
        }
    }

    final String text(String path) throws IOException {
        return new String(storage.readSmall(path, 1 << 20), UTF_8);
    }

    static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
