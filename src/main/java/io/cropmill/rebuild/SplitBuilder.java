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

    /** Takes the amount of work done, for a progress display. */
    public interface WorkMeter {
        /** So many more crops and source bytes were read. */
        void add(long crops, long bytes);
    }

    public SplitBuilder(Storage source, Storage target, BuildSettings settings) {
        this.source = source;
        this.target = target;
        this.settings = settings;
    }

    /** Builds one split; a damaged recording is a result, a file system that fails is an exception. */
    public SplitResult build(BuildWork work, WorkMeter meter) throws IOException {
        Split split = work.split();
        try {
            return new SplitResult(split, written(work, meter), null);
        } catch (SourceException e) {
            return new SplitResult(split, null, e.problem);
        } catch (IOException e) {
            // Its message may begin with the path of a source file, which a file of the target may have, too.
            Optional<RecordingProblem> problem = RecordingProblem.of(e);
            if (problem.isEmpty()) {
                throw e;
            }
            return new SplitResult(split, null, problem.get());
        }
    }

    /** A failure to read that lies in the recording. */
    private static final class SourceException extends IOException {
        private static final long serialVersionUID = 1L;

        private final RecordingProblem problem;

        SourceException(RecordingProblem problem, IOException cause) {
            super(problem.message(), cause);
            this.problem = problem;
        }
    }

    private interface SourceRead<T> {
        T now() throws IOException;
    }

    private static <T> T reading(SourceRecording planned, SourceRead<T> reading) throws IOException {
        try {
            return reading.now();
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e, planned);
            throw problem.isPresent() ? new SourceException(problem.get(), e) : e;
        }
    }

    private RaggedFiles written(BuildWork work, WorkMeter meter) throws IOException {
        SourceRecording planned = work.split().recording();
        String path = planned.file().path();
        try (Recording recording = reading(planned, () -> planned.open(source, settings.fields()));
                BufferAllocator allocator = new RootAllocator();
                RaggedWriter writer = new RaggedWriter(
                        target, settings.output(), path, planned.name(), recording.schema(), work.shard())) {
            requireUnchanged(planned);
            long first = work.shard().crops().start();
            long end = first + work.shard().crops().items();
            copy(planned, recording, first, end, allocator, writer, meter);
            requireUnchanged(planned);
            return writer.finish();
        }
    }

    private void requireUnchanged(SourceRecording planned) throws IOException {
        reading(planned, () -> {
            SourceFiles.requireUnchanged(source, planned);
            return planned;
        });
    }

    private void copy(
            SourceRecording planned,
            Recording recording,
            long first,
            long end,
            BufferAllocator allocator,
            RaggedWriter writer,
            WorkMeter meter)
            throws IOException {
        try (CropReader reader = reading(planned, () -> recording.read(first, end, allocator, settings.batchBytes()))) {
            for (Optional<CropBatch> next = reading(planned, reader::next);
                    next.isPresent();
                    next = reading(planned, reader::next)) {
                try (CropBatch batch = next.get()) {
                    writer.write(batch);
                    meter.add(batch.crops(), Math.round((double) planned.bytes() * batch.crops() / recording.rows()));
                }
            }
        }
    }
}
