package io.cropmill.crop;

import java.util.Map;
import java.util.Optional;

/**
 * What the column of recordings says in one file.
 *
 * @param rows by the value of the column
 * @param firstRows of the file, by the same values
 * @param fault what is wrong with the first row that has no value; nothing where all rows have one
 */
public record RecordingValues(Map<String, FoundRows> rows, Map<String, Long> firstRows, Optional<String> fault) {}
