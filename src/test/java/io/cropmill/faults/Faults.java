package io.cropmill.faults;

import java.util.ArrayList;
import java.util.List;

/** Faults, seam by seam, each with the kinds of sources that it shows in. */
final class Faults {
    static final List<String> ALL = List.of("PADDED", "COUNTED", "INFERRED", "PARQUET", "PAIR", "VERSION");
    static final List<String> PADDED = List.of("PADDED");
    static final List<String> COUNTED = List.of("COUNTED");
    static final List<String> INFERRED = List.of("INFERRED");
    static final List<String> ARRAYS = List.of("COUNTED", "INFERRED");
    static final List<String> PARQUET = List.of("PARQUET");
    static final List<String> PAIRS = List.of("PAIR", "VERSION");
    static final List<String> NPY = List.of("PADDED", "COUNTED", "INFERRED", "PAIR", "VERSION");
    static final List<String> WITH_CROP_FIELDS = List.of("PADDED", "PARQUET", "PAIR", "VERSION");

    private Faults() {}

    static List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        all.addAll(ReaderFaults.all());
        all.addAll(CountFaults.all());
        all.addAll(DrawFaults.all());
        all.addAll(GridFaults.all());
        all.addAll(FileFaults.all());
        return all;
    }
}
