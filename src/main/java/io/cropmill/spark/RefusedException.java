package io.cropmill.spark;

import io.cropmill.dataset.Certificate;
import io.cropmill.rebuild.plan.VanishedLimit;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.List;

/** Nothing can be published before something is put right; trying again as it is would not help. */
public final class RefusedException extends IOException {
    public RefusedException(String message) {
        super(message);
    }

    /** A retired recording would be built anew, but nothing says from what and into what. */
    public static RefusedException uncertified(String name) {
        return new RefusedException("[" + Certificate.path(name) + "] Expected the certificate of " + name
                + ", which is retired, but found none, so nothing can prove what would be built again; restore it from a"
                + " backup, or retire the recording again");
    }

    /** Files of retired recordings are missing, and nothing can make them again. */
    public static RefusedException lost(List<String> names) {
        return new RefusedException("files of " + Figures.counted(names.size(), "retired recording") + " are missing ("
                + VanishedLimit.named(names)
                + "), and what they were made of is gone, damaged or another; restore the files from a backup");
    }
}
