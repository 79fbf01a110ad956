package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.parquet.PartitionField;
import io.cropmill.npy.ScalarType;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The Petastorm dataset that lies beside the project, whose cells hold arrays and images: both sides read it alike. */
@Slow
class PlainPetastormTest {
    @Test
    void bothSidesGiveTheSameBytes() throws IOException {
        Path dataset = Shared.path("data/parquet/uber+petastorm/petastorm/tests/data/legacy/0.7.6");
        FieldChoice choice = new FieldChoice(
                "point_count",
                Stream.of("matrix", "matrix_uint16", "matrix_uint32")
                        .map(PointFieldName::parse)
                        .toList(),
                List.of(),
                List.of("integer_nullable", "matrix_nullable", "string_array_nullable"),
                CountsFrom.FILE);
        int compared = 0;
        for (String partition : List.of("0", "5", "8")) {
            String folder = "partition_key=p_" + partition;
            String file;
            try (Stream<Path> files = Files.list(dataset.resolve(folder))) {
                file = files.map(path -> path.getFileName().toString())
                        .filter(name -> name.endsWith(".parquet") && !name.startsWith("."))
                        .findFirst()
                        .orElseThrow();
            }
            ScalarType text =
                    new ScalarType(ScalarType.ScalarKind.TEXT, ByteOrder.LITTLE_ENDIAN, 3 * Integer.BYTES, "");
            List<PartitionField> partitions =
                    List.of(new PartitionField("partition_key", text, List.of("p_" + partition)));
            BothSides sides = BothSides.of(
                    dataset, List.of(folder + "/" + file), ParquetOrigin.RecordingRows.ALL, partitions, choice);
            sides.requireEqual();
            try (PlainParquet plain = sides.plain()) {
                compared += (int) plain.rows();
            }
        }
        assertThat(compared).isEqualTo(30);
    }
}
