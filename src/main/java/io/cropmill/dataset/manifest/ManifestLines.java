package io.cropmill.dataset.manifest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import java.io.IOException;

/** One line for each key and each recording: few enough to compare, whole enough to search. For one document. */
final class ManifestLines implements PrettyPrinter {
    private static final int DEEPEST = 2;

    private int depth;

    @Override
    public void writeRootValueSeparator(JsonGenerator json) {}

    @Override
    public void writeStartObject(JsonGenerator json) throws IOException {
        json.writeRaw('{');
        depth++;
    }

    @Override
    public void beforeObjectEntries(JsonGenerator json) throws IOException {
        line(json, "");
    }

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
        json.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
        json.writeRaw(',');
        line(json, " ");
    }

    @Override
    public void writeEndObject(JsonGenerator json, int entries) throws IOException {
        end(json, entries, '}');
    }

    @Override
    public void writeStartArray(JsonGenerator json) throws IOException {
        json.writeRaw('[');
        depth++;
    }

    @Override
    public void beforeArrayValues(JsonGenerator json) throws IOException {
        line(json, "");
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
        json.writeRaw(',');
        line(json, " ");
    }

    @Override
    public void writeEndArray(JsonGenerator json, int values) throws IOException {
        end(json, values, ']');
    }

    private void end(JsonGenerator json, int items, char bracket) throws IOException {
        int inside = depth--;
        if (items > 0 && inside <= DEEPEST) {
            json.writeRaw("\n" + "  ".repeat(depth));
        }
        json.writeRaw(bracket);
    }

    private void line(JsonGenerator json, String inline) throws IOException {
        json.writeRaw(depth <= DEEPEST ? "\n" + "  ".repeat(depth) : inline);
    }
}
