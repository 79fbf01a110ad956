package io.cropmill.dataset.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value in a manifest, with its place for messages.
 *
 * @param file that is being read
 * @param above the value that it is a part of; null for the manifest
 * @param step from there to here: a key, or {@code [3]}
 */
public record JsonCursor(String file, @Nullable JsonCursor above, String step, JsonNode node) {
    private static final int SHOWN = 80;

    /** The manifest. */
    public static JsonCursor top(String file, JsonNode node) {
        return new JsonCursor(file, null, "", node);
    }

    public JsonCursor key(String name) {
        JsonNode value = node.get(name);
        return new JsonCursor(file, this, name, value == null ? MissingNode.getInstance() : value);
    }

    /** Such as {@code recordings[3].files.metadata}; put together only for messages. */
    String place() {
        String before = above == null ? "" : above.place();
        return before.isEmpty() || step.startsWith("[") ? before + step : before + "." + step;
    }

    public boolean has(String name) {
        return node.has(name);
    }

    /** Refuses anything but an object with exactly these keys. */
    public JsonCursor object(Set<String> names) throws ManifestException {
        return object(names, Set.of());
    }

    /** Refuses anything but an object with these keys, and perhaps some of others. */
    public JsonCursor object(Set<String> names, Set<String> others) throws ManifestException {
        require(node.isObject(), "an object");
        int due = 0;
        int other = 0;
        for (String name : names) {
            due += node.has(name) ? 1 : 0;
        }
        for (String name : others) {
            other += node.has(name) ? 1 : 0;
        }
        if (due < names.size() || due + other < node.size()) {
            Set<String> found = new TreeSet<>();
            node.fieldNames().forEachRemaining(found::add);
            throw new ManifestException("[" + file + "] Expected the keys " + new TreeSet<>(names) + " in "
                    + (above == null ? "the manifest" : place()) + ", but found " + found);
        }
        return this;
    }

    Map<String, JsonCursor> entries() throws ManifestException {
        require(node.isObject(), "an object");
        Map<String, JsonCursor> entries = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(name -> entries.put(name, key(name)));
        return entries;
    }

    public List<JsonCursor> items() throws ManifestException {
        require(node.isArray(), "a list");
        List<JsonCursor> items = new ArrayList<>();
        for (JsonNode item : node) {
            items.add(new JsonCursor(file, this, "[" + items.size() + "]", item));
        }
        return items;
    }

    public String text() throws ManifestException {
        require(node.isTextual(), "text");
        return node.textValue();
    }

    Optional<String> optionalText() throws ManifestException {
        return node.isNull() ? Optional.empty() : Optional.of(text());
    }

    public long integer() throws ManifestException {
        require(node.isIntegralNumber() && node.canConvertToLong(), "an integer");
        return node.longValue();
    }

    int smallInteger() throws ManifestException {
        require(node.isIntegralNumber() && node.canConvertToInt(), "an integer below 2^31");
        return node.intValue();
    }

    double number() throws ManifestException {
        require(node.isNumber(), "a number");
        return node.doubleValue();
    }

    /** Text in some grammar. */
    <T> T parsed(String expected, Function<String, T> parser) throws ManifestException {
        String text = text();
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw unexpected(expected);
        }
    }

    public ManifestException unexpected(String expected) {
        String place = place();
        return new ManifestException("[" + file + "] Expected " + expected + (place.isEmpty() ? "" : " at " + place)
                + ", but found " + shown());
    }

    private void require(boolean holds, String expected) throws ManifestException {
        if (!holds) {
            throw unexpected(expected);
        }
    }

    private String shown() {
        String text = node.isMissingNode() ? "nothing" : node.toString();
        return text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    }
}
