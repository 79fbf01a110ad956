package io.cropmill.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Folders in memory, where there is such a disk: for tests of thousands of synced writes. */
public final class MemoryFolder implements TempDirFactory {
    private static final Path MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return create("cropmill-test");
    }

    static Path create(String prefix) throws IOException {
        return Files.isWritable(MEMORY) ? Files.createTempDirectory(MEMORY, prefix) : Files.createTempDirectory(prefix);
    }
}
