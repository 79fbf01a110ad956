/**
 * What sources or datasets hold, how large they would be in other forms, what of them a machine can keep in memory beside
 * training jobs, and what to do.
 *
 * <p>In: headers and point counts of recordings or pairs, and the points of a sample of crops or of all. Out: an {@link
 * io.cropmill.inspect.InspectionReport}, as text for a person or JSON for a program. Nothing is ever written. Recordings
 * that cannot be read are listed, the others looked at all the same; what a rebuild would refuse gets no advice.
 */
@NullMarked
package io.cropmill.inspect;

import org.jspecify.annotations.NullMarked;
