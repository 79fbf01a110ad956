/**
 * The {@code .npy} format.
 *
 * <p>In come bytes of one array: {@link io.cropmill.npy.NpyHeaderReader} checks and reads what stands before the data,
 * {@link io.cropmill.npy.NpyReader} the data, and {@link io.cropmill.npy.FieldPacking} strips padding and foreign byte
 * order. Out go types, shapes and packed little-endian bytes, and through {@link io.cropmill.npy.NpyHeaderWriter} the
 * header that {@code numpy.save} would write. Names and publishing of files are not this room's.
 *
 * <p>Refused, always with file, place, expected and found: everything that {@code numpy.load} refuses without pickle,
 * and what it lets pass although it hides damage: more or fewer bytes than the header promises, negative axes, repeated
 * keys. Nothing is allocated from a size that a file declares before it is checked against the file's real length.
 */
@NullMarked
package io.cropmill.npy;

import org.jspecify.annotations.NullMarked;
