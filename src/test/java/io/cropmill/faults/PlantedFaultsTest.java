package io.cropmill.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fault in any one step from a source to its files is found, in every kind of source, for nothing that a rebuild
 * computes with takes part in the proof.
 */
@Slow
class PlantedFaultsTest {
    private static final List<String> KINDS =
            List.of(Sources.Kind.values()).stream().map(Sources.Kind::name).toList();

    private static final Map<String, Integer> REFUSED = new TreeMap<>();
    private static final List<String> MISSED = new ArrayList<>();

    @TempDir
    static Path folder;

    @BeforeAll
    static void writeSources() throws IOException {
        for (Sources.Kind kind : Sources.Kind.values()) {
            Sources.write(kind, folder);
        }
    }

    static List<Fault> faults() {
        return Faults.all();
    }

    @Test
    void findsNothingWhereNoFaultIs() throws IOException {
        try (PatchedClasses classes = PatchedClasses.with(List.of())) {
            for (String kind : KINDS) {
                assertThat(classes.run(kind, folder.toString())).as(kind).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsAFault(Fault fault) throws IOException {
        List<String> missed = new ArrayList<>();
        try (PatchedClasses classes = PatchedClasses.with(List.of(fault))) {
            for (String kind : fault.kinds()) {
                String wrong = classes.run(kind, folder.toString());
                if (wrong.lines().noneMatch(line -> line.startsWith("city/a ["))) {
                    missed.add(kind);
                    MISSED.add(fault + " in " + kind);
                } else {
                    REFUSED.merge(fault.seam(), 1, Integer::sum);
                }
            }
        }
        assertThat(missed).as("kinds of source in which it passed for equal").isEmpty();
    }

    /** If the proof drew with what a rebuild draws with, a fault in that would be on both sides. */
    @Test
    void wouldNotSeeAFaultOfCodeThatItShared() throws IOException {
        Fault inTheDraw = Faults.all().stream()
                .filter(fault -> fault.advice().equals(DrawFaults.FirstPoints.class))
                .findFirst()
                .orElseThrow();
        Fault shared =
                Fault.of("draw", "shared", "plain.PlainDraw#kept", DrawFaults.SharedDraw.class, List.of("PADDED"));
        try (PatchedClasses classes = PatchedClasses.with(List.of(inTheDraw, shared))) {
            assertThat(classes.run("PADDED", folder.toString())).isEmpty();
        }
    }

    /** Every seam has at least two faults in every kind of source that it is a part of. */
    @Test
    void plantsTwoFaultsAtEverySeamOfEveryKind() {
        Map<String, Long> counts = new TreeMap<>();
        for (Fault fault : Faults.all()) {
            for (String kind : fault.kinds()) {
                counts.merge(fault.seam() + " of " + kind, 1L, Long::sum);
            }
        }
        // reader, byte order, counts, draw, key, planes, shift, float16, offsets, metadata, checksum, header, join
        assertThat(counts).hasSize(13 * KINDS.size());
        assertThat(counts.values()).allMatch(count -> count >= 2);
    }

    @AfterAll
    static void tellHowMany() {
        int all = REFUSED.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(all + " planted faults were refused, " + MISSED.size() + " missed " + MISSED + ": "
                + REFUSED.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
    }
}
