package io.cropmill.inspect;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Profiles of one task. What points hold is kept once for all whole recordings, since it is much larger than counts. */
public final class ProfileList {
    private final List<Profile> profiles = new ArrayList<>();
    private @Nullable PointValues values;

    /** Adds a profile, of a whole recording or of one run of its rows. */
    public void add(Profile profile, boolean whole) {
        if (!whole || profile.values() == null) {
            profiles.add(profile);
        } else if (values == null) {
            values = profile.values();
            profiles.add(profile);
        } else {
            values.addAll(profile.values());
            profiles.add(profile.withoutValues());
        }
    }

    public Iterator<Profile> iterator() {
        return profiles.iterator();
    }
}
