/**
 * Text for people: figures, tables, suggestions, and escapes. In: numbers, and any text from outside. Out:
 * text that is safe to show on a terminal, in a log, on a page or in a shell. Refused: nothing. It depends on no other room.
 */
@NullMarked
package io.cropmill.text;

import org.jspecify.annotations.NullMarked;
