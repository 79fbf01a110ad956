package io.cropmill.faults;

import io.cropmill.config.Settings;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.plain.PlainPartitions;
import io.cropmill.rebuild.SourceListing;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * The shapes that crops have in Parquet: files with the rows of both recordings, which a column tells apart and another
 * puts in order, in row groups of five rows. Builds and validates one; loaded anew for each fault.
 */
public final class ParquetShapes extends BuildAndValidate {
    private static final List<String> ONE_FILE = List.of("crops.parquet");
    private static final List<String> TWO_FILES = List.of("part-2.parquet", "part-10.parquet");
    private static final List<String> FOLDERS =
            List.of("weather=%6eice/day=3/score=2/a.parquet", "weather=bad/day=10/score=1.5/b.parquet");
    private static final int ROWS = 18;
    private static final int GROUP_ROWS = 5;
    private static final String OTHER_COLUMNS =
            " required binary rec (STRING); required int32 at; required int32 day_taken (DATE); required int32 small"
                    + " (INTEGER(8,true)); required boolean odd; repeated int64 three; }";

    /** How the points stand, and how they are encoded. */
    enum Shape {
        /** Flat lists with dictionaries. */
        INDEXED,
        /** Lists of lists, plain, in pages of version 2. */
        NESTED,
        /** Flat lists whose first bytes stand together. */
        SPLIT,
        /** Each field a {@code .npy} in a cell. */
        CELLS,
        /** Each field a zip with a {@code .npy}. */
        ZIPS,
        /** Flat lists, in two files whose columns stand in different order, as a listing finds them. */
        SPREAD,
        /** As that, in folders that are crop fields: text, whole numbers and others. */
        PARTITIONED;

        private List<String> files() {
            return switch (this) {
                case INDEXED, NESTED, SPLIT, CELLS, ZIPS -> ONE_FILE;
                case SPREAD -> TWO_FILES;
                case PARTITIONED -> FOLDERS;
            };
        }
    }

    private final Shape shape;
    private final Storage source;

    private ParquetShapes(Shape shape, Storage source, Storage target) {
        super(Sources.Kind.PARQUET, new FieldChoice("n", Sources.POINT_FIELDS, List.of()), source, target);
        this.shape = shape;
        this.source = source;
    }

    /** Names of the recordings that were found to be wrong, each with its first finding; nothing for none. */
    public static String run(String shape, String folder) throws IOException {
        Path files = Path.of(folder);
        Configuration hadoop = new Configuration(false);
        try (Storage source = Storages.of(files.resolve(shape).toUri(), hadoop);
                Storage target = Storages.of(files.resolve("target").toUri(), hadoop)) {
            target.deleteTree("v000001");
            return new ParquetShapes(Shape.valueOf(shape), source, target).run();
        }
    }

