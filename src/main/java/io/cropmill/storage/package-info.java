/** Folders on local disk and on Hadoop file systems. */
@NullMarked
package io.cropmill.storage;

import org.jspecify.annotations.NullMarked;
