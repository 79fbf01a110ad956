package io.cropmill.raster;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A raster that no grid can have, or whose class cannot be used; the message has a line a fault. */
public final class RasterSpecException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final ArrayList<Fault> faults;

    RasterSpecException(List<Fault> faults, @Nullable Throwable cause) {
        super(
                faults.stream()
                        .map(fault -> "raster." + fault.key() + " " + fault.words())
                        .collect(Collectors.joining("\n")),
                cause);
        this.faults = new ArrayList<>(faults);
    }

    /** All that is wrong. */
    public List<Fault> faults() {
        return List.copyOf(faults);
    }

    /**
     * One thing that is wrong.
     *
     * @param key of the setting, without the raster: {@code height}
     * @param words that follow the key: {@code must be positive but was 0}
     */
    public record Fault(String key, String words) implements Serializable {}
}