    @Override
    RecordingOrigin origin(String name) throws IOException {
        if (shape.files().size() > 1) {
            String partitions = shape == Shape.PARTITIONED ? "field" : "name";
            Settings settings = SettingsLoader.load(
                    Optional.empty(),
                    List.of("source.recording-field=rec", "source.order-field=at", "source.partitions=" + partitions));
            return SourceListing.of(source, settings.source()).stream()
                    .filter(recording -> recording.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .origin();
        }
        String file = shape.files().get(0);
        ParquetOrigin.RecordingRows rows = new ParquetOrigin.RecordingRows("rec", name, "at", "");
        return new ParquetOrigin(
                List.of(file(file)), rows, List.of(), file(file).bytes());
    }

    @Override
    PlainPartitions partitions() {
        return shape == Shape.PARTITIONED ? PlainPartitions.of(FOLDERS, "rec") : PlainPartitions.NONE;
    }

    /** Writes the recordings in a shape to a folder of its name. */
    static void write(Shape shape, Path folder) throws IOException {
        Random random = new Random(5);
        int files = shape.files().size();
        for (int file = 0; file < files; file++) {
            Path path = folder.resolve(shape.name()).resolve(shape.files().get(file));
            write(shape, path, file * ROWS / files, (file + 1) * ROWS / files, random);
        }
    }

    private static void write(Shape shape, Path file, int first, int end, Random random) throws IOException {
        Files.createDirectories(file.getParent());
        MessageType schema =
                schema(shape, first == 0 ? List.of("xy", "height", "intensity") : List.of("xy", "intensity", "height"));
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withRowGroupRowCountLimit(GROUP_ROWS)
                .withPageSize(shape == Shape.INDEXED || shape == Shape.SPLIT ? 10_000 : 100)
                .withMinRowCountForPageSizeCheck(1)
                .withDictionaryEncoding(shape == Shape.INDEXED)
                .withByteStreamSplitEncoding(shape == Shape.SPLIT)
                .withWriterVersion(shape == Shape.NESTED ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
                .build()) {
            for (int row = first; row < end; row++) {
                SimpleGroup group = new SimpleGroup(schema);
                int count = 1 + random.nextInt(11);
                points(shape, group, "xy", count, 2, random);
                points(shape, group, "height", count, 1, random);
                points(shape, group, "intensity", count, 1, random);
                group.append("rec", Sources.RECORDINGS.get(row % 2))
                        .append("at", row * 7 % ROWS)
                        .append("day_taken", random.nextInt(20_000))
                        .append("small", random.nextInt(200) - 100)
                        .append("odd", random.nextBoolean());
                for (int i = 0; i < 3; i++) {
                    group.append("three", random.nextLong());
                }
                writer.write(group);
            }
        }
    }

    private static MessageType schema(Shape shape, List<String> names) {
        StringBuilder text = new StringBuilder("message crops {");
        for (String name : names) {
            text.append(
                    switch (shape) {
                        case INDEXED, SPLIT, SPREAD, PARTITIONED ->
                            " required group " + name + " (LIST) { repeated group list { required float element; } }";
                        case NESTED ->
                            " required group " + name + " (LIST) { repeated group list { required group element (LIST)"
                                    + " { repeated group list { required float element; } } } }";
                        case CELLS, ZIPS -> " required binary " + name + ";";
                    });
        }
        return MessageTypeParser.parseMessageType(text + OTHER_COLUMNS);
    }

    private static void points(Shape shape, Group group, String name, int count, int width, Random random)
            throws IOException {
        float[] values = new float[count * width];
        for (int i = 0; i < values.length; i++) {
            // Few, so that dictionaries are worth their while.
            values[i] = (random.nextInt(12) - 6) / (shape == Shape.INDEXED ? 1f : 1.1f);
        }
        switch (shape) {
            case INDEXED, SPLIT, SPREAD, PARTITIONED -> {
                Group list = group.addGroup(name);
                for (float value : values) {
                    list.addGroup("list").append("element", value);
                }
            }
            case NESTED -> {
                Group list = group.addGroup(name);
                for (int point = 0; point < count; point++) {
                    Group inner = list.addGroup("list").addGroup("element");
                    for (int i = 0; i < width; i++) {
                        inner.addGroup("list").append("element", values[point * width + i]);
                    }
                }
            }
            case CELLS, ZIPS -> {
                ByteBuffer data =
                        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
                for (float value : values) {
                    data.putFloat(value);
                }
                String axes = width == 1 ? "(" + count + ",)" : "(" + count + ", " + width + ")";
                byte[] npy = PaddedFile.npy(
                        "{'descr': '<f4', 'fortran_order': False, 'shape': " + axes + ", }", data.array());
                group.append(name, Binary.fromConstantByteArray(shape == Shape.ZIPS ? zip(npy) : npy));
            }
        }
    }

    private static byte[] zip(byte[] npy) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("arr.npy"));
            zip.write(npy);
        }
        return bytes.toByteArray();
    }
}
