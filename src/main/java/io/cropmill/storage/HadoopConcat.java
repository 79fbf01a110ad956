package io.cropmill.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Joins files by moving their blocks. HDFS asks that no source is empty, that all lie in the target's folder and that
 * none has larger blocks than the target; it refuses in encryption zones and for files in snapshots. Other file systems
 * have no such call.
 *
 * <p>The parts go with the call, so that it cannot simply be repeated. All attempts therefore join into one hidden file,
 * {@code .x.npy.joined}, and each goes on from what it finds: nothing (it makes an empty file), an empty file (it joins
 * the parts, which the NameNode does as one step), or the whole (it gives it its name). Of two attempts at the same step
 * one is refused, and looks again.
 */
record HadoopConcat(Storage storage, FileSystem fileSystem, FileContext files, Function<String, Path> paths) {
    /** Each of the three steps may be lost to another attempt; that many in a row are not. */
    private static final int MOST_LOOKS = 10;

    /** Publishes the whole; false, and no part has changed, where the parts have to be copied. */
    boolean join(Assembly assembly) throws IOException {
        String folder = StoragePath.folder(assembly.path());
        if (!assembly.parts().stream()
                .allMatch(part -> StoragePath.folder(part.path()).equals(folder))) {
            return false;
        }
        WrittenFile whole = RunningCrc32c.joined(assembly.path(), assembly.parts());
        Path target = paths.apply(assembly.path());
        Path joined = new Path(target.getParent(), StoragePath.joinedName(target.getName()));
        IOException last = new IOException("the parts change again and again");
        for (int look = 0; look < MOST_LOOKS; look++) {
            try {
                long length = length(joined);
                if (length == whole.bytes() && length > 0) {
                    publish(whole, joined, target);
                    return true;
                }
                if (storage.stat(whole.path()).isPresent()) {
                    Checksums.requireSame(storage, whole);
                    return true;
                }
                if (length > 0) {
                    throw Failures.of(
                            whole.path(),
                            "Expected " + whole.bytes() + " bytes, but found " + length
                                    + " where its parts are joined");
                }
                List<Path> sources = new ArrayList<>();
                long blockSize = sources(assembly, sources, joined);
                if (sources.isEmpty()) {
                    return false;
                }
                if (length < 0) {
                    makeEmpty(target, joined, blockSize);
                } else if (!concat(joined, sources)) {
                    return false;
                }
            } catch (FileNotFoundException e) {
                // Another attempt was faster with this step, or a part is missing indeed.
                last = e;
            }
        }
        throw last;
    }

    private long length(Path path) throws IOException {
        try {
            return files.getFileStatus(path).getLen();
        } catch (FileNotFoundException e) {
            return -1;
        }
    }

    /** Parts that hold bytes, and the block size that a file of them needs. */
    private long sources(Assembly assembly, List<Path> sources, Path joined) throws IOException {
        long blockSize = fileSystem.getDefaultBlockSize(joined);
        for (WrittenFile part : assembly.parts()) {
            FileStatus status = status(part);
            if (status.getLen() != part.bytes()) {
                throw Failures.of(part.path(), "Expected " + part.bytes() + " bytes, but found " + status.getLen());
            }
            blockSize = Math.max(blockSize, status.getBlockSize());
            if (part.bytes() > 0) {
                sources.add(status.getPath());
            }
        }
        return blockSize;
    }

    private FileStatus status(WrittenFile part) throws IOException {
        try {
            return fileSystem.getFileStatus(paths.apply(part.path()));
        } catch (FileNotFoundException e) {
            throw Failures.missing(part.path(), "join", e);
        }
    }

    /** Seen by others when it is closed, for HDFS joins nothing to a file that somebody writes. */
    private void makeEmpty(Path target, Path joined, long blockSize) throws IOException {
        Path hidden = new Path(target.getParent(), StoragePath.privateName(target.getName()));
        files.create(
                        hidden,
                        EnumSet.of(CreateFlag.CREATE),
                        Options.CreateOpts.createParent(),
                        Options.CreateOpts.blockSize(blockSize))
                .close();
        if (!HadoopOutputFile.renameExclusively(files, hidden, joined)) {
            files.delete(hidden, false);
        }
    }

    /** False where the file system refuses and all is as it was. */
    private boolean concat(Path joined, List<Path> sources) throws IOException {
        try {
            fileSystem.concat(joined, sources.toArray(Path[]::new));
            return true;
        } catch (UnsupportedOperationException e) {
            files.delete(joined, false);
            return false;
        } catch (IOException e) {
            // Refused as a whole, or done by another attempt, or done and the answer was lost.
            for (Path source : sources) {
                files.getFileStatus(source);
            }
            return length(joined) != 0;
        }
    }

    private void publish(WrittenFile whole, Path joined, Path target) throws IOException {
        if (!HadoopOutputFile.renameExclusively(files, joined, target)) {
            Checksums.requireSame(storage, whole);
        }
    }
}
