package io.cropmill.job;

/**
 * How a job ended without an exception.
 *
 * @param status the exit code of its command
 * @param text what a person reads; ends with a line feed unless empty
 */
public record JobOutcome(ExitCode status, String text) {}
