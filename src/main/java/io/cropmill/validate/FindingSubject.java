package io.cropmill.validate;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.io.IOException;
import java.io.Serializable;

/**
 * What a finding is about.
 *
 * @param kind what was compared: {@code points}, {@code metadata}, {@code raster}, {@code file}, {@code count},
 *     {@code padding}, {@code reach}
 * @param recording name of the recording
 * @param row row of the crop, -1 for the whole recording
 * @param file path of the file that is at fault
 */
public record FindingSubject(String kind, String recording, long row, String file) implements Serializable {
    /** A whole recording. */
    FindingSubject(String kind, String recording, String file) {
        this(kind, recording, -1, file);
    }

    /**
     * Two values that should be one.
     *
     * @param what name of the values, for the sentence
     */
    Finding failure(String place, String what, ValuePair values) {
        String distance = values.ulps() < 1 ? "" : " (" + Figures.counted(values.ulps(), "ulp") + " apart)";
        return new Finding(
                Severity.FAILURE,
                this,
                place,
                values,
                "[" + file + "] Expected " + what + ": " + values.expected() + ", but found " + values.found()
                        + distance);
    }

    /** Something about a file or a recording as a whole: the sentence reads "Expected {expected}, but found {found}". */
    Finding failure(String expected, String found) {
        return finding(
                Severity.FAILURE, expected, found, "[" + file + "] Expected " + expected + ", but found " + found);
    }

    /** A file that cannot be read; the cause says which, and why. */
    Finding failure(IOException cause) {
        return finding(Severity.FAILURE, "", "", String.valueOf(cause.getMessage()));
    }

    /** A finding about the whole, with a sentence of its own. */
    Finding finding(Severity severity, String expected, String found, String message) {
        return new Finding(severity, this, "", new ValuePair(expected, found, -1), message);
    }
}
