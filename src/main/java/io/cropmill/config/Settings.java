package io.cropmill.config;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.dataset.manifest.Recipe;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a user can set, as one immutable value. Cannot be wrong: the constructors refuse with a
 * {@link SettingsException} what no job could work with. Made by {@link SettingsLoader}; keys and meanings are in
 * {@code conf/reference.conf}.
 *
 * @param source how to read the source
 * @param recipe what is made of it; rasters are {@code default} first, others in the order of their names
 * @param tolerance what a rebuild puts up with
 * @param validation how old and new are compared
 * @param keep versions that expire keeps, at least 1
 * @param lockStaleAfter how long a heartbeat must stand still before its lock may be taken over
 * @param work how much a task takes on
 */
public record Settings(
        SourceSettings source,
        Recipe recipe,
        Tolerance tolerance,
        Validation validation,
        int keep,
        Duration lockStaleAfter,
        WorkSizes work)
        implements Serializable {
    private static final long MAX_BATCH_BYTES = 1L << 30;

    public Settings {
        Problems problems = new Problems();
        problems.require(keep >= 1, "keep", "at least 1", keep);
        problems.require(
                lockStaleAfter.toMillis() >= 1, "lock.stale-after", "at least 1 ms", lockStaleAfter.toMillis() + " ms");
        problems.require(
                work.batchBytes >= 1 && work.batchBytes <= MAX_BATCH_BYTES,
                "batch-bytes",
                "between 1 and " + MAX_BATCH_BYTES + " bytes",
                work.batchBytes);
        problems.require(work.splitBytes >= 1, "split-bytes", "at least 1", work.splitBytes);
        problems.throwIfAny();
    }

    /**
     * How to read the source.
     *
     * @param format what it holds
     * @param fields which fields are points, counts and crop fields; those that rasters need are not known here
     * @param fingerprint by what a file is known to have changed
     * @param parquet what only Parquet has
     * @param seed with which the crops of a bare pair were drawn, unsigned; null if it is not given
     */
    public record SourceSettings(
            SourceFormat format,
            FieldChoice fields,
            Fingerprint fingerprint,
            Parquet parquet,
            @Nullable Long seed) implements Serializable {
        public SourceSettings {
            String countField = fields.countField();
            List<PointFieldName> pointFields = fields.pointFields();
            List<String> skipFields = fields.skipFields();
            Problems problems = new Problems();
            problems.require(!countField.isEmpty(), "source.count-field", "a name", "empty");
            long names =
                    pointFields.stream().map(PointFieldName::name).distinct().count();
            problems.require(
                    names == pointFields.size(),
                    "source.point-fields",
                    "of different names",
                    SettingType.quoted(pointFields));
            for (PointFieldName field : pointFields) {
                problems.require(
                        !skipFields.contains(field.name()),
                        "source.skip-fields",
                        "of crop fields",
                        SettingType.quoted(skipFields));
            }
            problems.require(
                    !skipFields.contains(countField),
                    "source.skip-fields",
                    "of crop fields, not of the count " + countField + ",",
                    SettingType.quoted(skipFields));
            problems.throwIfAny();
        }

        /** The same with another choice of fields. */
        public SourceSettings withFields(FieldChoice others) {
            return new SourceSettings(format, others, fingerprint, parquet, seed);
        }
    }

    /**
     * How rows of Parquet files become recordings.
     *
     * @param recordingField names the recording of a row; empty: a file is a recording
     * @param orderField orders the rows of a recording; empty: the files' order
     * @param partitions what becomes of folders named {@code key=value}
     */
    public record Parquet(String recordingField, String orderField, Partitions partitions) implements Serializable {
        /** The field that names the recording where no other is said; files without it are a recording each. */
        public static final String RECORDING = "recording";
    }

    /**
     * What a rebuild puts up with and still publishes.
     *
     * @param onBadRecording what a bad recording does
     * @param maxBadRecordings with SKIP, more than this publish nothing
     * @param maxVanished a fraction of the live version's recordings, 0 to 1
     */
    public record Tolerance(OnBadRecording onBadRecording, int maxBadRecordings, double maxVanished)
            implements Serializable {
        public Tolerance {
            Problems problems = new Problems();
            problems.require(maxBadRecordings >= 0, "max-bad-recordings", "at least 0", maxBadRecordings);
            problems.require(maxVanished >= 0 && maxVanished <= 1, "max-vanished", "between 0 and 1", maxVanished);
            problems.throwIfAny();
        }
    }

    /**
     * How old and new are compared.
     *
     * @param sample fraction of the crops, above 0 and at most 1
     * @param padding what the source's padding may hold
     */
    public record Validation(double sample, PaddingRule padding) implements Serializable {
        public Validation {
            Problems problems = new Problems();
            problems.require(sample > 0 && sample <= 1, "validate.sample", "above 0 and at most 1", sample);
            problems.throwIfAny();
        }
    }

    /**
     * How much a task takes on.
     *
     * @param batchBytes bytes of crops in memory at a time, 1 to 2^30
     * @param splitBytes source bytes up to which a recording is never cut between tasks
     */
    public record WorkSizes(long batchBytes, long splitBytes) implements Serializable {}

    /** The same settings for a source that is read otherwise. */
    public Settings withSource(SourceSettings other) {
        return new Settings(other, recipe, tolerance, validation, keep, lockStaleAfter, work);
    }

    /** The same settings for another recipe. */
    public Settings withRecipe(Recipe other) {
        return new Settings(source, other, tolerance, validation, keep, lockStaleAfter, work);
    }

    /** Every key and its value as text, in the order of {@code reference.conf}. */
    public Map<String, String> asMap() {
        return SettingKey.texts(this);
    }

    /** A line {@code key = value} a key; read as a settings file, it gives these settings again. */
    public String render() {
        StringBuilder text = new StringBuilder();
        asMap().forEach((key, value) ->
                text.append(key).append(" = ").append(value).append('\n'));
        return text.toString();
    }

    /** What a source holds. */
    public enum SourceFormat {
        /** Whatever is found there; a mixture is refused. */
        AUTO,
        /** Padded arrays, structured or plain. */
        NPY,
        /** A row a crop. */
        PARQUET,
        /** Pairs, or a version written earlier. */
        RAGGED
    }

    /** By what a source file is known to have changed. */
    public enum Fingerprint {
        /** By length, modification time and identity (file id on HDFS, inode and change time on local disk). */
        STAT,
        /** By the SHA-256 of all its bytes, which are read every night. */
        CONTENT
    }

    /** What a recording that cannot be read does to a rebuild. */
    public enum OnBadRecording {
        /** Nothing is published. */
        FAIL,
        /** It is left out and named in the manifest. */
        SKIP
    }

    /** What the source may hold behind a crop's last real point. */
    public enum PaddingRule {
        /** Anything; validation warns of what is neither zero nor NaN nor a copy of a real point. */
        ANY,
        /** Zeros only; anything else fails validation. */
        ZERO
    }

    /** What becomes of folders that are named {@code key=value}. */
    public enum Partitions {
        /** They are part of the recordings' names, as all folders are. */
        NAME,
        /** They are crop fields, whose values are numbers. */
        FIELD
    }
}
