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
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/** Failures of file systems, told with the path in brackets and what to do. */
public final class Failures {
    private Failures() {}

    /** What failed at a path; {@code doing} completes "Cannot". */
    static IOException at(String path, String doing, IOException cause) {
        String start = "[" + VisibleText.of(path) + "] Cannot " + doing + ": ";
        if (cause.getMessage() != null && cause.getMessage().startsWith("[")) {
            // Told by a step within, with the path that it was at.
            return cause;
        }
        if (cause instanceof LinkException link) {
            return new LinkException(link.path(), start + cause.getMessage(), cause);
        }
        if (cause instanceof ClosedByInterruptException) {
            return new IOException(start + "the thread was interrupted", cause);
        }
        if (cause instanceof NoSuchFileException || cause instanceof FileNotFoundException) {
            FileNotFoundException missing = new FileNotFoundException(start + "there is no such file");
            missing.initCause(cause);
            return missing;
        }
        if (isFull(cause)) {
            return new NoSpaceException(
                    start + "no space left; free some, raise the quota or choose another target", cause);
        }
        return new IOException(start + reason(cause), cause);
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
        String text = Objects.requireNonNullElse(cause.getMessage(), "").toLowerCase(Locale.ROOT);
        return text.contains("no space left")
                || text.contains("quota exceeded")
                || text.contains("quota of ")
                || text.contains("could only be written to");
    }

    private static boolean isSafeMode(IOException cause) {
        String text = Objects.requireNonNullElse(cause.getMessage(), "").toLowerCase(Locale.ROOT);
        return text.contains("name node is in safe mode") || text.contains("namenode is in safe mode");
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
