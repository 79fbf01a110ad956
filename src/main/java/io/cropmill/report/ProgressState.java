package io.cropmill.report;

/**
 * How far a job is. A total of 0 is unknown and not shown.
 *
 * @param phase what goes on, a word or two: {@code build}
 * @param recordings that are done in this phase
 * @param totalRecordings that the phase will do
 * @param crops that are done in this phase
 * @param bytes of source that are done in this phase
 * @param totalBytes that the phase will do
 */
public record ProgressState(
        String phase, long recordings, long totalRecordings, long crops, long bytes, long totalBytes) {}
