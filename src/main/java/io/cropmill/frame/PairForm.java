package io.cropmill.frame;

import io.cropmill.crop.RaggedLayout;
import io.cropmill.npy.Dtype;
import java.io.Serializable;

/**
 * How the two files of a pair fit together.
 *
 * @param layout of their records
 * @param points type of the points file, as its header has it
 * @param recordBytes of one point
 */
record PairForm(RaggedLayout layout, Dtype points, long recordBytes) implements Serializable {
    private static final long serialVersionUID = 1L;
}
