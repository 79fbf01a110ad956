package io.cropmill.spark;

import io.cropmill.dataset.SourceFile;
import io.cropmill.rebuild.BuildWork;
import java.io.Serializable;

/**
 * A split to build.
 *
 * @param source what the manifest will say of the recording's source
 */
record BuildItem(BuildWork work, SourceFile source) implements Serializable {}
