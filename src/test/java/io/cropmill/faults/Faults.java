package io.cropmill.faults;

import io.cropmill.crop.RaggedPlaces;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.raster.CropShift;
import io.cropmill.subsample.PointSampler;
import io.cropmill.subsample.RecordingKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import org.apache.arrow.memory.ArrowBuf;

/** Faults, seam by seam; each class holds what is put into one method of the way that a rebuild goes. */
final class Faults {
    private static final List<String> ALL = List.of("PADDED", "COUNTED", "INFERRED", "PARQUET", "PAIR", "VERSION");
    private static final List<String> PADDED = List.of("PADDED");
    private static final List<String> COUNTED = List.of("COUNTED");
    private static final List<String> INFERRED = List.of("INFERRED");
    private static final List<String> ARRAYS = List.of("COUNTED", "INFERRED");
    private static final List<String> PARQUET = List.of("PARQUET");
    private static final List<String> PAIRS = List.of("PAIR", "VERSION");
    private static final List<String> NPY = List.of("PADDED", "COUNTED", "INFERRED", "PAIR", "VERSION");
    private static final List<String> WITH_CROP_FIELDS = List.of("PADDED", "PARQUET", "PAIR", "VERSION");

    private Faults() {}

    static List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        all.addAll(readers());
        all.addAll(counts());
        all.addAll(draws());
        all.addAll(grids());
        all.addAll(files());
        return all;
    }

    private static List<Fault> readers() {
        return List.of(
                Fault.of(
                        "reader",
                        "one field has another's values",
                        "crop.PaddedNpyReader#copyPoints",
                        OtherField.class,
                        PADDED),
                Fault.of(
                        "reader", "a field begins a value later", "crop.PlainNpyReader#copy", LaterValue.class, ARRAYS),
                Fault.of(
                        "reader",
                        "bit-packed places of a dictionary change places",
                        "parquet.HybridDecoder#read",
                        SwappedPlaces.class,
                        PARQUET),
                Fault.of("reader", "points begin a record early", "npy.NpyReader#readRows", EarlyRecord.class, PAIRS),
                Fault.of(
                        "reader",
                        "a bit of the first value of a batch",
                        "crop.BatchBuilder#build(1)",
                        FlippedPoint.class,
                        ALL),
                Fault.of(
                        "byte order",
                        "numbers turned round by halves",
                        "npy.PackingMove#swap",
                        SwappedHalves.class,
                        NPY),
                Fault.of("byte order", "numbers not turned round", "npy.PackingMove#swap", NotSwapped.class, NPY),
                Fault.of(
                        "byte order",
                        "the lowest bytes of decimals change places",
                        "parquet.Conversions#bigEndian",
                        LowBytesSwapped.class,
                        PARQUET),
                Fault.of(
                        "byte order",
                        "decimals without their sign",
                        "parquet.Conversions#bigEndian",
                        WithoutSign.class,
                        PARQUET));
    }

    private static List<Fault> counts() {
        return List.of(
                Fault.of("counts", "one point too few", "crop.PaddedNpyRecording#checkedCount", FewerInt.class, PADDED),
                Fault.of("counts", "one point too many", "crop.PaddedNpyRecording#checkedCount", MoreInt.class, PADDED),
                Fault.of("counts", "one point too few", "crop.PlainNpyRecording#checkedCount", FewerInt.class, COUNTED),
                Fault.of("counts", "one point too many", "crop.PlainNpyRecording#checkedCount", MoreInt.class, COUNTED),
                Fault.of(
                        "counts", "one inferred point too few", "crop.InferredCounts#count", FewerLong.class, INFERRED),
                Fault.of(
                        "counts", "one inferred point too many", "crop.InferredCounts#count", MoreLong.class, INFERRED),
                Fault.of("counts", "one point too few", "crop.NumberColumn#next", FewerLong.class, PARQUET),
                Fault.of("counts", "one point too many", "crop.NumberColumn#next", MoreLong.class, PARQUET),
                Fault.of("counts", "the last point of a crop is left", "crop.RaggedPlaces#of", HeldLess.class, PAIRS),
                Fault.of(
                        "counts", "an earlier cap is forgotten", "crop.RaggedPlaces#of", SourceForgotten.class, PAIRS));
    }

    private static List<Fault> draws() {
        return List.of(
                Fault.of(
                        "draw", "the first points are kept", "subsample.PointSampler#smallest", FirstPoints.class, ALL),
                Fault.of("draw", "the seed is ignored", "subsample.Pcg64#new", WithoutSeed.class, ALL),
                Fault.of("draw", "the recording is ignored", "subsample.Pcg64#new", WithoutRecording.class, ALL),
                Fault.of("draw", "the row is ignored", "subsample.Pcg64#new", WithoutRow.class, ALL),
                Fault.of(
                        "draw",
                        "numbers are compared with their sign",
                        "subsample.PointSampler#draw",
                        SignedDraws.class,
                        ALL),
                Fault.of(
                        "draw",
                        "a product loses its carry",
                        "subsample.Pcg64#unsignedMultiplyHigh",
                        WithoutCarry.class,
                        ALL),
                Fault.of(
                        "key",
                        "the digest with its highest byte first",
                        "subsample.RecordingKey#value",
                        ReversedLong.class,
                        ALL),
                Fault.of("key", "of 32 bits", "subsample.RecordingKey#value", HalfKey.class, ALL));
    }

    private static List<Fault> grids() {
        return List.of(
                Fault.of(
                        "planes",
                        "points are a quarter of a metre off",
                        "raster.PointCells#locate",
                        ShiftedPoints.class,
                        ALL),
                Fault.of(
                        "planes",
                        "the last point is left out",
                        "raster.FastRasterizer#rasterize",
                        LastPointLeft.class,
                        ALL),
                Fault.of("planes", "a density is an ulp too high", "raster.CountPlane#value", DenserPlane.class, ALL),
                Fault.of(
                        "planes", "rows and columns change places", "raster.PointCells#combine", Transposed.class, ALL),
                Fault.of("shift", "left out", "raster.CropShift#of", NoShift.class, ALL),
                Fault.of("shift", "x for y", "raster.CropShift#of", TurnedShift.class, ALL),
                Fault.of("shift", "the same in every row", "raster.CropShift#of", SameShift.class, ALL),
                Fault.of("float16", "cut instead of rounded", "raster.Float16#magnitude", CutHalf.class, ALL),
                Fault.of(
                        "float16",
                        "infinite instead of the largest",
                        "raster.Float16#encode",
                        InfiniteHalf.class,
                        ALL));
    }

    private static List<Fault> files() {
        return List.of(
                Fault.of(
                        "offsets",
                        "a start that is off by one",
                        "ragged.RaggedWriter#writeMetadata",
                        LaterStart.class,
                        ALL),
                Fault.of("offsets", "each shard begins at point 0", "ragged.RaggedWriter#new", StartsAnew.class, ALL),
                Fault.of(
                        "metadata",
                        "the source's count is the pair's",
                        "ragged.RaggedWriter#writeMetadata",
                        SourceIsKept.class,
                        ALL),
                Fault.of(
                        "metadata",
                        "the source's count is off by one",
                        "ragged.RaggedWriter#writeMetadata",
                        SourceIsMore.class,
                        ALL),
                Fault.of(
                        "metadata",
                        "a bit of a crop's last field",
                        "crop.BatchBuilder#build(1)",
                        FlippedCrop.class,
                        WITH_CROP_FIELDS),
                Fault.of("checksum", "a bit of every checksum", "storage.RunningCrc32c#value", FlippedInt.class, ALL),
                Fault.of(
                        "checksum",
                        "joined without the first part",
                        "storage.RunningCrc32c#combine",
                        SecondAlone.class,
                        ALL),
                Fault.of(
                        "header",
                        "more room than NumPy leaves",
                        "npy.NpyHeaderWriter#spareSpace",
                        LongerText.class,
                        ALL),
                Fault.of("header", "ends with a space", "npy.NpyHeaderWriter#wrap", SpaceAtEnd.class, ALL),
                Fault.of("join", "parts in reverse order", "ragged.RaggedFiles#join", ReversedParts.class, ALL),
                Fault.of("join", "two parts change places", "ragged.RaggedFiles#join", SwappedParts.class, ALL));
    }

    static final class OtherField {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) int field) {
            field = field == 2 ? 1 : field;
        }
    }

    static final class LaterValue {
        @OnMethodEnter
        static void enter(
                @Argument(0) int field,
                @Argument(value = 1, readOnly = false) int valueOffset,
                @FieldValue("layout") Object layout) {
            valueOffset = field == 1 ? valueOffset - (layout.toString().contains("f8") ? 8 : 4) : valueOffset;
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

    static final class ReversedLong {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = Long.reverseBytes(value);
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

    static final class FewerInt {
        @OnMethodExit
        static void exit(@Return(readOnly = false) int value) {
            value = value == 5 ? 4 : value;
        }
    }

    static final class MoreInt {
        @OnMethodExit
        static void exit(@Return(readOnly = false) int value) {
            value = value == 5 ? 6 : value;
        }
    }

    static final class FewerLong {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = value == 5 ? 4 : value;
        }
    }

    static final class MoreLong {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = value == 5 ? 6 : value;
        }
    }

    static final class HeldLess {
        @OnMethodExit
        static void exit(@Return(readOnly = false) RaggedPlaces.Crop crop) {
            crop = crop.held() == 7 ? new RaggedPlaces.Crop(crop.start(), 6, 6) : crop;
        }
    }

    static final class SourceForgotten {
        @OnMethodExit
        static void exit(@Return(readOnly = false) RaggedPlaces.Crop crop) {
            crop = new RaggedPlaces.Crop(crop.start(), crop.held(), crop.held());
        }
    }

    static final class FirstPoints {
        @OnMethodExit
        static void exit(@Return(readOnly = false) int[] kept) {
            int[] first = new int[kept.length];
            for (int i = 0; i < first.length; i++) {
                first[i] = i;
            }
            kept = first;
        }
    }

    static final class WithoutSeed {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) long[] entropy) {
            entropy = entropy.clone();
            entropy[0] = 0;
        }
    }

    static final class WithoutRecording {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) long[] entropy) {
            entropy = entropy.clone();
            entropy[1] = 0;
        }
    }

    static final class WithoutRow {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) long[] entropy) {
            entropy = entropy.clone();
            entropy[2] = 0;
        }
    }

    static final class SignedDraws {
        @OnMethodExit
        static void exit(@FieldValue("keys") long[] keys) {
            for (int i = 0; i < keys.length; i++) {
                keys[i] ^= Long.MIN_VALUE;
            }
        }
    }

    static final class WithoutCarry {
        @OnMethodExit
        static void exit(@Argument(0) long factor, @Return(readOnly = false) long high) {
            high = factor < 0 ? high - 1 : high;
        }
    }

    static final class HalfKey {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = value & 0xffffffffL;
        }
    }

    static final class ShiftedPoints {
        @OnMethodEnter
        static void enter(@Argument(value = 2, readOnly = false) float shift) {
            shift += 0.25f;
        }
    }

    static final class LastPointLeft {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) int count) {
            count = Math.max(0, count - 1);
        }
    }

    static final class DenserPlane {
        @OnMethodExit
        static void exit(@Argument(0) int count, @Return(readOnly = false) float value) {
            value = Math.nextUp(value);
        }
    }

    static final class Transposed {
        @OnMethodEnter
        static void enter(@Argument(0) float[] columns, @Argument(1) float[] rows, @Argument(2) int count) {
            for (int i = 0; i < count; i++) {
                float column = columns[i];
                columns[i] = rows[i];
                rows[i] = Math.min(3, column);
            }
        }
    }

    static final class NoShift {
        @OnMethodExit
        static void exit(@Return(readOnly = false) CropShift shift) {
            shift = new CropShift(0, 0);
        }
    }

    static final class TurnedShift {
        @OnMethodExit
        static void exit(@Return(readOnly = false) CropShift shift) {
            shift = new CropShift(shift.dy(), shift.dx());
        }
    }

    static final class SameShift {
        @OnMethodEnter
        static void enter(@Argument(value = 3, readOnly = false) long row) {
            row = 0;
        }
    }

    static final class CutHalf {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) float value) {
            value = value > 1 ? Float.intBitsToFloat(Float.floatToRawIntBits(value) & -8192) : value;
        }
    }

    static final class InfiniteHalf {
        @OnMethodExit
        static void exit(@Return(readOnly = false) short half) {
            half = half == 0x7bff ? 0x7c00 : half;
        }
    }

    static final class LaterStart {
        @OnMethodEnter
        static void enter(
                @FieldValue(value = "pointStart", readOnly = false) long pointStart, @FieldValue("row") long row) {
            pointStart += row == 4 ? 1 : 0;
        }

        @OnMethodExit
        static void exit(
                @FieldValue(value = "pointStart", readOnly = false) long pointStart, @FieldValue("row") long row) {
            pointStart -= row == 4 ? 1 : 0;
        }
    }

    static final class StartsAnew {
        @OnMethodExit
        static void exit(@FieldValue(value = "pointStart", readOnly = false) long pointStart) {
            pointStart = 0;
        }
    }

    static final class SourceIsKept {
        @OnMethodEnter
        static void enter(@Argument(2) int kept, @Argument(value = 3, readOnly = false) int source) {
            source = kept;
        }
    }

    static final class SourceIsMore {
        @OnMethodEnter
        static void enter(@Argument(value = 3, readOnly = false) int source) {
            source = source == 3 ? 4 : source;
        }
    }

    static final class FlippedCrop {
        @OnMethodEnter
        static void enter(@FieldValue("buffers") List<ArrowBuf> buffers) {
            ArrowBuf last = buffers.get(buffers.size() - 1);
            last.setByte(0, last.getByte(0) ^ 1);
        }
    }

    static final class FlippedInt {
        @OnMethodExit
        static void exit(@Return(readOnly = false) int value) {
            value ^= 1;
        }
    }

    static final class SecondAlone {
        @OnMethodExit
        static void exit(
                @Argument(0) int first,
                @Argument(1) int second,
                @Argument(2) long bytes,
                @Return(readOnly = false) int value) {
            value = bytes > 0 ? second : first;
        }
    }

    static final class LongerText {
        @OnMethodExit
        static void exit(@Return(readOnly = false) String text) {
            text = text + " ".repeat(64);
        }
    }

    static final class SpaceAtEnd {
        @OnMethodExit
        static void exit(@Return byte[] header) {
            header[header.length - 1] = ' ';
        }
    }

    /** The proof draws as a rebuild does. */
    static final class SharedDraw {
        @OnMethodExit
        static void exit(
                @Argument(0) long row,
                @Argument(1) int count,
                @FieldValue("seed") long seed,
                @FieldValue("recording") long recording,
                @FieldValue("cap") int cap,
                @Return(readOnly = false) int[] kept) {
            kept = kept == null ? null : new PointSampler(seed).keep(new RecordingKey(recording), row, count, cap);
        }
    }

    static final class ReversedParts {
        @OnMethodEnter
        static void enter(@Argument(value = 3, readOnly = false) List<RaggedFiles> shards) {
            shards = new ArrayList<>(shards);
            Collections.reverse(shards);
        }
    }

    static final class SwappedParts {
        @OnMethodEnter
        static void enter(@Argument(value = 3, readOnly = false) List<RaggedFiles> shards) {
            shards = new ArrayList<>(shards);
            Collections.swap(shards, 1, 2);
        }
    }
}
