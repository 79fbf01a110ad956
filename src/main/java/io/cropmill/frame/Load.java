package io.cropmill.frame;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Where a load is to read: what {@code load()} was given, one path or several. */
final class Load {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Load() {}

    static List<String> locations(String format, CaseInsensitiveStringMap options) {
        List<String> locations = new ArrayList<>();
        if (options.containsKey("paths")) {
            try {
                locations.addAll(List.of(MAPPER.readValue(options.get("paths"), String[].class)));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(
                        "Option paths must be a JSON list but was " + options.get("paths"), e);
            }
        }
        if (options.containsKey("path")) {
            locations.add(options.get("path"));
        }
        if (locations.isEmpty()) {
            throw new IllegalArgumentException(
                    "A path is needed: spark.read.format(\"" + format + "\").load(\"/data/recordings\")");
        }
        return locations;
    }
}
