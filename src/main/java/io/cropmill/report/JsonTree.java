package io.cropmill.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON for programs: made as a tree, written with a key a line. */
public final class JsonTree {
    private static final JsonMapper MAPPER = new JsonMapper();

    private JsonTree() {}

    /** An object without keys. */
    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    /** The object on several lines; ends with a line feed. */
    public static String text(ObjectNode json) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        try {
            return MAPPER.writer(printer).writeValueAsString(json) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of text and numbers is always JSON", e);
        }
    }
}
