/**
 * Text for people. In: text from outside, whatever it holds. Out: the same, safe to show on a terminal, in a log or on a
 * page. Refused: nothing.
 */
@NullMarked
package io.cropmill.text;

import org.jspecify.annotations.NullMarked;
