package io.cropmill.crop.ragged;

import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.Recording;
import io.cropmill.npy.NpyReader;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileOpener;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A ragged pair written earlier: crops as they were kept, and how many points each had in the original. Nothing but the
 * pair is needed to cut crops further.
 */
public final class RaggedRecording implements Recording {
    private final RaggedOrigin origin;
    private final Closeable channels;
    private final NpyReader metadata;
    private final NpyReader points;
    private final RaggedLayout layout;

    private RaggedRecording(
            RaggedOrigin origin, Closeable channels, NpyReader metadata, NpyReader points, RaggedLayout layout) {
        this.origin = origin;
        this.channels = channels;
        this.metadata = metadata;
        this.points = points;
        this.layout = layout;
    }

    /** Opens both files and checks that they fit together at both ends. */
    static RaggedRecording open(FileOpener storage, RaggedOrigin origin, FieldChoice choice) throws IOException {
        SeekableByteChannel metadataChannel = storage.open(origin.metadata().path());
        try {
            SeekableByteChannel pointsChannel = storage.open(origin.points().path());
            try {
                NpyReader metadata = new NpyReader(origin.metadata().path(), metadataChannel);
                NpyReader points = new NpyReader(origin.points().path(), pointsChannel);
                RaggedLayout layout = RaggedLayout.of(
                        origin.metadata().path(),
                        metadata.header(),
                        origin.points().path(),
                        points.header(),
                        origin.choice(choice));
                Closeable both = () -> {
                    try (metadataChannel) {
                        pointsChannel.close();
                    }
                };
                RaggedRecording recording = new RaggedRecording(origin, both, metadata, points, layout);
                recording.requireFit();
                return recording;
            } catch (IOException | RuntimeException e) {
                Closing.after(e, pointsChannel);
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            Closing.after(e, metadataChannel);
            throw e;
        }
    }

    private void requireFit() throws IOException {
        long rows = rows();
        long first = 0;
        long end = 0;
        if (rows > 0) {
            RaggedRows edges = rowsFrom(0);
            first = edges.at(0).start();
            RaggedPlaces.Crop last = edges.at(rows - 1);
            end = last.end();
        }
        RaggedPlaces.requireFit(
                origin.metadata().path(),
                origin.points().path(),
                points.header().rows(),
                first,
                end);
    }

    @Override
    public CropSchema schema() {
        return layout.schema();
    }

    @Override
    public List<LeftOutField> leftOut() {
        return layout.leftOut(metadata.header(), points.header());
    }

    @Override
    public long rows() {
        return metadata.header().rows();
    }

    @Override
    public OptionalLong drawSeed() {
        return origin.seed() == null ? OptionalLong.empty() : OptionalLong.of(origin.seed());
    }

    @Override
    public void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException {
        sourceCounts(firstRow, endRow, (held, source) -> eachCount.accept(held));
    }

    @Override
    public void sourceCounts(long firstRow, long endRow, EachCount each) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        RaggedRows rows = rowsFrom(firstRow);
        for (long row = firstRow; row < endRow; row++) {
            RaggedPlaces.Crop crop = rows.at(row);
            each.add(crop.held(), crop.source());
        }
    }

    /** Rows from one on, which is held to the row before it as all others are. */
    private RaggedRows rowsFrom(long firstRow) throws IOException {
        RaggedRows rows = new RaggedRows(
                origin.metadata().path(), metadata, layout, points.header().rows());
        if (firstRow > 0) {
            rows.at(firstRow - 1);
        }
        return rows;
    }

    @Override
    public CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        return new RaggedReader(layout, rowsFrom(firstRow), points, firstRow, endRow, allocator, batchBytes);
    }

    @Override
    public void close() throws IOException {
        channels.close();
    }
}
