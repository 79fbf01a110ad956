package io.cropmill.job;

import io.cropmill.config.Settings;
import io.cropmill.config.SettingsException;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.validate.UserGrids;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be run. Free of Spark's types, so that a caller needs none of them before a job starts. */
public interface Jobs {
    /** Builds what changed, validates and publishes; or only plans it. */
    JobOutcome rebuild(RebuildRequest request) throws IOException;

    /** Refuses what a rebuild refuses without a look at the recordings: where source and target lie. Starts no Spark. */
    JobOutcome check(RebuildRequest request) throws IOException;

    /** Tells what a source or a dataset holds; writes nothing. */
    JobOutcome inspect(InspectRequest request) throws IOException;

    /** Writes padded recordings again from the pairs of a dataset. */
    JobOutcome export(ExportRequest request) throws IOException;

    /**
     * Notes at the target, if it holds a dataset, that a rebuild did not begin for settings that make no sense, and refuses
     * it.
     */
    JobOutcome refuse(RefusedRebuild request) throws IOException;

    /** Compares a version, or a folder of pairs, with the source. */
    JobOutcome validate(ValidateRequest request) throws IOException;

    /** Says how a dataset stands. */
    JobOutcome status(StatusRequest request) throws IOException;

    /** Makes another kept version live. */
    JobOutcome rollback(RollbackRequest request) throws IOException;

    /** Removes old versions. */
    JobOutcome expire(ExpireRequest request) throws IOException;

    /** Proves recordings and marks them, so that their sources are no longer needed. */
    JobOutcome retire(RetireRequest request) throws IOException;

    /** Writes synthetic recordings. */
    JobOutcome sample(SampleRequest request) throws IOException;

    /**
     * A dataset to look at.
     *
     * @param target dataset, absolute, without a trailing slash
     */
    record StatusRequest(URI target, StatusFormat form) {
        /** Who reads it. */
        public enum StatusFormat {
            TEXT,
            JSON
        }
    }

    /**
     * An earlier version to make live.
     *
     * @param target dataset, absolute, without a trailing slash
     * @param version nothing for the one before
     * @param lockStaleAfter how long another's heartbeat must stand still
     */
    record RollbackRequest(URI target, Optional<String> version, Duration lockStaleAfter) {}

    /**
     * Old versions to remove.
     *
     * @param target dataset, absolute, without a trailing slash
     * @param rule what stays
     * @param lockStaleAfter how long another's heartbeat must stand still
     */
    record ExpireRequest(URI target, ExpiryRule rule, Duration lockStaleAfter, ExpireMode mode) {
        /** Whether anything is removed. */
        public enum ExpireMode {
            REMOVE,
            /** Tells what would be removed. */
            DRY_RUN
        }
    }

    /**
     * Recordings whose source shall no longer be needed.
     *
     * @param source folder of recordings, absolute, without a trailing slash
     * @param target dataset, absolute, without a trailing slash
     * @param recordings their names
     * @param settings how to read the source
     * @param onLoss what to do where a source holds what the dataset does not
     */
    record RetireRequest(URI source, URI target, List<String> recordings, Settings settings, OnLoss onLoss) {
        /** What to do where a source holds what the dataset does not. */
        public enum OnLoss {
            /** Retire nothing, and list it. */
            REFUSE,
            /** Write it into the certificates. */
            ACCEPT
        }

        public RetireRequest {
            recordings = List.copyOf(recordings);
        }
    }

    /**
     * A validation to run.
     *
     * @param source folder of recordings, absolute, without a trailing slash
     * @param target dataset, or a bare folder of pairs, absolute, without a trailing slash
     * @param settings how to read the source and how closely to look; for a bare folder also what the pairs should be, which
     *     a version's manifest says itself
     * @param version to look at; empty for the live one, or where there is none
     * @param against the user's own grids in place of the source's
     * @param report folder to write the report to
     */
    record ValidateRequest(
            URI source,
            URI target,
            Settings settings,
            Optional<String> version,
            Optional<UserGrids> against,
            Optional<URI> report) {}

    /**
     * Padded recordings to write again.
     *
     * @param target dataset, absolute, without a trailing slash
     * @param version such as v000007; nothing for the live one
     * @param recordings names; empty for all
     * @param output folder, absolute, without a trailing slash
     * @param plain rows in the plain form; nothing for the sources' own
     */
    record ExportRequest(
            URI target, Optional<String> version, List<String> recordings, URI output, Optional<PlainRows> plain) {
        public ExportRequest {
            recordings = List.copyOf(recordings);
        }

        /**
         * Rows of point fields, count and crop fields, little-endian and packed.
         *
         * @param capacity points that a row reserves, at least 1
         * @param countField name of the count
         */
        public record PlainRows(int capacity, String countField) {
            public PlainRows {
                if (capacity < 1) {
                    throw new IllegalArgumentException("--capacity must be at least 1 but was " + capacity);
                }
                if (countField.isEmpty()) {
                    throw new IllegalArgumentException("--count-field must be a name but was empty");
                }
            }
        }
    }

    /**
     * A rebuild to run.
     *
     * @param source folder of recordings, absolute, without a trailing slash
     * @param target dataset, absolute, without a trailing slash
     * @param settings for all of it
     * @param options that are on
     */
    record RebuildRequest(URI source, URI target, Settings settings, Set<RebuildOption> options) {
        /** What may be different from an ordinary night. */
        public enum RebuildOption {
            /** Builds all recordings, not only those that changed. */
            FULL,
            /** Plans, and writes nothing. */
            DRY_RUN,
            /** Publishes without comparing old and new. */
            NO_VALIDATE,
            /** Tells the result in one line. */
            BRIEF
        }

        public RebuildRequest {
            options = Set.copyOf(options);
        }
    }

    /**
     * A rebuild whose settings could not be read.
     *
     * @param source folder of recordings, absolute, without a trailing slash
     * @param target dataset, absolute, without a trailing slash
     * @param reason all that is wrong
     */
    record RefusedRebuild(URI source, URI target, SettingsException reason) {}
}
