package io.cropmill.storage;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What of which file system is mounted where, as Linux lists it (proc(5), mountinfo):
 *
 * <pre>
 * 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
 *       |    |     `-- where
 *       |    `-- which folder of the file system
 *       `-- which file system
 * </pre>
 */
final class LocalMounts {
    private static final Path LIST = Path.of("/proc/self/mountinfo");
    private static final int DEVICE = 2;
    private static final int ROOT = 3;
    private static final int WHERE = 4;
    private static final int OCTAL = 8;
    private static final int OCTAL_DIGITS = 3;

    private final List<Mount> mounts;

    private record Mount(String device, Path root, Path where) {
        /** Where in the file system a path is, whose mount this is. */
        MountedFolder place(Path path) {
            return new MountedFolder(
                    device, root.resolve(where.relativize(path)).normalize());
        }
    }

    /** A folder by its file system, under whatever paths it is mounted. */
    private record MountedFolder(String device, Path path) {
        boolean isWithin(MountedFolder outer) {
            return device.equals(outer.device) && path.startsWith(outer.path);
        }
    }

    private LocalMounts(List<Mount> mounts) {
        this.mounts = mounts;
    }

    /** Those that this process sees; none where the system has no such list. */
    static LocalMounts here() throws IOException {
        try {
            return parse(Files.readString(LIST, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            return new LocalMounts(List.of());
        }
    }

    static LocalMounts parse(String list) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : list.split("\n")) {
            String[] fields = line.split(" ");
            // A root that is no path is that of a file system without folders, such as "mnt:[4026531841]".
            if (fields.length > WHERE && fields[ROOT].startsWith("/") && fields[WHERE].startsWith("/")) {
                mounts.add(new Mount(fields[DEVICE], path(fields[ROOT]), path(fields[WHERE])));
            }
        }
        return new LocalMounts(mounts);
    }

    /** Spaces and backslashes are written as octal numbers of their bytes. */
    private static Path path(String escaped) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '\\' && i + OCTAL_DIGITS < escaped.length()) {
                bytes.write(Integer.parseInt(escaped.substring(i + 1, i + 1 + OCTAL_DIGITS), OCTAL));
                i += OCTAL_DIGITS;
            } else {
                bytes.write(c);
            }
        }
        return LocalNames.absolute(bytes.toString(StandardCharsets.UTF_8));
    }

    /** Whether the inner folder is in what can be reached below the outer one: its own file system and those mounted there. */
    boolean isWithin(Path inner, Path outer) {
        MountedFolder place = place(inner);
        return place != null && reachable(outer).stream().anyMatch(place::isWithin);
    }

    /** Where another file system, or another folder of the same, is mounted at or below a folder; nothing where none is. */
    Optional<Path> below(Path folder) {
        return mounts.stream()
                .map(Mount::where)
                .filter(where -> where.startsWith(folder))
                .findFirst();
    }

    private List<MountedFolder> reachable(Path folder) {
        List<MountedFolder> reachable = new ArrayList<>();
        MountedFolder own = place(folder);
        if (own != null) {
            reachable.add(own);
        }
        for (Mount mount : mounts) {
            if (mount.where().startsWith(folder)) {
                reachable.add(mount.place(mount.where()));
            }
        }
        return reachable;
    }

    /** Of mounts on top of each other, the last counts. */
    private @Nullable MountedFolder place(Path path) {
        Mount nearest = null;
        for (Mount mount : mounts) {
            boolean above = path.startsWith(mount.where());
            if (above && (nearest == null || mount.where().startsWith(nearest.where()))) {
                nearest = mount;
            }
        }
        return nearest == null ? null : nearest.place(path);
    }
}
