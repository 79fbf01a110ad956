package io.cropmill.storage;

import io.cropmill.text.VisibleText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** Failures of file systems, told with the path in brackets and what to do. */
public final class Failures {
    private Failures() {}

    /** A failure at a path, with which its message begins. */
    interface PathFailure {
        /** As the storage was asked for it; null where it is not known yet. */
        @Nullable
        String failedPath();
    }

    private static final class StorageException extends IOException implements PathFailure {
        private static final long serialVersionUID = 1L;

        private final String path;

        StorageException(String path, String words, @Nullable Throwable cause) {
            super(start(path) + words, cause);
            this.path = path;
        }

        @Override
        public String failedPath() {
            return path;
        }
    }

    private static final class MissingFileException extends FileNotFoundException implements PathFailure {
        private static final long serialVersionUID = 1L;

        private final String path;

        MissingFileException(String path, String doing, IOException cause) {
            super(start(path) + "Cannot " + doing + ": there is no such file");
            this.path = path;
            initCause(cause);
        }

        @Override
        public String failedPath() {
            return path;
        }
    }

    private static String start(String path) {
        return "[" + VisibleText.of(path) + "] ";
    }

    /** True of a storage's failure at one of its paths. */
    public static boolean isAt(IOException exception, String path) {
        return exception instanceof PathFailure failure && path.equals(failure.failedPath());
    }

    /** What is wrong at a path. */
    static IOException of(String path, String words) {
        return new StorageException(path, words, null);
    }

    /** A file that is not there. */
    static FileNotFoundException missing(String path, String doing, IOException cause) {
        return new MissingFileException(path, doing, cause);
    }

    /** What failed at a path; {@code doing} completes "Cannot". */
    static IOException at(String path, String doing, IOException cause) {
        String words = "Cannot " + doing + ": ";
        boolean placed = cause instanceof PathFailure failure && failure.failedPath() != null;
        if (placed || cause instanceof NoSpaceException) {
            // A step within has the path that it was at.
            return cause;
        }
        if (cause instanceof LinkException link) {
            return new LinkException(link, path, start(path) + words + cause.getMessage());
        }
        if (cause instanceof ClosedByInterruptException) {
            return new StorageException(path, words + "the thread was interrupted", cause);
        }
        if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
            return missing(path, doing, cause);
        }
        if (isFull(cause)) {
            return new NoSpaceException(
                    start(path) + words + "no space left; free some, raise the quota or choose another target", cause);
        }
        return new StorageException(path, words + reason(cause), cause);
    }

    /** True if a thread was told to end, which says nothing of what it was reading. */
    public static boolean isInterruption(IOException exception) {
        return Thread.currentThread().isInterrupted()
                || exception instanceof InterruptedIOException
                || exception.getCause() instanceof ClosedByInterruptException
                || exception.getCause() instanceof InterruptedIOException;
    }

    /** True where permission is missing, here or in a cause. */
    public static boolean isDenied(IOException exception) {
        for (@Nullable Throwable cause = exception; cause != null; cause = cause.getCause()) {
            if (cause instanceof AccessDeniedException || cause instanceof AccessControlException) {
                return true;
            }
        }
        return false;
    }

    /** True where the reason is that no room is left, be it on a disk, by a quota or on a cluster. */
    static boolean isFull(IOException cause) {
        if (cause instanceof ClusterStorageCapacityExceededException
                || cause instanceof RemoteException remote
                        && remote.getClassName().endsWith("QuotaExceededException")) {
            return true;
        }
        // Java has no type for the errors of a system, nor the client of HDFS for a write that finds no DataNode.
        String text = Objects.requireNonNullElse(cause.getMessage(), "").toLowerCase(Locale.ROOT);
        return text.contains("no space left")
                || text.contains("quota exceeded")
                || text.contains("could only be written to");
    }

    private static boolean isSafeMode(IOException cause) {
        if (!(cause instanceof RemoteException remote)) {
            return cause instanceof SafeModeException;
        }
        // A NameNode that may leave safe mode by itself asks to try again, with its reason as the text.
        String safe = SafeModeException.class.getName();
        return safe.equals(remote.getClassName())
                || RetriableException.class.getName().equals(remote.getClassName())
                        && String.valueOf(remote.getMessage()).contains(safe);
    }

    private static String reason(IOException cause) {
        if (isSafeMode(cause)) {
            return "the NameNode is in safe mode and takes no changes; run it again when \"hdfs dfsadmin -safemode get\""
                    + " says OFF";
        }
        if (cause instanceof AccessDeniedException) {
            return "permission denied; check the owner and mode of the file and its folder";
        }
        if (cause instanceof FileSystemException files && "Operation not permitted".equals(files.getReason())) {
            return "operation not permitted; check the owner of the file and whether it is immutable (lsattr)";
        }
        if (cause instanceof FileAlreadyExistsException
                || cause instanceof org.apache.hadoop.fs.FileAlreadyExistsException) {
            return "something has the name already";
        }
        if (cause instanceof FileSystemException files && files.getReason() != null) {
            return files.getReason();
        }
        String message = Objects.requireNonNullElse(cause.getMessage(), "").strip();
        // A remote exception carries the server's stack trace behind its first line.
        String first = message.lines().findFirst().orElse("");
        return first.isEmpty() ? cause.getClass().getSimpleName() : VisibleText.of(first);
    }
}
