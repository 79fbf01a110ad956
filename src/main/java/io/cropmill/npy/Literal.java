package io.cropmill.npy;

import java.util.List;
import java.util.Map;

/** A value of the Python literal that a header is, with the place where it stands: from start to before end. */
sealed interface Literal {
    int start();

    int end();

    /** A {@code str}. */
    record TextLiteral(int start, int end, String value) implements Literal {}

    /** An {@code int}. */
    record Whole(int start, int end, long value) implements Literal {}

    /** {@code True} or {@code False}, which Python counts among the integers and this reader does not. */
    record Truth(int start, int end, boolean value) implements Literal {}

    /** {@code None}. */
    record Nothing(int start, int end) implements Literal {}

    /** {@code (...)} with a comma, or empty. */
    record TupleLiteral(int start, int end, List<Literal> items) implements Literal {}

    /** {@code [...]}. */
    record Sequence(int start, int end, List<Literal> items) implements Literal {}

    /** {@code {...}}. */
    record Mapping(int start, int end, Map<String, Literal> entries) implements Literal {}
}
