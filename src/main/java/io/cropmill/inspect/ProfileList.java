package io.cropmill.inspect;

import org.jspecify.annotations.Nullable;

/** Profiles of one task. What points hold is kept once for all whole recordings, since it is much larger than counts. */
public final class ProfileList {
    private @Nullable PointValues values;

    /**
     * Takes a profile in, and gives what to keep of it: the first one gathers the values of all that follow.
     *
     * @param whole true for a whole recording, false for a run of its rows
     */
    public Profile kept(Profile profile, boolean whole) {
        if (!whole || profile.values() == null) {
            return profile;
        }
        if (values == null) {
            values = profile.values();
            return profile;
        }
        values.addAll(profile.values());
        return profile.withoutValues();
    }
}
