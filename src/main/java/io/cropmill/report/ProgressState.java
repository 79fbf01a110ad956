package io.cropmill.report;

/**
 * How far a job is. A total of 0 is unknown and not shown.
 *
 * @param phase name of the phase, a word or two: {@code build}
 * @param recordings recordings finished in this phase
 * @param totalRecordings recordings of the whole phase
 * @param crops crops finished in this phase
 * @param bytes source bytes finished in this phase
 * @param totalBytes source bytes of the whole phase
 */
public record ProgressState(
        String phase, long recordings, long totalRecordings, long crops, long bytes, long totalBytes) {}
