package io.cropmill.rebuild.build;

import io.cropmill.crop.FieldChoice;
import io.cropmill.ragged.RaggedTarget;
import java.io.Serializable;

/**
 * What a task needs to know.
 *
 * @param fields of the source
 * @param output what is written, and where
 * @param batchBytes source bytes at which a batch ends, as {@link io.cropmill.crop.Recording#read} has it
 */
public record BuildSettings(FieldChoice fields, RaggedTarget output, long batchBytes) implements Serializable {
    /** The same for another version's folder. */
    public BuildSettings in(String version) {
        return new BuildSettings(fields, output.in(version), batchBytes);
    }
}
