package io.cropmill.dataset.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Kinds of row in a manifest. A hundred thousand recordings have one or two: each is read and kept once. */
final class SourceRows {
    private static final Set<String> KEYS = Set.of("descr", "count_field", "point_fields");

    private final Map<JsonNode, SourceRow> known = new HashMap<>();

    SourceRow of(JsonCursor at) throws ManifestException {
        SourceRow row = known.get(at.node());
        if (row == null) {
            row = read(at);
            known.put(at.node(), row);
        }
        return row;
    }

    private static SourceRow read(JsonCursor at) throws ManifestException {
        at.object(KEYS);
        List<String> fields = new ArrayList<>();
        for (JsonCursor field : at.key("point_fields").items()) {
            fields.add(field.text());
        }
        return new SourceRow(at.key("descr").text(), at.key("count_field").text(), fields);
    }
}
