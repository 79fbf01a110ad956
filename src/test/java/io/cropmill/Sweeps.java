package io.cropmill;

/** Tests tagged {@code sweep} try a part of all cases, or with {@code -Pcrash} all of them. */
public final class Sweeps {
    /** Every how many points of a run one is tried. */
    public static final int STEP = Integer.getInteger("cropmill.crash.step", 9);

    private Sweeps() {}

    /** The first of two numbers, or the second if all cases are tried. */
    public static <T> T partOrAll(T part, T all) {
        return STEP == 1 ? all : part;
    }
}
