package io.cropmill.sample;

/**
 * What a surface does with a laser pulse.
 *
 * @param reflectance share of the pulse that comes back at normal incidence; over 1 for retro-reflectors
 * @param evenness independence of the return from the angle: 0 is mirror-like paint or asphalt at grazing angles, 1 a
 *     retro-reflector
 * @param transmission share of pulses that go through: glass, spokes
 */
record Material(float reflectance, float evenness, float transmission) {
    static final Material GLASS = new Material(0.12f, 0.1f, 0.72f);
    static final Material INTERIOR = new Material(0.14f, 0.4f, 0f);
    static final Material RUBBER = new Material(0.07f, 0.4f, 0f);
    static final Material RIM = new Material(0.45f, 0.3f, 0.15f);
    static final Material SPOKES = new Material(0.3f, 0.5f, 0.8f);
    static final Material METAL = new Material(0.4f, 0.3f, 0f);
    static final Material PLATE = new Material(1.6f, 0.95f, 0f);
    static final Material REFLECTOR = new Material(1.2f, 0.95f, 0f);
    static final Material SKIN = new Material(0.5f, 0.4f, 0f);
    static final Material PAVEMENT = new Material(0.3f, 0.15f, 0f);

    /** Car paint, masonry: bright or dark, weak at grazing angles. */
    static Material paint(double reflectance) {
        return new Material((float) reflectance, 0.12f, 0f);
    }

    /** Clothing, hedges: scatters evenly. */
    static Material cloth(double reflectance) {
        return new Material((float) reflectance, 0.4f, 0f);
    }

    /** Strength of the return, before distance, for the cosine of the angle between pulse and surface normal. */
    float signal(float cosine) {
        return reflectance * (evenness + (1f - evenness) * cosine);
    }

    /** True if this pulse goes on through the surface. */
    boolean passes(SampleRandom random) {
        return transmission > 0f && random.chance(transmission);
    }
}
