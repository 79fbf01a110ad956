package io.cropmill.config;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseable;
import java.io.File;
import java.net.URL;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Includes of settings files: {@code include "other.conf"} and {@code include file("...")} are read from local disk. URLs
 * are refused, for settings decide what a run deletes and which classes it loads; so is the class path.
 */
final class LocalIncludes implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    /** HOCON takes a name that is a URL for one; a drive letter is none. */
    private static final Pattern URL_LIKE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

    /** An include may leave out the ending. */
    private static final List<String> ENDINGS = List.of("", ".conf", ".json", ".properties");

    private static final int MOST_NESTED = 20;

    private final Problems problems;
    private final String where;
    private @Nullable ConfigIncluder files;
    private int depth;

    /**
     * Refusals become problems.
     *
     * @param where the including file or option, for messages
     */
    LocalIncludes(String where, Problems problems) {
        this.where = where;
        this.problems = problems;
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        files = fallback;
        return this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String name) {
        ConfigIncluder local = files;
        if (URL_LIKE.matcher(name).matches() || local == null) {
            return refuse(name);
        }
        boolean found = ENDINGS.stream().anyMatch(ending -> isFile(context.relativeTo(name + ending)));
        return found ? nested(name, () -> local.include(context, name)) : missing(name);
    }

    private static boolean isFile(@Nullable ConfigParseable included) {
        String file = included == null ? null : included.origin().filename();
        return file != null && new File(file).isFile();
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File file) {
        if (!(files instanceof ConfigIncluderFile local)) {
            return refuse(file.toString());
        }
        return file.isFile()
                ? nested(file.toString(), () -> local.includeFile(context, file))
                : missing(file.toString());
    }

    /** Reads an include; one within itself would be read until the stack is full. */
    private ConfigObject nested(String name, Supplier<ConfigObject> read) {
        if (depth == MOST_NESTED) {
            problems.add(new Problem(
                    "",
                    "[" + where + "] Expected includes nested at most " + MOST_NESTED + " deep, but found include of "
                            + name + " deeper; a file that includes itself, or one that includes it, never ends: remove"
                            + " that include"));
            return ConfigFactory.empty().root();
        }
        depth++;
        try {
            return read.get();
        } finally {
            depth--;
        }
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL url) {
        return refuse(url.toString());
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String resource) {
        return refuse(resource);
    }

    /** HOCON passes over a file that is not there, and with it whatever a team has set in it. */
    private ConfigObject missing(String file) {
        problems.add(new Problem(
                "", "[" + where + "] Expected a file to include, but found no " + file + "; fix the path, or drop it"));
        return ConfigFactory.empty().root();
    }

    private ConfigObject refuse(String name) {
        problems.add(new Problem(
                "",
                "[" + where + "] Expected an include of a file on this machine, but found include of " + name
                        + "; copy it beside the settings and include that file"));
        return ConfigFactory.empty().root();
    }
}
