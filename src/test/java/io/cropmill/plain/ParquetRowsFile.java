package io.cropmill.plain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes small Parquet files by parquet-java. */
final class ParquetRowsFile {
    private ParquetRowsFile() {}

    /** Replaces a file by one of so many rows, each filled by its number. */
    static void write(Path file, String schema, int rows, BiConsumer<Integer, Group> fill) throws IOException {
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        MessageType type = MessageTypeParser.parseMessageType(schema);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(type)
                .withPageSize(64)
                .withDictionaryEncoding(false)
                .build()) {
            for (int row = 0; row < rows; row++) {
                Group group = new SimpleGroup(type);
                fill.accept(row, group);
                writer.write(group);
            }
        }
    }
}
