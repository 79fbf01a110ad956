package io.cropmill.config;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be worked with; the message has one line for each thing that is wrong. */
public final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** Problems are not empty. */
    public SettingsException(List<Problem> problems) {
        super(problems.stream().map(Problem::sentence).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, in the order of the settings. */
    public List<Problem> problems() {
        return problems;
    }
}
