package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.DSQuotaExceededException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void saysWhatToDoAboutWhatAFileSystemForbids() {
        assertThat(told(new AccessDeniedException("/t/a")))
                .isEqualTo("[a] Cannot create: permission denied; check the owner and mode of the file and its folder");
        assertThat(told(new FileSystemException("/t/a", null, "Operation not permitted")))
                .isEqualTo("[a] Cannot create: operation not permitted; check the owner of the file and whether it is"
                        + " immutable (lsattr)");
        assertThat(told(new FileSystemException("/t/a", null, "No space left on device")))
                .isEqualTo("[a] Cannot create: no space left; free some, raise the quota or choose another target");
        assertThat(told(new FileSystemException("/t/a", null, "Stale file handle")))
                .isEqualTo("[a] Cannot create: Stale file handle");
        assertThat(told(new NoSuchFileException("/t/a"))).isEqualTo("[a] Cannot create: there is no such file");
    }

    @Test
    void tellsOfMissingHardLinksWhateverTheFileSystemCallsIt() {
        for (String reason :
                new String[] {"Operation not permitted", "Function not implemented", "Operation not supported"}) {
            assertThat(LocalFiles.withoutLinks(new FileSystemException("/t/a", "/t/b", reason)))
                    .hasMessage("the file system has no hard links, which a dataset on local disk needs, or the file"
                            + " belongs to somebody else (fs.protected_hardlinks); use another disk, or the same user"
                            + " every night");
        }
    }

    @Test
    void tellsByATypeThatNoRoomIsLeft() {
        for (String reason : new String[] {
            "No space left on device",
            "Disk quota exceeded",
            "File /t/a could only be written to 0 of the 1 minReplication nodes"
        }) {
            assertThat(Failures.at("a", "create", new IOException(reason)))
                    .isExactlyInstanceOf(NoSpaceException.class)
                    .hasMessage(
                            "[a] Cannot create: no space left; free some, raise the quota or choose another target");
        }
        assertThat(Failures.at("a", "create", new IOException("Stale file handle")))
                .isNotInstanceOf(NoSpaceException.class);
        assertThat(Failures.at("a", "create", new DSQuotaExceededException(1, 2)))
                .isExactlyInstanceOf(NoSpaceException.class);
        assertThat(Failures.at("a", "create", new RemoteException(DSQuotaExceededException.class.getName(), "full")))
                .isExactlyInstanceOf(NoSpaceException.class);
    }

    @Test
    void asksToWaitForTheEndOfSafeMode() {
        String safe = SafeModeException.class.getName();
        for (IOException cause : List.of(
                new RemoteException(safe, "Cannot create file"),
                new RemoteException(RetriableException.class.getName(), safe + ": Cannot create file"))) {
            assertThat(told(cause))
                    .isEqualTo("[a] Cannot create: the NameNode is in safe mode and takes no changes; run it again when"
                            + " \"hdfs dfsadmin -safemode get\" says OFF");
        }
        assertThat(told(new RemoteException(RetriableException.class.getName(), "busy")))
                .isEqualTo("[a] Cannot create: busy");
    }

    private static String told(IOException cause) {
        return String.valueOf(Failures.at("a", "create", cause).getMessage());
    }
}
