package io.cropmill.subsample;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time to choose the points of one crop over a cap of 4,096. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SamplerBenchmark {
    @Param({"5000", "16384", "1000000"})
    public int points;

    private final PointSampler sampler = new PointSampler(7);
    private final RecordingKey recording = RecordingKey.of("benchmark");
    private long row;

    @Benchmark
    public int[] keep() {
        return sampler.keep(recording, row++ & 0xffff, points, 4096);
    }
}
