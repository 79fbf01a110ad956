package io.cropmill.rebuild;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.Recording;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedWriter;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Builds the files of splits. For one thread. */
public final class SplitBuilder {
    private final Storage source;
    private final Storage target;
    private final BuildSettings settings;

    /** Hears of work done, for a progress display. */
    public interface Meter {
        /** So many more crops and source bytes were read. */
        void add(long crops, long bytes);
    }

    public SplitBuilder(Storage source, Storage target, BuildSettings settings) {
        this.source = source;
        this.target = target;
        this.settings = settings;
    }

    /** Builds one split; a damaged recording is a result, a file system that fails is an exception. */
    public SplitResult build(BuildWork work, Meter meter) throws IOException {
        Split split = work.split();
        try {
            return new SplitResult(split, written(work, meter), null);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e, split.recording());
            if (problem.isEmpty()) {
                throw e;
            }
            return new SplitResult(split, null, problem.get());
        }
    }

    private RaggedFiles written(BuildWork work, Meter meter) throws IOException {
        SourceRecording planned = work.split().recording();
        String path = planned.file().path();
        try (Recording recording = planned.open(source, settings.fields());
                BufferAllocator allocator = new RootAllocator();
                RaggedWriter writer = new RaggedWriter(
                        target, settings.output(), path, planned.name(), recording.schema(), work.shard())) {
            SourceFiles.requireUnchanged(source, planned);
            long first = work.shard().crops().start();
            long end = first + work.shard().crops().items();
            copy(recording, first, end, allocator, writer, meter, planned.bytes());
            SourceFiles.requireUnchanged(source, planned);
            return writer.finish();
        }
    }

    private void copy(
            Recording recording,
            long first,
            long end,
            BufferAllocator allocator,
            RaggedWriter writer,
            Meter meter,
            long fileBytes)
            throws IOException {
        try (CropReader reader = recording.read(first, end, allocator, settings.batchBytes())) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    writer.write(batch);
                    meter.add(batch.crops(), Math.round((double) fileBytes * batch.crops() / recording.rows()));
                }
            }
        }
    }
}
