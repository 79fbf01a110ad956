package io.cropmill.faults;

import io.cropmill.crop.ragged.RaggedPlaces;
import java.util.List;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;

/** Faults in how many points a crop has. */
final class CountFaults {
    private CountFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                        "counts",
                        "one point too few",
                        "crop.padded.PaddedNpyRecording#checkedNumber",
                        FewerInt.class,
                        Faults.PADDED),
                Fault.of(
                        "counts",
                        "one point too many",
                        "crop.padded.PaddedNpyRecording#checkedNumber",
                        MoreInt.class,
                        Faults.PADDED),
                Fault.of(
                        "counts",
                        "one point too few",
                        "crop.padded.PlainNpyRecording#checkedCount",
                        FewerInt.class,
                        Faults.COUNTED),
                Fault.of(
                        "counts",
                        "one point too many",
                        "crop.padded.PlainNpyRecording#checkedCount",
                        MoreInt.class,
                        Faults.COUNTED),
                Fault.of(
                        "counts",
                        "one inferred point too few",
                        "crop.padded.InferredCounts#count",
                        FewerLong.class,
                        Faults.INFERRED),
                Fault.of(
                        "counts",
                        "one inferred point too many",
                        "crop.padded.InferredCounts#count",
                        MoreLong.class,
                        Faults.INFERRED),
                Fault.of(
                        "counts",
                        "one point too few",
                        "crop.parquet.NumberColumnReader#next",
                        FewerLong.class,
                        Faults.PARQUET),
                Fault.of(
                        "counts",
                        "one point too many",
                        "crop.parquet.NumberColumnReader#next",
                        MoreLong.class,
                        Faults.PARQUET),
                Fault.of(
                        "counts",
                        "the last point of a crop is left",
                        "crop.ragged.RaggedPlaces#of",
                        HeldLess.class,
                        Faults.PAIRS),
                Fault.of(
                        "counts",
                        "an earlier cap is forgotten",
                        "crop.ragged.RaggedPlaces#of",
                        SourceForgotten.class,
                        Faults.PAIRS));
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
}
