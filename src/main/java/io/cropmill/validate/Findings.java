package io.cropmill.validate;

import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.util.ArrayList;
import java.util.List;

/** Findings of one piece of work: all are counted, the first few of each severity are kept. */
final class Findings {
    /** Findings kept for one split; more would say nothing new about a recording that is wrong everywhere. */
    static final int MOST_OF_A_SPLIT = 20;

    private final int most;
    private final List<Finding> failures = new ArrayList<>();
    private final List<Finding> warnings = new ArrayList<>();
    private long failureCount;
    private long warningCount;

    Findings(int most) {
        this.most = most;
    }

    void add(Finding finding) {
        if (finding.severity() == Severity.FAILURE) {
            failureCount++;
            keep(failures, finding);
        } else {
            warningCount++;
            keep(warnings, finding);
        }
    }

    private void keep(List<Finding> list, Finding finding) {
        if (list.size() < most) {
            list.add(finding);
        }
    }

    /** Adds findings of which only some are listed. */
    void addAll(List<Finding> listed, long ofFailures, long ofWarnings) {
        for (Finding finding : listed) {
            keep(finding.severity() == Severity.FAILURE ? failures : warnings, finding);
        }
        failureCount = Math.addExact(failureCount, ofFailures);
        warningCount = Math.addExact(warningCount, ofWarnings);
    }

    /** Failures first. */
    List<Finding> listed() {
        List<Finding> all = new ArrayList<>(failures);
        all.addAll(warnings.subList(0, Math.min(warnings.size(), most - failures.size())));
        return all;
    }

    long failures() {
        return failureCount;
    }

    long warnings() {
        return warningCount;
    }
}
