package io.cropmill.rebuild.plan;

/** What a rebuild does with a recording, and why. Whatever that is, a retired recording stays retired. */
public enum Decision {
    /** Built: the live version does not have it. */
    NEW("built_new", "build, new"),
    /** Built: the source changed. */
    SOURCE("built_source_changed", "build, source changed"),
    /** Built: settings that decide its bytes changed. */
    SETTINGS("built_settings_changed", "build, settings changed"),
    /** Built: files of the live version are missing or have another length. */
    FILES("built_files_changed", "build, files gone or resized"),
    /** Built: all are. */
    FULL("built_full", "build, all asked for"),
    /** Some of its rasters are made from its pair, which stays. */
    RASTERS("rasters_built", "rasters only"),
    /** Finished by a run that died; taken over after a check. */
    LEFT_BEHIND("reused", "finished by a dead run"),
    /** Taken over as it is. */
    UNCHANGED("unchanged", "unchanged"),
    /** Its pair stays; it is retired and its source is gone. */
    RETIRED("retired", "retired, no source"),
    /** Bad: it is retired, and another source has its name. Its pair stays, where bad recordings are skipped. */
    REPLACED("retired_source_replaced", "retired, another source"),
    /** Left out: its source is gone. */
    VANISHED("vanished", "vanished"),
    /**
     * Nothing is published: it is retired, and the new settings would change its pair, which its certificate vouches for,
     * be its source there or not.
     */
    UNMAKEABLE("retired_settings_changed", "retired, other settings"),
    /** Nothing is published: it is retired and would be built anew, but no certificate says from what and into what. */
    UNCERTIFIED("retired_uncertified", "retired, no certificate"),
    /** Nothing is published: it is retired, its own source is gone, and so are files of the live version. */
    LOST("retired_files_lost", "retired, no source, files gone or resized");

    private final String key;
    private final String words;

    Decision(String key, String words) {
        this.key = key;
        this.words = words;
    }

    /** In {@code nightly.json}. */
    public String key() {
        return key;
    }

    /** For a table. */
    public String words() {
        return words;
    }
}
