package io.cropmill.faults;

import java.nio.ByteBuffer;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import org.apache.arrow.memory.ArrowBuf;

/** Faults in what decodes a source and turns its bytes round. */
final class ReaderFaults {
    private ReaderFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                        "reader",
                        "one field has another's values",
                        "crop.padded.PaddedRowReader#copyPoints",
                        OtherField.class,
                        Faults.PADDED),
                Fault.of(
                        "reader",
                        "a field begins a value later",
                        "crop.padded.PaddedRowReader#copyPoints",
                        LaterValue.class,
                        Faults.ARRAYS),
                Fault.of(
                        "reader",
                        "bit-packed places of a dictionary change places",
                        "parquet.HybridDecoder#read",
                        SwappedPlaces.class,
                        Faults.PARQUET),
                Fault.of(
                        "reader",
                        "points begin a record early",
                        "npy.NpyReader#readRows",
                        EarlyRecord.class,
                        Faults.PAIRS),
                Fault.of(
                        "reader",
                        "a bit of the first value of a batch",
                        "crop.BatchBuilder#build(1)",
                        FlippedPoint.class,
                        Faults.ALL),
                Fault.of(
                        "byte order",
                        "numbers turned round by halves",
                        "npy.PackingMove#swap",
                        SwappedHalves.class,
                        Faults.NPY),
                Fault.of(
                        "byte order", "numbers not turned round", "npy.PackingMove#swap", NotSwapped.class, Faults.NPY),
                Fault.of(
                        "byte order",
                        "the lowest bytes of decimals change places",
                        "parquet.NumberPacking#bigEndian",
                        LowBytesSwapped.class,
                        Faults.PARQUET),
                Fault.of(
                        "byte order",
                        "decimals without their sign",
                        "parquet.NumberPacking#bigEndian",
                        WithoutSign.class,
                        Faults.PARQUET));
    }

    static final class OtherField {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) int field) {
            field = field == 2 ? 1 : field;
        }
    }

    static final class LaterValue {
        @OnMethodEnter
        static void enter(@Argument(0) int field, @Argument(value = 1, readOnly = false) int offset) {
            offset = field == 1 ? offset - 4 : offset;
        }
    }

    static final class SwappedPlaces {
        @OnMethodExit
        static void exit(
                @Argument(0) int[] target,
                @Argument(1) int from,
                @Argument(2) int count,
                @FieldValue("bitWidth") int bitWidth) {
            if (bitWidth > 2 && count > 1) {
                int first = target[from];
                target[from] = target[from + 1];
                target[from + 1] = first;
            }
        }
    }

    static final class EarlyRecord {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) long row, @FieldValue("file") String file) {
            row = file.endsWith(".points.npy") && row > 0 ? row - 1 : row;
        }
    }

    static final class FlippedPoint {
        @OnMethodEnter
        static void enter(@FieldValue("buffers") List<ArrowBuf> buffers, @FieldValue("points") long points) {
            if (points > 0) {
                buffers.get(0).setByte(0, buffers.get(0).getByte(0) ^ 1);
            }
        }
    }

    static final class SwappedHalves {
        @OnMethodEnter
        static void enter(@Argument(value = 2, readOnly = false) int width) {
            width = width > 2 ? width / 2 : width;
        }
    }

    static final class NotSwapped {
        @OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(
                @Argument(0) int from,
                @Argument(1) int to,
                @Argument(3) int bytes,
                @FieldValue("source") ByteBuffer source,
                @FieldValue("target") ByteBuffer target) {
            target.put(to, source, from, bytes);
            return true;
        }
    }

    static final class LowBytesSwapped {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = value & ~0xffffL | (value & 0xff) << 8 | value >>> 8 & 0xff;
        }
    }

    static final class WithoutSign {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = value & 0xffffffffffL;
        }
    }
}
