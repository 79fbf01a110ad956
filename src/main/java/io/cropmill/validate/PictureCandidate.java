package io.cropmill.validate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A crop that may be worth a look.
 *
 * @param score the higher the worthier: values that differ, points, or a draw
 */
record PictureCandidate(Why why, String recording, long row, double score) implements Serializable {
    /** What makes it so. */
    public enum Why {
        WORST,
        LARGEST,
        RANDOM
    }

    /** The best candidates for each reason; the result does not depend on the order in which they were added. */
    public static final class Best implements Serializable {
        private static final long serialVersionUID = 1L;
        private static final int MOST_OF_A_KIND = 6;
        private static final Comparator<PictureCandidate> ORDER = Comparator.comparingDouble(PictureCandidate::score)
                .reversed()
                .thenComparing(PictureCandidate::recording)
                .thenComparingLong(PictureCandidate::row);

        private final List<PictureCandidate> worst = new ArrayList<>();
        private final List<PictureCandidate> largest = new ArrayList<>();
        private final List<PictureCandidate> random = new ArrayList<>();

        void offer(Why why, String recording, long row, double score) {
            List<PictureCandidate> list = of(why);
            if (list.size() < MOST_OF_A_KIND
                    || score > list.get(list.size() - 1).score()) {
                add(list, new PictureCandidate(why, recording, row, score));
            }
        }

        void addAll(Best other) {
            for (Why why : Why.values()) {
                other.of(why).forEach(candidate -> add(of(why), candidate));
            }
        }

        private static void add(List<PictureCandidate> list, PictureCandidate candidate) {
            list.add(candidate);
            list.sort(ORDER);
            if (list.size() > MOST_OF_A_KIND) {
                list.remove(list.size() - 1);
            }
        }

        List<PictureCandidate> of(Why why) {
            return switch (why) {
                case WORST -> worst;
                case LARGEST -> largest;
                case RANDOM -> random;
            };
        }
    }
}
