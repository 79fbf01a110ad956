package io.cropmill.storage;

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
 */
record HadoopConcat(Storage storage, FileSystem fileSystem, FileContext files, Function<String, Path> paths) {
    /** Publishes the whole; false, and no change, where the parts have to be copied. */
    boolean join(Assembly assembly) throws IOException {
        String folder = StoragePath.folder(assembly.path());
        if (!assembly.parts().stream()
                .allMatch(part -> StoragePath.folder(part.path()).equals(folder))) {
            return false;
        }
        Path target = paths.apply(assembly.path());
        Path hidden = new Path(target.getParent(), StoragePath.privateName(target.getName()));
        try {
            return concat(assembly, hidden) && publish(assembly, hidden, target);
        } finally {
            files.delete(hidden, false);
        }
    }

    private boolean concat(Assembly assembly, Path hidden) throws IOException {
        List<Path> sources = new ArrayList<>();
        long blockSize = fileSystem.getDefaultBlockSize(hidden);
        for (WrittenFile part : assembly.parts()) {
            FileStatus status = fileSystem.getFileStatus(paths.apply(part.path()));
            if (status.getLen() != part.bytes()) {
                throw new IOException(
                        "[" + part.path() + "] Expected " + part.bytes() + " bytes, but found " + status.getLen());
            }
            blockSize = Math.max(blockSize, status.getBlockSize());
            if (part.bytes() > 0) {
                sources.add(status.getPath());
            }
        }
        files.create(
                        hidden,
                        EnumSet.of(CreateFlag.CREATE),
                        Options.CreateOpts.createParent(),
                        Options.CreateOpts.blockSize(blockSize))
                .close();
        try {
            if (!sources.isEmpty()) {
                fileSystem.concat(hidden, sources.toArray(Path[]::new));
            }
            return true;
        } catch (UnsupportedOperationException | IOException e) {
            // Refused as a whole: no part has changed, and a copy does the same with more work.
            return false;
        }
    }

    private boolean publish(Assembly assembly, Path hidden, Path target) throws IOException {
        WrittenFile whole = RunningCrc32c.joined(assembly.path(), assembly.parts());
        long length = files.getFileStatus(hidden).getLen();
        if (length != whole.bytes()) {
            throw new IOException("[" + whole.path() + "] Expected " + whole.bytes() + " bytes, but found " + length);
        }
        if (!HadoopOutputFile.renameExclusively(files, hidden, target)) {
            Checksums.requireSame(storage, whole);
        }
        return true;
    }
}
