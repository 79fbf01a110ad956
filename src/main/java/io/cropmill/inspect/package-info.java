/**
 * What a source or a dataset holds, how large it would be in other forms, and what of it a machine can keep in memory.
 *
 * <p>In: headers and point counts of recordings or pairs, and points only where a deep look is asked for. Out: an {@link
 * io.cropmill.inspect.Inspection}, as text for a person or JSON for a program. Nothing is ever written. Recordings that
 * cannot be read are listed; the others are looked at all the same.
 */
@NullMarked
package io.cropmill.inspect;

import org.jspecify.annotations.NullMarked;
