package io.cropmill.crop.parquet;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

/**
 * Rows of Parquet files, in the order of the files.
 *
 * @param files files in row order
 * @param rows choice of their rows
 * @param partitions crop fields from folder names
 * @param bytes about how many of the files' bytes are the recording's
 */
public record ParquetOrigin(List<FileEntry> files, RecordingRows rows, List<PartitionField> partitions, long bytes)
        implements RecordingOrigin {
    /**
     * Which rows of the files make up the recording, and in which order.
     *
     * @param field the column that says which recording a row belongs to; empty where all rows do
     * @param value value of that column, as text
     * @param orderField the column that gives the order of rows; empty for file order
     * @param absent the column that must not be there, for it would say which recording a row belongs to; empty for none
     * @param found rows found in each file when the listing read that column; empty where it did not
     */
    public record RecordingRows(String field, String value, String orderField, String absent, List<FoundRows> found)
            implements Serializable {
        /** All rows, in file order. */
        public static final RecordingRows ALL = new RecordingRows("", "", "", "");

        public RecordingRows {
            found = List.copyOf(found);
        }

        /** Rows that were not found yet. */
        public RecordingRows(String field, String value, String orderField, String absent) {
            this(field, value, orderField, absent, List.of());
        }

        /** True where some of the files' rows may be another recording's. */
        boolean areShared() {
            return !field.isEmpty();
        }
    }

    public ParquetOrigin {
        files = List.copyOf(files);
        partitions = List.copyOf(partitions);
    }

    @Override
    public Recording open(FileOpener storage, FieldChoice choice) throws IOException {
        return ParquetRecording.open(storage, this, choice);
    }
}
