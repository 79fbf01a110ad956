package io.cropmill.faults;

import io.cropmill.raster.CropShift;
import java.util.List;
import net.bytebuddy.asm.Advice.Argument;
import net.bytebuddy.asm.Advice.OnMethodEnter;
import net.bytebuddy.asm.Advice.OnMethodExit;
import net.bytebuddy.asm.Advice.Return;

/** Faults in rasters, in what shifts them and in what rounds them. */
final class GridFaults {
    private GridFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.of(
                        "planes",
                        "points are a quarter of a metre off",
                        "raster.PointCells#locate",
                        ShiftedPoints.class,
                        Faults.ALL),
                Fault.of(
                        "planes",
                        "the last point is left out",
                        "raster.FastRasterizer#rasterize",
                        LastPointLeft.class,
                        Faults.ALL),
                Fault.of(
                        "planes",
                        "a density is an ulp too high",
                        "raster.CountPlane#value",
                        DenserPlane.class,
                        Faults.ALL),
                Fault.of(
                        "planes",
                        "rows and columns change places",
                        "raster.PointCells#combine",
                        Transposed.class,
                        Faults.ALL),
                Fault.of("shift", "left out", "raster.CropShift#of", NoShift.class, Faults.ALL),
                Fault.of("shift", "x for y", "raster.CropShift#of", TurnedShift.class, Faults.ALL),
                Fault.of("shift", "the same in every row", "raster.CropShift#of", SameShift.class, Faults.ALL),
                Fault.of("float16", "cut instead of rounded", "raster.Float16#magnitude", CutHalf.class, Faults.ALL),
                Fault.of(
                        "float16",
                        "infinite instead of the largest",
                        "raster.Float16#encode",
                        InfiniteHalf.class,
                        Faults.ALL));
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
}
