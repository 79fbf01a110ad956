package io.cropmill.crop.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.ReadBack;
import io.cropmill.crop.Recording;
import io.cropmill.crop.parquet.ParquetRecordings.RecordingValues;
import io.cropmill.npy.ScalarType;
import io.cropmill.parquet.ParquetException;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns whose names or places are out of the ordinary: each is read, or refused by name; none disappears. */
class ColumnNamesTest {
    private static final Type XY =
            Types.requiredList().requiredElement(PrimitiveTypeName.FLOAT).named("xy");

    @TempDir
    Path folder;

    private static Type number(String name) {
        return Types.required(PrimitiveTypeName.INT32).named(name);
    }

    /** Three rows, whose numbers are the row's. */
    private Path write(Type... columns) throws IOException {
        List<Type> fields = new ArrayList<>(List.of(XY));
        fields.addAll(List.of(columns));
        MessageType schema = new MessageType("rows", fields);
        Path path = folder.resolve("a.parquet");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path))
                .withConf(new PlainParquetConfiguration())
                .withType(schema)
                .withDictionaryEncoding(false)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .build()) {
            for (int row = 0; row < 3; row++) {
                Group group = new SimpleGroup(schema);
                group.addGroup(0).addGroup(0).append("element", row + 0.5f);
                fill(group, schema, row);
                writer.write(group);
            }
        }
        return path;
    }

    private static void fill(Group group, GroupType type, int row) {
        for (int field = 0; field < type.getFieldCount(); field++) {
            if (type.getType(field).isPrimitive()) {
                boolean isLong =
                        type.getType(field).asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.INT64;
                boolean isBinary =
                        type.getType(field).asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.BINARY;
                if (isBinary) {
                    group.add(field, Binary.fromConstantByteArray(new byte[] {(byte) (0xf0 + row)}));
                } else if (isLong) {
                    group.add(field, -1L - row / 2);
                } else {
                    group.add(field, row);
                }
            } else if (group.getFieldRepetitionCount(field) == 0) {
                fill(group.addGroup(field), type.getType(field).asGroupType(), row);
            }
        }
    }

    private static List<String> fields(Path path, String... skipped) throws IOException {
        FieldChoice choice = new FieldChoice(
                "point_count", List.of(PointFieldName.parse("xy:1")), List.of(), List.of(skipped), CountsFrom.FILE);
        try (Recording recording = ReadBack.parquet(choice, ParquetOrigin.RecordingRows.ALL, path)) {
            ReadBack read = ReadBack.of(recording, 1 << 20);
            assertThat(read.counts()).containsExactly(1L, 1L, 1L);
            return List.copyOf(read.fields().keySet());
        }
    }

    @Test
    void aColumnWithoutANameIsRefused() throws IOException {
        Path path = write(number(""), number("label"));
        assertThatThrownBy(() -> fields(path))
                .isInstanceOf(CropException.class)
                .hasMessage("[a.parquet] Expected a name for every column, but found one without; give it a name in the"
                        + " source, or leave it out with source.skip-fields = [\"\"]");
        assertThat(fields(path, "")).containsExactly("label '<i4'", "xy '<f4'");
    }

    @Test
    void namesWithDotsSpacesAndSignsAreRead() throws IOException {
        assertThat(fields(write(number("a.b"), number("a b"), number("a"), number("A"), number("[x]"), number("ü"))))
                .containsExactly("A '<i4'", "[x] '<i4'", "a '<i4'", "a b '<i4'", "a.b '<i4'", "xy '<f4'", "ü '<i4'");
    }

    @Test
    void twoColumnsOfOneNameAreRefused() throws IOException {
        Path path = write(number("label"), number("lapel"));
        byte[] bytes = Files.readAllBytes(path);
        byte[] renamed = new String(bytes, StandardCharsets.ISO_8859_1)
                .replace("lapel", "label")
                .getBytes(StandardCharsets.ISO_8859_1);
        Files.write(path, renamed);
        assertThatThrownBy(() -> fields(path))
                .isInstanceOf(ParquetException.class)
                .hasMessage(
                        "[a.parquet] Expected columns of different names, but found 'label' twice; write it again with"
                                + " one of them renamed");
    }

    @Test
    void columnsWithinOthersAreRefusedByName() throws IOException {
        Type struct = Types.requiredGroup().addField(number("x")).named("pose");
        Type twice = Types.requiredGroup().addField(struct).named("outer");
        Type map = Types.requiredMap()
                .key(PrimitiveTypeName.INT32)
                .requiredValue(PrimitiveTypeName.INT32)
                .named("map");
        Type structs = Types.requiredList().element(struct).named("structs");
        for (Type type : List.of(struct, twice, map, structs)) {
            Path path = write(type, number("label"));
            assertThatThrownBy(() -> fields(path))
                    .isInstanceOf(CropException.class)
                    .hasMessage("[a.parquet] Expected numbers in column '" + type.getName()
                            + "', but found a struct or a" + " map in row 0; leave it out with source.skip-fields = [\""
                            + type.getName() + "\"]");
            assertThat(fields(path, type.getName())).containsExactly("label '<i4'", "xy '<f4'");
            Files.delete(path);
        }
    }

    @Test
    void aFolderOfAColumnsNameIsRefused() throws IOException {
        Path path = write(number("weather"));
        PartitionField folderField = new PartitionField("weather", ScalarType.INT64, List.of("3"));
        try (Storage storage = ReadBack.storage(path)) {
            FileEntry entry = ReadBack.entry(storage, path);
            ParquetOrigin origin = new ParquetOrigin(
                    List.of(entry), ParquetOrigin.RecordingRows.ALL, List.of(folderField), entry.bytes());
            assertThatThrownBy(() -> origin.open(
                            storage, new FieldChoice("point_count", List.of(PointFieldName.parse("xy:1")), List.of())))
                    .hasMessage(
                            "[a.parquet] Expected crop fields of different names, but found 'weather' as a column and"
                                    + " as a folder; leave the column out with source.skip-fields = [\"weather\"], or rename the"
                                    + " folder");
        }
    }

    @Test
    void largeUnsignedRecordingNumbersKeepTheirValue() throws IOException {
        Path path = write(Types.required(PrimitiveTypeName.INT64)
                .as(LogicalTypeAnnotation.intType(64, false))
                .named("recording"));
        try (Storage storage = ReadBack.storage(path)) {
            assertThat(ParquetRecordings.rows(storage, "a.parquet", "recording").rows())
                    .containsOnlyKeys("18446744073709551615", "18446744073709551614");
        }
    }

    @Test
    void recordingNamesThatAreNoTextAreFaults() throws IOException {
        Path path = write(Types.required(PrimitiveTypeName.BINARY).named("recording"));
        try (Storage storage = ReadBack.storage(path)) {
            RecordingValues values = ParquetRecordings.rows(storage, "a.parquet", "recording");
            assertThat(values.rows()).isEmpty();
            assertThat(values.fault())
                    .contains("[a.parquet] Expected UTF-8 in column 'recording' at row 0, which says which recording a"
                            + " row belongs to, but found other bytes; write it again as text");
        }
    }
}
