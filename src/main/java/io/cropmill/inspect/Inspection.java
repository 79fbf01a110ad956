package io.cropmill.inspect;

import java.util.List;
import java.util.Optional;

/**
 * What a source or a dataset holds.
 *
 * @param recordings that could be read
 * @param unreadable what is wrong with the others, a message each that begins with the file
 * @param counts of crops and points; of a dataset as it is, of a source before the cap
 * @param cap that points would be dropped by, or were
 * @param layouts that the recordings have, in the order of their first appearance
 * @param sourceBytes of the source's files; of a dataset those that it was built from, where all are known
 * @param slotBytes that the source reserves for points; 0 for a dataset
 * @param paddingBytes of those that hold no point
 * @param converted sizes in every form; for a dataset those that it has are among them
 * @param values where a deep look was asked for
 * @param notes odd things, a sentence each
 */
public record Inspection(
        Place place,
        long recordings,
        List<String> unreadable,
        PointCounts counts,
        int cap,
        List<Layout> layouts,
        long sourceBytes,
        long slotBytes,
        long paddingBytes,
        ConvertedBytes converted,
        MemoryPlan memory,
        Optional<PointValues> values,
        List<String> notes) {
    public Inspection {
        unreadable = List.copyOf(unreadable);
        layouts = List.copyOf(layouts);
        notes = List.copyOf(notes);
    }

    /** A form of crops, and how many recordings have it. */
    public record Layout(Shape shape, long recordings) {}

    /** Share of the reserved points that is padding, 0 to 1; 0 for a dataset. */
    public double paddingShare() {
        return slotBytes == 0 ? 0 : (double) paddingBytes / slotBytes;
    }

    /** What follows, in plain sentences. */
    public String advice() {
        return Advice.of(this);
    }
}
