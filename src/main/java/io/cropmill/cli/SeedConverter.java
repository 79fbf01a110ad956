package io.cropmill.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** All 64 bits of a number from 0 to 2^64 - 1. */
final class SeedConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "a seed must be between 0 and 18446744073709551615 but was \"" + text + "\"");
        }
    }
}
