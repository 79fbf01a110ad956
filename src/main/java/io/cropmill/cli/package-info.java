/**
 * The command line.
 *
 * <p>In come words; out go requests to {@link io.cropmill.job.Jobs}, and an exit code. The only room with
 * {@code System.out}, {@code System.err} and {@code System.exit}, and one that knows nothing of Spark. Refused, with exit
 * code 2, is what is no command, option or setting.
 */
@NullMarked
package io.cropmill.cli;

import org.jspecify.annotations.NullMarked;
