package io.cropmill.raster;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the rasteriser that a specification asks for: the built-in one, or a class of the user's own. */
public final class Rasterizers {
    private Rasterizers() {}

    /**
     * A new rasteriser, for one thread.
     *
     * @param loader where a class of the user's own is looked up
     * @throws RasterSpecException if that class is not there or cannot be made; the message says why
     */
    public static Rasterizer of(RasterSpec spec, ClassLoader loader) {
        Optional<String> named = spec.rasterizerClass();
        return named.isPresent() ? userDefined(named.get(), spec, loader) : new FastRasterizer(spec);
    }

    /**
     * The specification with the version of its class, which is what decides whether caches of before are still true.
     *
     * @param loader where a class of the user's own is looked up
     * @throws RasterSpecException if that class is not there, cannot be made or has no usable version
     */
    public static RasterSpec versioned(RasterSpec spec, ClassLoader loader) {
        Optional<String> named = spec.rasterizerClass();
        return named.isPresent()
                ? spec.withRasterizerVersion(version(named.get(), userDefined(named.get(), spec, loader)))
                : spec;
    }

    /** Which points of all crops so far reached a cell; nothing for a class of the user's own, which does not say. */
    public static Optional<RasterReach> reach(Rasterizer rasterizer) {
        return rasterizer instanceof FastRasterizer fast ? Optional.of(fast.reach()) : Optional.empty();
    }

    private static String version(String name, Rasterizer rasterizer) {
        @Nullable String version;
        try {
            version = rasterizer.version();
        } catch (RuntimeException e) {
            throw refused(name, "its version() failed: " + e, e);
        }
        if (version == null) {
            throw refused(name, "its version() gave null; give \"\" for none", null);
        }
        return version;
    }

    private static Rasterizer userDefined(String name, RasterSpec spec, ClassLoader loader) {
        try {
            // Not initialised before it is known to be a rasteriser: the name may come from a manifest.
            Class<? extends Rasterizer> type =
                    Class.forName(name, false, loader).asSubclass(Rasterizer.class);
            return type.getConstructor(RasterSpec.class).newInstance(spec);
        } catch (ClassNotFoundException e) {
            throw refused(name, "no class of that name is on the class path; give its jar with --jars", e);
        } catch (ClassCastException e) {
            throw refused(name, "it does not implement " + Rasterizer.class.getName(), e);
        } catch (NoSuchMethodException e) {
            throw refused(name, "it has no public constructor that takes a " + RasterSpec.class.getName(), e);
        } catch (InstantiationException e) {
            throw refused(name, "it is abstract", e);
        } catch (IllegalAccessException e) {
            throw refused(name, "it is not public", e);
        } catch (InvocationTargetException e) {
            throw refused(name, "its constructor failed: " + e.getCause(), e);
        } catch (LinkageError e) {
            throw refused(name, "it cannot be loaded: " + e, e);
        }
    }

    private static RasterSpecException refused(String name, String reason, @Nullable Throwable cause) {
        return new RasterSpecException(
                List.of(new RasterSpecException.Fault(
                        "class", "must name a usable Rasterizer but was " + name + ": " + reason)),
                cause);
    }
}
