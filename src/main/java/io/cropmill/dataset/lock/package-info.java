/**
 * Who may change a dataset.
 *
 * <p>In: the folder of a dataset and the name of a command. {@link io.cropmill.dataset.lock.Locks} says who holds it; a {@link io.cropmill.dataset.lock.DatasetLock} is held until it is
 * withdrawn, or taken over after its heartbeat stood still. Refused is every change by a run that lost its lock.
 */
@NullMarked
package io.cropmill.dataset.lock;

import org.jspecify.annotations.NullMarked;
