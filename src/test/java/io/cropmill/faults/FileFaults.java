package io.cropmill.faults;

import io.cropmill.ragged.RaggedFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import org.apache.arrow.memory.ArrowBuf;

/** Faults in what is written: offsets, metadata, checksums, headers and joined parts. */
final class FileFaults {
    private FileFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                        "offsets",
                        "a start that is off by one",
                        "ragged.RaggedWriter#writeMetadata",
                        LaterStart.class,
                        Faults.ALL),
                Fault.of(
                        "offsets",
                        "each shard begins at point 0",
                        "ragged.RaggedWriter#new",
                        StartsAnew.class,
                        Faults.ALL),
                Fault.of(
                        "metadata",
                        "the source's count is the pair's",
                        "ragged.RaggedWriter#writeMetadata",
                        SourceIsKept.class,
                        Faults.ALL),
                Fault.of(
                        "metadata",
                        "the source's count is off by one",
                        "ragged.RaggedWriter#writeMetadata",
                        SourceIsMore.class,
                        Faults.ALL),
                Fault.of(
                        "metadata",
                        "a bit of a crop's last field",
                        "crop.BatchBuilder#build(1)",
                        FlippedCrop.class,
                        Faults.WITH_CROP_FIELDS),
                Fault.of(
                        "checksum",
                        "a bit of every checksum",
                        "storage.RunningCrc32c#value",
                        FlippedInt.class,
                        Faults.ALL),
                Fault.of(
                        "checksum",
                        "joined without the first part",
                        "storage.RunningCrc32c#combine",
                        SecondAlone.class,
                        Faults.ALL),
                Fault.of(
                        "header",
                        "more room than NumPy leaves",
                        "npy.NpyHeaderWriter#spareSpace",
                        LongerText.class,
                        Faults.ALL),
                Fault.of("header", "ends with a space", "npy.NpyHeaderWriter#wrap", SpaceAtEnd.class, Faults.ALL),
                Fault.of("join", "parts in reverse order", "ragged.RaggedFiles#join", ReversedParts.class, Faults.ALL),
                Fault.of("join", "two parts change places", "ragged.RaggedFiles#join", SwappedParts.class, Faults.ALL));
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
