package io.cropmill.rebuild;

import io.cropmill.crop.CropSchema;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.Shard;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recording whose crops and points are counted.
 *
 * @param splits tally of each split, in row order
 * @param row of a padded recording; null for all others
 * @param fullCrops those that leave no slot of their row free; null where rows reserve none
 */
public record PlannedRecording(
        SourceRecording source,
        CropSchema schema,
        long rows,
        List<Tally> splits,
        @Nullable SourceRow row,
        @Nullable Long fullCrops) {
    public PlannedRecording {
        splits = List.copyOf(splits);
    }

    /** What the whole recording will come to. */
    public Tally total() {
        return splits.stream().reduce(Tally.NONE, Tally::plus);
    }

    /** The splits to build, each with its place in the recording's files. */
    public List<BuildWork> work() {
        List<BuildWork> work = new ArrayList<>();
        long points = total().pointsOut();
        long firstRow = 0;
        long firstPoint = 0;
        for (int index = 0; index < splits.size(); index++) {
            Split split = new Split(source, index, splits.size());
            Shard.ItemRun crops = new Shard.ItemRun(firstRow, splits.get(index).crops(), rows);
            long kept = splits.get(index).pointsOut();
            work.add(new BuildWork(
                    split, new Shard(index, splits.size(), crops, new Shard.ItemRun(firstPoint, kept, points))));
            firstRow = Math.addExact(firstRow, splits.get(index).crops());
            firstPoint = Math.addExact(firstPoint, kept);
        }
        return work;
    }
}
