package io.cropmill.inspect;

import io.cropmill.npy.RecordType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.Channel;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Which numbers of a point are its x, y, height and intensity, guessed from names and widths, for a person to check.
 */
record PointRoles(Component x, Component y, Optional<Component> height, Optional<Component> intensity) {
    private static final Set<String> X = Set.of("x", "px", "pos_x");
    private static final Set<String> Y = Set.of("y", "py", "pos_y");
    private static final Set<String> HEIGHT = Set.of("height", "z", "pz", "pos_z", "h");
    private static final Set<String> INTENSITY =
            Set.of("intensity", "i", "reflectance", "reflectivity", "remission", "r");
    private static final int PLANAR = 2;
    private static final int SPATIAL = 3;
    private static final int WITH_INTENSITY = 4;

    /** The roles of the numbers of a point; nothing if x and y cannot be guessed. */
    static Optional<PointRoles> of(RecordType point) {
        Optional<Component> height = named(point, HEIGHT);
        Optional<Component> intensity = named(point, INTENSITY);
        Optional<Component> x = named(point, X);
        Optional<Component> y = named(point, Y);
        if (x.isPresent() && y.isPresent()) {
            return Optional.of(new PointRoles(x.get(), y.get(), height, intensity));
        }
        return point.fields().stream()
                .filter(field -> width(field) >= PLANAR && isComponentName(field.name()))
                .findFirst()
                .map(field -> together(field, height, intensity));
    }

    /** x, y and what follows them side by side in one field. */
    private static PointRoles together(
            RecordType.Field field, Optional<Component> height, Optional<Component> intensity) {
        String name = field.name();
        long width = width(field);
        return new PointRoles(
                new Component(name, 0),
                new Component(name, 1),
                height.or(() -> width >= SPATIAL ? Optional.of(new Component(name, PLANAR)) : Optional.empty()),
                intensity.or(
                        () -> width >= WITH_INTENSITY ? Optional.of(new Component(name, SPATIAL)) : Optional.empty()));
    }

    private static Optional<Component> named(RecordType point, Set<String> names) {
        return point.fields().stream()
                .filter(field ->
                        width(field) == 1 && names.contains(field.name().toLowerCase(Locale.ROOT)))
                .findFirst()
                .map(field -> new Component(field.name(), 0));
    }

    private static boolean isComponentName(String name) {
        try {
            return new Component(name, 0).field().equals(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static long width(RecordType.Field field) {
        return field.type() instanceof SubArrayType array ? array.elementCount() : 1;
    }

    /** The raster that reads these numbers where a given one reads others: channels of what is not there are left out. */
    RasterSpec in(RasterSpec spec) {
        List<Channel> channels = new ArrayList<>();
        for (Channel channel : spec.channels()) {
            if (channel instanceof Channel.Statistic statistic) {
                Optional<Component> role = role(statistic.component(), spec);
                role.ifPresent(component -> channels.add(new Channel.Statistic(statistic.kind(), component)));
            } else {
                channels.add(channel);
            }
        }
        if (channels.isEmpty()) {
            channels.add(Channel.CountKind.DENSITY);
        }
        return spec.withChannels(channels)
                .withCoordinates(new RasterSpec.Coordinates(x, y, height.orElse(spec.heightField())));
    }

    private Optional<Component> role(Component component, RasterSpec spec) {
        if (component.equals(spec.heightField()) || HEIGHT.contains(component.toString())) {
            return height;
        }
        if (component.equals(spec.xField())) {
            return Optional.of(x);
        }
        if (component.equals(spec.yField())) {
            return Optional.of(y);
        }
        return INTENSITY.contains(component.toString()) ? intensity : Optional.empty();
    }
}
