/** The .npy format. */
@NullMarked
package io.cropmill.npy;

import org.jspecify.annotations.NullMarked;
