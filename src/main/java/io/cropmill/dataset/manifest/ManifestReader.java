package io.cropmill.dataset.manifest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads a manifest entry by entry; only one recording at a time is a tree. */
final class ManifestReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();

    private final String file;
    private final ObjectNode small = MAPPER.createObjectNode();
    private final SourceRows rows = new SourceRows();
    private final List<RecordingEntry> recordings = new ArrayList<>();
    private final List<SkippedRecording> skipped = new ArrayList<>();

    ManifestReader(String file) {
        this.file = file;
    }

    Manifest read(InputStream in) throws IOException {
        try (JsonParser parser = MAPPER.createParser(in)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                JsonNode other = parser.currentToken() == null ? MissingNode.getInstance() : MAPPER.readTree(parser);
                throw JsonCursor.top(file, other).unexpected("a manifest, a JSON object");
            }
            for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
                parser.nextToken();
                field(key, parser);
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new ManifestException("[" + file + "] Expected one JSON object, but found more behind it");
            }
        } catch (JsonProcessingException e) {
            throw new ManifestException("[" + file + "] Expected JSON at line "
                    + e.getLocation().getLineNr() + ", but found " + e.getOriginalMessage());
        }
        try {
            return new ManifestEntries(JsonCursor.top(file, small)).manifest(recordings, skipped);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ManifestException("[" + file + "] Expected a whole manifest: " + e.getMessage());
        }
    }

    private void field(String key, JsonParser parser) throws IOException {
        if (small.has(key)) {
            throw new ManifestException("[" + file + "] Expected JSON at line "
                    + parser.currentLocation().getLineNr() + ", but found Duplicate field '" + key + "'");
        }
        switch (key) {
            case "recordings" -> {
                items(key, parser, at -> recordings.add(ManifestEntries.recording(at, rows)));
                small.putNull(key);
            }
            case "skipped" -> {
                items(key, parser, at -> skipped.add(ManifestEntries.skipped(at)));
                small.putNull(key);
            }
            case "format" -> small.set(key, format(parser));
            default -> small.set(key, MAPPER.readTree(parser));
        }
    }

    /** Looked at before the rest, which in another format may be anything. */
    private JsonNode format(JsonParser parser) throws IOException {
        JsonNode node = MAPPER.readTree(parser);
        if (!node.isInt() || node.intValue() != ManifestJson.FORMAT) {
            throw new ManifestException("[" + file + "] Expected format " + ManifestJson.FORMAT + ", but found format "
                    + node + "; read it with the release that wrote it, or a later one");
        }
        return node;
    }

    private interface ItemReader {
        void accept(JsonCursor at) throws ManifestException;
    }

    private void items(String key, JsonParser parser, ItemReader item) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw JsonCursor.top(file, MAPPER.createObjectNode().set(key, MAPPER.readTree(parser)))
                    .key(key)
                    .unexpected("a list");
        }
        JsonCursor list = JsonCursor.top(file, small).key(key);
        for (int index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            JsonCursor place = new JsonCursor(file, list, "[" + index + "]", MAPPER.readTree(parser));
            try {
                item.accept(place);
            } catch (IllegalArgumentException | ArithmeticException e) {
                throw new ManifestException(
                        "[" + file + "] Expected a valid entry at " + place.place() + ": " + e.getMessage());
            }
        }
    }
}
