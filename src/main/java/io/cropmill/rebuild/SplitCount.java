package io.cropmill.rebuild;

import io.cropmill.crop.CropSchema;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.ragged.RaggedFiles.Tally;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the count pass found in a split: either a problem, or the recording's schema and rows and the split's tally.
 *
 * @param rows of the whole recording
 * @param tally of the split, as it will be under the cap
 * @param row of a padded recording; null for all others
 * @param fullCrops those that leave no slot of their row free; null where rows reserve none, or it is not known
 */
public record SplitCount(
        Split split,
        @Nullable CropSchema schema,
        long rows,
        Tally tally,
        @Nullable RecordingProblem problem,
        @Nullable SourceRow row,
        @Nullable Long fullCrops)
        implements Serializable {}
