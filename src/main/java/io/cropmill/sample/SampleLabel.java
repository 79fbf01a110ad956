package io.cropmill.sample;

/** What the object in a crop is; {@link #code()} is the value of the field {@code label}. */
enum SampleLabel {
    CAR(0),
    PEDESTRIAN(1),
    CYCLIST(2);

    private final int code;

    SampleLabel(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
