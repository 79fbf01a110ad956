package io.cropmill.raster;

/** Mean value of a cell: a float64 sum in point order over the number of points, rounded to float32. */
final class MeanPlane implements Plane {
    final double[] sums;
    final int value;

    MeanPlane(int cells, int value) {
        sums = new double[cells + 1];
        this.value = value;
    }

    @Override
    public void add(PointCells cells, int count, float[][] values) {
        float[] column = values[value];
        for (int i = 0; i < count; i++) {
            sums[cells.of(i)] += column[i];
        }
    }

    @Override
    public void finish(CellCounts counts, float[] grid, int offset) {
        int[] occupied = counts.occupied;
        for (int i = 0; i < counts.occupiedCount(); i++) {
            int cell = occupied[i];
            grid[offset + cell] = (float) (sums[cell] / counts.counts[cell]) + 0.0f;
            sums[cell] = 0;
        }
    }
}
