package io.cropmill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.parquet.GrowingBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fault in any step of a rebuild's own decoding of Parquet is found, in every shape that crops have there. */
@Slow
class ParquetFaultsTest {
    private static final List<String> SHAPES =
            Stream.of(ParquetShapes.Shape.values()).map(Enum::name).toList();
    private static final List<String> LISTS = List.of("INDEXED", "NESTED", "SPLIT");
    private static int found;

    @TempDir
    static Path folder;

    @BeforeAll
    static void writeSources() throws IOException {
        for (ParquetShapes.Shape shape : ParquetShapes.Shape.values()) {
            ParquetShapes.write(shape, folder);
        }
    }

    static List<Fault> faults() {
        return Stream.of(values(), cells(), levels(), rows())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Fault> values() {
        List<Fault> all = new ArrayList<>(decoding());
        all.addAll(FolderFaults.all());
        return all;
    }

    private static List<Fault> decoding() {
        return List.of(
                fault(
                        "values",
                        "places of a dictionary off by one",
                        "parquet.HybridDecoder#read",
                        NextPlace.class,
                        List.of("INDEXED")),
                fault(
                        "values",
                        "bit-packed places change places",
                        "parquet.HybridDecoder#unpack",
                        TurnedGroup.class,
                        List.of("INDEXED")),
                fault(
                        "values",
                        "plain numbers with the highest byte first",
                        "parquet.PlainNumbers#read",
                        TurnedNumber.class,
                        List.of("NESTED")),
                fault(
                        "values",
                        "plain numbers of a page's end",
                        "parquet.PlainNumbers#read",
                        LastNumberTwice.class,
                        List.of("NESTED")),
                fault(
                        "values",
                        "split numbers with the highest byte first",
                        "parquet.StreamSplitNumbers#read",
                        TurnedNumber.class,
                        List.of("SPLIT")),
                fault(
                        "values",
                        "split numbers a value late",
                        "parquet.StreamSplitNumbers#read",
                        LaterSplit.class,
                        List.of("SPLIT")),
                fault("values", "small numbers off by one", "parquet.NumberPacking#put(3)", NextStored.class, SHAPES),
                fault(
                        "values",
                        "booleans negated",
                        "parquet.ColumnValues$BitNumbers#read",
                        Negated.class,
                        List.of("INDEXED", "SPLIT", "CELLS", "ZIPS")));
    }

    private static List<Fault> cells() {
        return List.of(
                fault(
                        "cells",
                        "a bit of an array's last value",
                        "crop.parquet.CellDecoder#append(4)",
                        FlippedBit.class,
                        List.of("CELLS", "ZIPS")),
                fault(
                        "cells",
                        "the value before the last twice",
                        "crop.parquet.CellDecoder#append(4)",
                        FirstValue.class,
                        List.of("CELLS", "ZIPS")));
    }

    private static List<Fault> levels() {
        return List.of(
                fault(
                        "levels",
                        "two lists change places",
                        "parquet.PageRows#decode",
                        SwappedLists.class,
                        List.of("INDEXED", "SPLIT")),
                fault(
                        "levels",
                        "two lists change lengths at a page's end",
                        "parquet.PageRows#decode",
                        SwappedLastLists.class,
                        List.of("INDEXED", "SPLIT")));
    }

    private static List<Fault> rows() {
        return List.of(
                fault(
                        "rows",
                        "of a recording, a run too few",
                        "crop.parquet.ParquetRecordings#of",
                        RunLost.class,
                        SHAPES),
                fault(
                        "rows",
                        "of a recording, one of another",
                        "crop.parquet.ParquetRecordings#of",
                        OtherRow.class,
                        SHAPES),
                fault("rows", "in reverse order", "crop.parquet.RowOrder#of", ReversedRuns.class, SHAPES),
                fault("rows", "the order is the reverse", "crop.parquet.RowOrder#key", ReversedKey.class, SHAPES),
                fault("rows", "the order is left out", "crop.parquet.RowOrder#key", SameKey.class, SHAPES),
                fault("rows", "a row is passed too few", "parquet.ColumnReader#skip", SkipsLess.class, LISTS));
    }

    private static Fault fault(String seam, String name, String place, Class<?> advice, List<String> shapes) {
        return Fault.of(seam, name, place, advice, shapes);
    }

    @Test
    void findsNothingWhereNoFaultIs() throws IOException {
        try (PatchedClasses classes = PatchedClasses.with(List.of())) {
            for (String shape : SHAPES) {
                assertThat(classes.run(ParquetShapes.class, shape, folder.toString()))
                        .as(shape)
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsAFault(Fault fault) throws IOException {
        List<String> missed = new ArrayList<>();
        try (PatchedClasses classes = PatchedClasses.with(List.of(fault))) {
            for (String shape : fault.kinds()) {
                String wrong = classes.run(ParquetShapes.class, shape, folder.toString());
                if (wrong.lines().noneMatch(line -> line.startsWith("city/a ["))) {
                    missed.add(shape);
                } else {
                    found++;
                }
            }
        }
        assertThat(missed).as("shapes in which it passed for equal").isEmpty();
    }

    @AfterAll
    static void tellHowMany() {
        System.out.println(found + " faults planted in the decoding of Parquet were refused");
    }

    static final class NextPlace {
        @OnMethodExit
        static void exit(
                @Argument(0) int[] target,
                @Argument(1) int from,
                @Argument(2) int count,
                @FieldValue("bitWidth") int width) {
            for (int i = from; width > 2 && i < from + count; i++) {
                target[i] = Math.max(0, target[i] - 1);
            }
        }
    }

    static final class TurnedGroup {
        @OnMethodExit
        static void exit(@Argument(0) int[] target, @Argument(1) int at, @FieldValue("bitWidth") int width) {
            for (int i = 0; width > 2 && i < 4; i++) {
                int first = target[at + i];
                target[at + i] = target[at + 7 - i];
                target[at + 7 - i] = first;
            }
        }
    }

    static final class TurnedNumber {
        @OnMethodExit
        static void exit(@Argument(0) ByteBuffer target, @Argument(1) int count) {
            int at = target.position() - 4;
            if (count > 1) {
                target.putInt(at, Integer.reverseBytes(target.getInt(at)));
            }
        }
    }

    static final class LastNumberTwice {
        @OnMethodExit
        static void exit(@Argument(0) ByteBuffer target, @Argument(1) int count) {
            if (count > 1) {
                target.putInt(target.position() - 8, target.getInt(target.position() - 4));
            }
        }
    }

    static final class LaterSplit {
        @OnMethodExit
        static void exit(@FieldValue(value = "next", readOnly = false) int next, @FieldValue("values") int values) {
            next = next < values ? next - 1 : next;
        }
    }

    static final class NextStored {
        @OnMethodEnter
        static void enter(@Argument(value = 2, readOnly = false) long stored) {
            stored++;
        }
    }

    static final class Negated {
        @OnMethodExit
        static void exit(@Argument(0) ByteBuffer target) {
            int last = target.position() - 1;
            target.put(last, (byte) (1 - target.get(last)));
        }
    }

    static final class FlippedBit {
        @OnMethodExit
        static void exit(@Argument(3) GrowingBytes target) {
            ByteBuffer room = target.room(0);
            int last = room.position() - 4;
            room.putInt(last, room.getInt(last) ^ 1);
        }
    }

    static final class FirstValue {
        @OnMethodExit
        static void exit(@Argument(1) long rows, @Argument(3) GrowingBytes target) {
            ByteBuffer room = target.room(0);
            if (rows > 1) {
                room.putInt(room.position() - 4, room.getInt(room.position() - 8));
            }
        }
    }

    static final class SwappedLists {
        @OnMethodExit
        static void exit(@FieldValue("lengths") int[] lengths, @FieldValue("rows") int rows) {
            if (rows > 1) {
                int first = lengths[0];
                lengths[0] = lengths[1];
                lengths[1] = first;
            }
        }
    }

    static final class SwappedLastLists {
        @OnMethodExit
        static void exit(@FieldValue("lengths") int[] lengths, @FieldValue("rows") int rows) {
            if (rows > 1) {
                int last = lengths[rows - 1];
                lengths[rows - 1] = lengths[rows - 2];
                lengths[rows - 2] = last;
            }
        }
    }

    static final class RunLost {
        @OnMethodExit
        static void exit(@Return(readOnly = false) List<Object> runs) {
            runs = new ArrayList<>(runs);
            runs.remove(2);
        }
    }

    static final class OtherRow {
        @OnMethodExit
        static void exit(@Return(readOnly = false) List<Object> runs) {
            runs = new ArrayList<>(runs);
            runs.set(2, runs.get(1));
        }
    }

    static final class ReversedRuns {
        @OnMethodExit
        static void exit(@Return(readOnly = false) List<Object> runs) {
            runs = new ArrayList<>(runs);
            Collections.reverse(runs);
        }
    }

    static final class ReversedKey {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long key) {
            key = -key;
        }
    }

    static final class SameKey {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long key) {
            key = 0;
        }
    }

    static final class SkipsLess {
        @OnMethodEnter
        static void enter(@Argument(value = 0, readOnly = false) long count) {
            count = count == 2 ? 1 : count;
        }
    }
}
