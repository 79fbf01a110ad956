package io.cropmill.inspect;

import java.util.List;

/**
 * What was looked at together, for jobs that run at once on one machine.
 *
 * @param places inspected places, at least one
 * @param isSample true if the points of some crops only were read
 */
public record InspectionReport(List<Inspection> places, MemoryPlan memory, boolean isSample) {
    public InspectionReport {
        places = List.copyOf(places);
    }

    /** Puts together what was found, against the memory of a machine. */
    public static InspectionReport of(List<Inspection> places, MachineMemory memory, long jobBytes, ScanDepth depth) {
        return new InspectionReport(places, MemoryPlan.of(memory, jobBytes, places), depth == ScanDepth.COUNTS);
    }

    /** True if something cannot be read, or would be refused. */
    public boolean hasFaults() {
        return places.stream()
                .anyMatch(place -> !place.faults().unreadable().isEmpty()
                        || !place.faults().refusals().isEmpty());
    }

    Advice advice() {
        return Advice.of(this);
    }
}
