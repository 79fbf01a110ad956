package io.cropmill.rebuild.build;

import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.rebuild.listing.RecordingProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Counts crops under a cap. Of a crop that an earlier cap has cut, the points of a lower cap can be told from the points
 * that it kept, if the draws are of the same seed; those of a higher one are lost.
 */
final class CapCheck {
    private static final int MOST_ROWS_TOLD = 10;

    private final int cap;
    private final long seed;
    private final OptionalLong drawSeed;
    private final List<Long> higher = new ArrayList<>();
    private final List<Long> otherSeed = new ArrayList<>();
    private long higherRows;
    private long otherSeedRows;
    private long row;
    private Tally tally = Tally.NONE;

    /** Counts from a row on; {@code drawSeed} is that of crops that lost points. */
    CapCheck(int cap, long seed, OptionalLong drawSeed, long firstRow) {
        this.cap = cap;
        this.seed = seed;
        this.drawSeed = drawSeed;
        this.row = firstRow;
    }

    void add(long held, long source) {
        if (source > held) {
            if (cap > held) {
                higherRows++;
                note(higher);
            }
            if (drawSeed.isEmpty() || drawSeed.getAsLong() != seed) {
                otherSeedRows++;
                note(otherSeed);
            }
        }
        long kept = Math.min(held, cap);
        tally = tally.plus(new Tally(1, source, kept, source > kept ? 1 : 0, 0));
        row++;
    }

    private void note(List<Long> rows) {
        if (rows.size() < MOST_ROWS_TOLD) {
            rows.add(row);
        }
    }

    Tally tally() {
        return tally;
    }

    /** Why the recording cannot be cut so; nothing if it can. */
    Optional<RecordingProblem> problem(String file) {
        if (higherRows > 0) {
            return Optional.of(new RecordingProblem(
                    RecordingProblem.ProblemCause.SETTINGS,
                    "[" + file + "] Expected a cap that was not above the one before, but cap = " + cap + ": "
                            + told(higher, higherRows)
                            + " lost points before, and they are not in the pair; rebuild from the original"));
        }
        if (otherSeedRows > 0) {
            String drawn = drawSeed.isPresent()
                    ? "seed " + Long.toUnsignedString(drawSeed.getAsLong())
                    : "a seed that is not known";
            String remedy = drawSeed.isPresent()
                    ? "; set seed = " + Long.toUnsignedString(drawSeed.getAsLong()) + ", or rebuild from the original"
                    : "; set it with source.seed, or rebuild from the original";
            return Optional.of(new RecordingProblem(
                    RecordingProblem.ProblemCause.SETTINGS,
                    "[" + file + "] Expected crops drawn with seed = " + Long.toUnsignedString(seed) + ", but "
                            + told(otherSeed, otherSeedRows) + " lost points by " + drawn + remedy));
        }
        return Optional.empty();
    }

    private static String told(List<Long> rows, long count) {
        String first = rows.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return count == 1
                ? "crop " + first
                : "crops " + first + (count > rows.size() ? " and " + (count - rows.size()) + " more" : "");
    }
}
