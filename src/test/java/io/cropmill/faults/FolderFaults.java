package io.cropmill.faults;

import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ParquetColumn;
import io.cropmill.parquet.ParquetFile;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;

/** Faults of recordings that several files hold, and of folders that are crop fields. */
final class FolderFaults {
    private static final List<String> SEVERAL = List.of("SPREAD", "PARTITIONED");
    private static final List<String> FOLDERS = List.of("PARTITIONED");

    private FolderFaults() {}

    static List<Fault> all() {
        return Stream.concat(ofFiles().stream(), ofPartitions().stream()).toList();
    }

    private static List<Fault> ofFiles() {
        return List.of(
                Fault.of(
                        "files",
                        "rows begin one early",
                        "crop.parquet.FoundRows$Packing#add",
                        EarlierRow.class,
                        SEVERAL),
                Fault.of(
                        "files",
                        "rows of a later file are the first's",
                        "crop.parquet.FoundRows#in",
                        FirstFile.class,
                        SEVERAL),
                Fault.of(
                        "files",
                        "columns of a later file stand as in the first",
                        "crop.parquet.GroupColumns#reader",
                        ColumnByPlace.class,
                        SEVERAL));
    }

    private static List<Fault> ofPartitions() {
        return List.of(
                Fault.of(
                        "partitions",
                        "values are not decoded",
                        "text.PercentEscapes#decode",
                        NotDecoded.class,
                        FOLDERS),
                Fault.of(
                        "partitions",
                        "text for all values",
                        "rebuild.listing.PartitionFields#type",
                        TextAlways.class,
                        FOLDERS),
                Fault.of(
                        "partitions",
                        "whole numbers float",
                        "rebuild.listing.PartitionFields#type",
                        Floating.class,
                        FOLDERS),
                Fault.of(
                        "partitions",
                        "a field too few",
                        "rebuild.listing.PartitionFields#of(1)",
                        FieldLost.class,
                        FOLDERS),
                Fault.of(
                        "partitions",
                        "names in the other order",
                        "rebuild.listing.PartitionFields#of(1)",
                        Turned.class,
                        FOLDERS),
                Fault.of(
                        "partitions",
                        "the first file's value everywhere",
                        "crop.parquet.PartitionField#bytes",
                        FirstValueAlways.class,
                        FOLDERS),
                Fault.of(
                        "partitions",
                        "values with another byte order",
                        "crop.parquet.PartitionField#bytes",
                        Swapped.class,
                        FOLDERS));
    }

    static final class EarlierRow {
        @OnMethodEnter
        static void enter(@Argument(value = 1, readOnly = false) long start) {
            start = start > 0 ? start - 1 : start;
        }
    }

    static final class FirstFile {
        @OnMethodEnter
        static void enter(@Argument(value = 2, readOnly = false) int index) {
            index = 0;
        }
    }

    static final class ColumnByPlace {
        @OnMethodEnter
        static void enter(
                @Argument(value = 0, readOnly = false) ParquetColumn column, @FieldValue("file") ParquetFile file) {
            if (column.name().equals("height")) {
                column = file.columns().get(1);
            } else if (column.name().equals("intensity")) {
                column = file.columns().get(2);
            }
        }
    }

    static final class NotDecoded {
        @OnMethodExit
        static void exit(@Argument(0) String text, @Return(readOnly = false) String decoded) {
            decoded = text;
        }
    }

    static final class TextAlways {
        @OnMethodExit
        static void exit(@Return(readOnly = false) ScalarType type) {
            type = new ScalarType(ScalarType.ScalarKind.TEXT, ByteOrder.LITTLE_ENDIAN, 16, "");
        }
    }

    static final class Floating {
        @OnMethodExit
        static void exit(@Return(readOnly = false) ScalarType type) {
            type = type.equals(ScalarType.INT64) ? ScalarType.FLOAT64 : type;
        }
    }

    static final class FieldLost {
        @OnMethodExit
        static void exit(@Return(readOnly = false) List<Object> fields) {
            fields = new ArrayList<>(fields.subList(0, fields.size() - 1));
        }
    }

    static final class Turned {
        @OnMethodExit
        static void exit(@Return(readOnly = false) List<Object> fields) {
            fields = new ArrayList<>(fields);
            Collections.reverse(fields);
        }
    }

    static final class FirstValueAlways {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) int file) {
            file = 0;
        }
    }

    static final class Swapped {
        @OnMethodExit
        static void exit(@Return byte[] value) {
            byte first = value[0];
            value[0] = value[value.length - 1];
            value[value.length - 1] = first;
        }
    }
}
