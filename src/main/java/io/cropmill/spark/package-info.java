/**
 * The jobs on Spark, and the only room that knows it.
 *
 * <p>In come requests, already checked; out goes an outcome with the text that a person reads. Expected failures are a
 * {@link io.cropmill.config.SettingsException} or an {@link java.io.IOException} whose message says what is wrong.
 */
@NullMarked
package io.cropmill.spark;

import org.jspecify.annotations.NullMarked;
