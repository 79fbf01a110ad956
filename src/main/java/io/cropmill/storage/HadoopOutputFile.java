package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * A file of a Hadoop file system under a private name. {@link FileContext} renames: it throws where
 * {@code FileSystem.rename} answers false, and never moves a file into a folder of the target's name.
 */
final class HadoopOutputFile extends PrivateOutputFile {
    private static final int CHUNK = 1 << 18;

    private final FileContext files;
    private final Path target;
    private final Path hidden;
    private final FSDataOutputStream out;
    private byte[] chunk = {};
    private boolean sealed;

    private HadoopOutputFile(
            Storage storage, String path, FileContext files, Path target, Path hidden, Options.CreateOpts parents)
            throws IOException {
        super(storage, path);
        this.files = files;
        this.target = target;
        this.hidden = hidden;
        // hsync reaches the last block only; SYNC_BLOCK syncs the earlier ones as they end.
        EnumSet<CreateFlag> flags = EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK);
        this.out = files.create(hidden, flags, parents);
    }

    /** A file under a private name beside the one that it is to have; missing folders are made. */
    static HadoopOutputFile begin(Storage storage, String path, FileContext files, Path target) throws IOException {
        Path hidden = new Path(target.getParent(), StoragePath.privateName(StoragePath.name(path)));
        return new HadoopOutputFile(storage, path, files, target, hidden, Options.CreateOpts.createParent());
    }

    /** A file under its own name in a folder that is there; HDFS makes missing folders unless it is told not to. */
    static HadoopOutputFile inFolder(Storage storage, String path, FileContext files, Path target) throws IOException {
        return new HadoopOutputFile(storage, path, files, target, target, Options.CreateOpts.donotCreateParent());
    }

    /** Renames unless the new name is taken; false, and no change, if it is. */
    static boolean renameExclusively(FileContext files, Path from, Path to) throws IOException {
        try {
            files.rename(from, to);
            return true;
        } catch (IOException e) {
            // HDFS has another exception where the name is a folder's.
            boolean taken = files.util().exists(to) && files.util().exists(from);
            if (taken || e instanceof FileAlreadyExistsException) {
                return false;
            }
            throw e;
        }
    }

    @Override
    void append(ByteBuffer source) throws IOException {
        if (source.hasArray()) {
            out.write(source.array(), source.arrayOffset() + source.position(), source.remaining());
            source.position(source.limit());
            return;
        }
        if (chunk.length == 0) {
            chunk = new byte[CHUNK];
        }
        while (source.hasRemaining()) {
            int count = Math.min(chunk.length, source.remaining());
            source.get(chunk, 0, count);
            out.write(chunk, 0, count);
        }
    }

    @Override
    void seal() throws IOException {
        out.hsync();
        out.close();
        sealed = true;
    }

    @Override
    boolean publish() throws IOException {
        return renameExclusively(files, hidden, target);
    }

    @Override
    void replace() throws IOException {
        files.rename(hidden, target, Options.Rename.OVERWRITE);
    }

    @Override
    void discard() throws IOException {
        try {
            if (!sealed) {
                out.close();
            }
        } catch (IOException e) {
            // A stream that failed to write fails to close as well; what counts is that the file goes.
            sealed = true;
        } finally {
            deleteHidden();
        }
    }

    private void deleteHidden() throws IOException {
        if (!files.delete(hidden, false) && files.util().exists(hidden)) {
            throw new IOException(hidden + " could not be deleted");
        }
    }

    @Override
    String roomLeft() {
        return "free some or raise the quota of " + target.getParent() + ", or choose another target";
    }
}
