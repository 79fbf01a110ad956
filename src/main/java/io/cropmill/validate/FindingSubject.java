package io.cropmill.validate;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import io.cropmill.validate.ValidationReport.Finding;

/**
 * What is being compared, for the findings about it.
 *
 * @param kind as in {@link Finding}
 * @param row -1 for the whole recording
 */
record FindingBuilder(String kind, String recording, long row, String file) {
    /** About a whole recording. */
    FindingBuilder(String kind, String recording, String file) {
        this(kind, recording, -1, file);
    }

    /**
     * Two values that should be one.
     *
     * @param what they are, for the sentence
     */
    Finding failure(String place, String what, ValuePair values) {
        return finding(Severity.FAILURE, place, what, values);
    }

    Finding finding(Severity severity, String place, String what, ValuePair values) {
        return new Finding(
                severity,
                kind,
                recording,
                row,
                file,
                place,
                values.expected(),
                values.found(),
                values.ulps(),
                "[" + file + "] Expected " + what + ": " + values.expected() + ", but found " + values.found()
                        + distance(values.ulps()));
    }

    /** Something about a file or a recording as a whole: the sentence reads "Expected {expected}, but found {found}". */
    Finding failure(String expected, String found) {
        return sentence(
                Severity.FAILURE, expected, found, "[" + file + "] Expected " + expected + ", but found " + found);
    }

    /** A finding whose sentence is made already. */
    Finding sentence(Severity severity, String expected, String found, String message) {
        return new Finding(severity, kind, recording, row, file, "", expected, found, -1, message);
    }

    private static String distance(long ulps) {
        return ulps < 1 ? "" : " (" + Figures.counted(ulps, "ulp") + " apart)";
    }
}
