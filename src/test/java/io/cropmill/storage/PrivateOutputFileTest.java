package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateOutputFileTest {
    @TempDir
    Path folder;

    /** A file on a disk that is full, or that fails at one step. */
    private final class Failing extends PrivateOutputFile {
        final List<String> steps = new ArrayList<>();
        private final String failing;
        private final String reason;

        Failing(String failing, String reason) {
            super(new LocalStorage(folder, Links.REFUSED), "kitti/a.npy");
            this.failing = failing;
            this.reason = reason;
        }

        private void step(String name) throws IOException {
            steps.add(name);
            if (name.equals(failing)) {
                throw new IOException(reason);
            }
        }

        @Override
        void append(ByteBuffer source) throws IOException {
            step("append");
        }

        @Override
        void seal() throws IOException {
            step("seal");
        }

        @Override
        boolean publish() throws IOException {
            step("publish");
            return true;
        }

        @Override
        void replace() throws IOException {
            step("replace");
        }

        @Override
        void discard() throws IOException {
            step("discard");
        }

        @Override
        String roomLeft() {
            return "free some of /mnt/nvme or choose another target";
        }
    }

    @Test
    void aFullDiskSaysWhatToDoAndTheFileGoes() throws IOException {
        Failing file = new Failing("append", "No space left on device");
        assertThatThrownBy(() -> file.write(ByteBuffer.allocate(1)))
                .hasMessage(
                        "[kitti/a.npy] Cannot write: no space left; free some of /mnt/nvme or choose another target");
        file.close();
        file.close();
        assertThat(file.steps).containsExactly("append", "discard");
    }

    @Test
    void nothingIsPublishedThatWasNotSynced() throws IOException {
        Failing file = new Failing("seal", "Input/output error");
        try (file) {
            assertThatThrownBy(file::finish).hasMessage("[kitti/a.npy] Cannot write: Input/output error");
        }
        assertThat(file.steps).containsExactly("seal", "discard");
    }

    @Test
    void publishedFilesAreNotDiscarded() throws IOException {
        Failing file = new Failing("none", "");
        try (file) {
            assertThat(file.finish()).isEqualTo(new WrittenFile("kitti/a.npy", 0, 0));
        }
        assertThat(file.steps).containsExactly("seal", "publish");
    }

    @Test
    void aFileThatCannotBeDiscardedIsAnError() {
        Failing file = new Failing("discard", "Stale file handle");
        assertThatThrownBy(file::close)
                .hasMessage("[kitti/a.npy] Cannot discard the unfinished file: Stale file handle");
    }
}
