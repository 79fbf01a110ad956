package io.cropmill.rebuild;

import io.cropmill.config.Partitions;
import io.cropmill.config.Settings;
import io.cropmill.crop.ParquetOrigin;
import io.cropmill.crop.ParquetRecordings;
import io.cropmill.crop.PartitionField;
import io.cropmill.parquet.ParquetException;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.StoragePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Recordings of Parquet files: a file each, or the rows that share a value of the recording column or a folder
 * {@code recording=value}. Files stand in the order of their paths, numbers as numbers.
 */
final class ParquetListing {
    private static final int MOST_TOLD = 20;

    private final Storage source;
    private final Settings.Parquet settings;
    private final List<FileEntry> files;
    private final PartitionFields partitions;

    ParquetListing(Storage source, Settings.Parquet settings, List<FileEntry> files) throws IOException {
        this.source = source;
        this.settings = settings;
        this.files = files.stream()
                .sorted(Comparator.comparing(FileEntry::path, PathOrder.BY_NUMBERS))
                .toList();
        this.partitions = settings.partitions() == Partitions.FIELD
                ? PartitionFields.of(this.files, settings.recordingField())
                : PartitionFields.NONE;
    }

    List<SourceRecording> recordings() throws IOException {
        if (files.isEmpty()) {
            throw new IOException(
                    "[" + source.root() + "] Expected Parquet files, but found none; check that the source"
                            + " is mounted and the path is right");
        }
        refuseShort();
        String field = settings.recordingField();
        if (field.isEmpty()) {
            return aFileEach();
        }
        boolean inFolders = files.stream()
                .anyMatch(file -> PartitionPath.of(file.path()).partitions().containsKey(field));
        if (inFolders) {
            return byFolder(field);
        }
        if (isColumn(field)) {
            return new ParquetShares(source, files, field, (file, value) -> named(file, field, value))
                    .recordings(share -> recording(
                            share.name(),
                            share.files(),
                            field,
                            share.value(),
                            share.bytes().stream().mapToLong(Long::longValue).sum()));
        }
        if (!field.equals(Settings.Parquet.RECORDING)) {
            throw new IOException("[" + files.get(0).path() + "] Expected a column or folder '" + field
                    + "', which says which recording a row belongs to, but found none; name it with"
                    + " source.recording-field");
        }
        return aFileEach();
    }

    /** True if the first file that can be read has the column; a damaged one is told when its recording is read. */
    private boolean isColumn(String field) throws IOException {
        for (FileEntry file : files) {
            try {
                return ParquetRecordings.hasColumn(source, file.path(), field);
            } catch (ParquetException e) {
                // The next file may tell.
            }
        }
        return false;
    }

    /** Files too short to be Parquet are named together: they are mostly what a failed copy left. */
    private void refuseShort() throws IOException {
        List<String> broken = files.stream()
                .filter(file -> file.bytes() < ParquetFile.SHORTEST)
                .map(file -> String.format(Locale.ROOT, "%s (%,d bytes)", file.path(), file.bytes()))
                .toList();
        if (!broken.isEmpty()) {
            throw refused(source, broken);
        }
    }

    /** One error for all files that are not Parquet. */
    static IOException refused(Storage source, List<String> broken) {
        String more = broken.size() > MOST_TOLD ? " and " + (broken.size() - MOST_TOLD) + " more" : "";
        return new IOException("[" + source.root() + "] Expected Parquet files, but found " + broken.size()
                + (broken.size() == 1 ? " that is not: " : " that are not: ")
                + String.join(", ", broken.subList(0, Math.min(MOST_TOLD, broken.size()))) + more
                + "; copy them again or remove them");
    }

    private List<SourceRecording> aFileEach() throws IOException {
        Map<String, FileEntry> named = new TreeMap<>();
        List<SourceRecording> recordings = new ArrayList<>();
        for (FileEntry file : files) {
            String path = settings.partitions() == Partitions.FIELD
                    ? PartitionPath.of(file.path()).rest()
                    : file.path();
            String base = StoragePath.name(path);
            String name = base.indexOf('.') < 0
                    ? path
                    : path.substring(0, path.length() - base.length() + base.lastIndexOf('.'));
            FileEntry taken = named.putIfAbsent(name, file);
            if (taken != null) {
                throw new IOException("[" + source.root() + "] Expected one file a recording, but found "
                        + taken.path() + " and " + file.path() + " for " + name
                        + "; keep the folders in the names with source.partitions = name, or name the column that says"
                        + " which recording a row belongs to with source.recording-field");
            }
            recordings.add(recording(name, List.of(file), "", "", file.bytes()));
        }
        return recordings;
    }

    private List<SourceRecording> byFolder(String field) throws IOException {
        Map<String, List<FileEntry>> named = new TreeMap<>();
        for (FileEntry file : files) {
            String value = PartitionPath.of(file.path()).partitions().get(field);
            if (value == null) {
                throw new IOException(
                        "[" + file.path() + "] Expected a folder " + field + "=<value>, as in " + example(field)
                                + ", but found none; keep them in folders of their own, or take each file for a recording"
                                + " with source.recording-field = \"\"");
            }
            PartitionPath.requireValue(file.path(), field, value);
            named.computeIfAbsent(named(file, field, value), name -> new ArrayList<>())
                    .add(file);
        }
        List<SourceRecording> recordings = new ArrayList<>();
        named.forEach((name, parts) -> recordings.add(recording(
                name, parts, "", "", parts.stream().mapToLong(FileEntry::bytes).sum())));
        return recordings;
    }

    private String example(String field) {
        return files.stream()
                .map(FileEntry::path)
                .filter(path -> PartitionPath.of(path).partitions().containsKey(field))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The name of the recording that a value stands for in a file: with the folders before it, for under another folder
     * the same value is another recording. Partitions that are crop fields do not count.
     */
    private String named(FileEntry file, String field, String value) {
        String folders = settings.partitions() == Partitions.NAME
                ? PartitionPath.foldersWithout(file.path(), field)
                : PartitionPath.of(file.path()).plainFolders();
        return folders + value;
    }

    private SourceRecording recording(String name, List<FileEntry> parts, String field, String value, long bytes) {
        ParquetOrigin.Rows rows = new ParquetOrigin.Rows(field, value, settings.orderField());
        List<PartitionField> fields = partitions.of(parts);
        return new SourceRecording(name, new ParquetOrigin(parts, rows, fields, bytes));
    }
}
