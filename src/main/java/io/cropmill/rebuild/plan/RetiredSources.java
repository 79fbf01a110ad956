package io.cropmill.rebuild.plan;

import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.CertifiedPair;
import io.cropmill.rebuild.listing.RecordingProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the sources of retired recordings. Whether one is what its certificate was written for, its content
 * alone decides: length and times can be another file's, and those of a copy differ.
 */
public final class RetiredSources {
    private final Certificates certificates;
    private final Map<String, RetiredSource> read = new HashMap<>();

    /** Of which these were read. */
    public RetiredSources(Certificates certificates, List<RetiredSource> read) {
        this.certificates = certificates;
        read.forEach(source -> this.read.put(source.name(), source));
    }

    /** What a source is. */
    enum Identity {
        /** There is no certificate to compare it with. */
        UNCERTIFIED,
        /** It is still to be read. */
        UNREAD,
        /** The one that the certificate names. */
        OWN,
        /** Another, or one that cannot be read. */
        OTHER
    }

    Identity identity(String recording) {
        Optional<CertifiedPair> certified = certificates.of(recording);
        if (certified.isEmpty()) {
            return Identity.UNCERTIFIED;
        }
        RetiredSource source = read.get(recording);
        if (source == null) {
            return Identity.UNREAD;
        }
        boolean same = source.digest() != null
                && source.digest().bytes() == certified.get().source().bytes()
                && source.digest().sha256().equals(certified.get().source().sha256());
        return same ? Identity.OWN : Identity.OTHER;
    }

    /** Why a source cannot be read; null if it can. */
    @Nullable
    RecordingProblem problem(String recording) {
        RetiredSource source = read.get(recording);
        return source == null ? null : source.problem();
    }
}
