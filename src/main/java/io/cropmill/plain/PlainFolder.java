package io.cropmill.plain;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * A folder whose files the proof opens by itself: on {@code file:} through the JDK, everywhere else through Hadoop's
 * {@link FileSystem}. Paths are relative, {@code /}-separated, without empty, {@code .} or {@code ..} parts. Safe for
 * threads.
 */
public final class PlainFolder {
    private final URI root;
    private final boolean followsLinks;
    private final Configuration configuration;
    private final RecordingColumn recordings = new RecordingColumn();

    private PlainFolder(URI root, boolean followsLinks, Configuration configuration) {
        this.root = root;
        this.followsLinks = followsLinks;
        this.configuration = configuration;
    }

    /** A folder by its absolute URI without a trailing slash. */
    public static PlainFolder of(URI root, Configuration configuration) {
        return new PlainFolder(root, true, configuration);
    }

    /** As {@link #of}, for a dataset: nothing below it is read through a symbolic link. */
    public static PlainFolder ofDataset(URI root, Configuration configuration) {
        return new PlainFolder(root, false, configuration);
    }

    /** Length of a file; nothing if no file is. */
    public OptionalLong length(String path) throws IOException {
        return looking(path, () -> {
            if (isLocal()) {
                try {
                    BasicFileAttributes found = Files.readAttributes(local(path), BasicFileAttributes.class, links());
                    return found.isRegularFile() ? OptionalLong.of(found.size()) : OptionalLong.empty();
                } catch (NoSuchFileException e) {
                    return OptionalLong.empty();
                }
            }
            try {
                FileStatus found = fileSystem().getFileStatus(remote(path));
                return found.isFile() ? OptionalLong.of(found.getLen()) : OptionalLong.empty();
            } catch (java.io.FileNotFoundException e) {
                return OptionalLong.empty();
            }
        });
    }

    /** Opens a file; the caller closes it. */
    public PlainBytes open(String path) throws IOException {
        return looking(path, () -> {
            OptionalLong length = length(path);
            if (length.isEmpty()) {
                throw new IOException("there is no such file");
            }
            return isLocal()
                    ? new LocalBytes(path, length.getAsLong(), channel(local(path)))
                    : new RemoteBytes(path, length.getAsLong(), fileSystem().open(remote(path)));
        });
    }

    /** Which rows of its Parquet files are which recording's, as far as that is known already. */
    RecordingColumn recordings() {
        return recordings;
    }

    private static final class UnreadableException extends IOException {
        private static final long serialVersionUID = 1L;

        UnreadableException(String path, IOException cause) {
            super("[" + path + "] Cannot read: " + cause.getMessage(), cause);
        }
    }

    private static <T> T looking(String path, PlainGuard.FileRead<T> look) throws IOException {
        try {
            return look.run();
        } catch (IOException e) {
            throw e instanceof PlainException || e instanceof UnreadableException
                    ? e
                    : new UnreadableException(path, e);
        }
    }

    private boolean isLocal() {
        return root.getScheme().equals("file");
    }

    private Path local(String path) throws PlainException {
        Path at = Path.of(root);
        for (String part : path.split("/")) {
            at = at.resolve(part);
            if (!followsLinks && Files.isSymbolicLink(at)) {
                throw new PlainException(
                        "[" + path + "] Cannot look up: \"" + Path.of(root).relativize(at)
                                + "\" is a symbolic link, and none is followed here; remove it, or put what it leads to in its"
                                + " place");
            }
        }
        return at;
    }

    /** A link that takes a file's place after the look is not followed either. */
    private FileChannel channel(Path file) throws IOException {
        Set<OpenOption> options = new HashSet<>(Set.of(links()));
        options.add(StandardOpenOption.READ);
        return FileChannel.open(file, options);
    }

    private LinkOption[] links() {
        return followsLinks ? new LinkOption[0] : new LinkOption[] {LinkOption.NOFOLLOW_LINKS};
    }

    private FileSystem fileSystem() throws IOException {
        return FileSystem.get(root, configuration);
    }

    /** From its parts, for a name with a colon looks like a URI of its own. */
    private org.apache.hadoop.fs.Path remote(String path) {
        return new org.apache.hadoop.fs.Path(root.getScheme(), root.getAuthority(), root.getPath() + "/" + path);
    }

    private static final class LocalBytes extends PlainBytes {
        /** The JDK keeps direct memory as large as the largest read of a thread. */
        private static final int MOST_AT_ONCE = 1 << 17;

        private final FileChannel channel;

        LocalBytes(String path, long length, FileChannel channel) {
            super(path, length);
            this.channel = channel;
        }

        @Override
        int readSome(long at, byte[] target, int from, int bytes) throws IOException {
            return channel.read(ByteBuffer.wrap(target, from, Math.min(bytes, MOST_AT_ONCE)), at);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static final class RemoteBytes extends PlainBytes {
        private final FSDataInputStream in;

        RemoteBytes(String path, long length, FSDataInputStream in) {
            super(path, length);
            this.in = in;
        }

        @Override
        int readSome(long at, byte[] target, int from, int bytes) throws IOException {
            if (in.getPos() != at) {
                in.seek(at);
            }
            return in.read(target, from, bytes);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
