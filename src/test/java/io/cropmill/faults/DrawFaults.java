package io.cropmill.faults;

import io.cropmill.subsample.PointSampler;
import io.cropmill.subsample.RecordingKey;
import java.util.List;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.FieldValue;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;

/** Faults in which points the cap keeps. */
final class DrawFaults {
    private DrawFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                        "draw",
                        "the first points are kept",
                        "subsample.PointSampler#smallest",
                        FirstPoints.class,
                        Faults.ALL),
                Fault.of("draw", "the seed is ignored", "subsample.Pcg64#new", WithoutSeed.class, Faults.ALL),
                Fault.of("draw", "the recording is ignored", "subsample.Pcg64#new", WithoutRecording.class, Faults.ALL),
                Fault.of("draw", "the row is ignored", "subsample.Pcg64#new", WithoutRow.class, Faults.ALL),
                Fault.of(
                        "draw",
                        "numbers are compared with their sign",
                        "subsample.PointSampler#draw",
                        SignedDraws.class,
                        Faults.ALL),
                Fault.of(
                        "draw",
                        "a product loses its carry",
                        "subsample.Pcg64#unsignedMultiplyHigh",
                        WithoutCarry.class,
                        Faults.ALL),
                Fault.of(
                        "key",
                        "the digest with its highest byte first",
                        "subsample.RecordingKey#value",
                        ReversedLong.class,
                        Faults.ALL),
                Fault.of("key", "of 32 bits", "subsample.RecordingKey#value", HalfKey.class, Faults.ALL));
    }

    static final class ReversedLong {
        @OnMethodExit
        static void exit(@Return(readOnly = false) long value) {
            value = Long.reverseBytes(value);
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
}
