package io.cropmill.ragged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.raster.Component;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class ComponentReaderTest {
    private static final String UNALIGNED = "[('a', '|u1'), ('v', '<f4', (3,))]";
    private static final int RECORD_BYTES = 13;

    private static final float[] VALUES = {
        1.5f,
        -0.0f,
        Float.intBitsToFloat(0x7FC12345),
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        -Float.MAX_VALUE,
        3,
        Float.POSITIVE_INFINITY,
        0.1f
    };

    private static ComponentReader reader(String points, String component) throws UnclearFieldsException {
        return ComponentReader.of("a.npy", (RecordType) Dtype.parse(points), Component.parse(component));
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Two bytes, then three records of {@link #UNALIGNED}. */
    private static ByteBuffer records() {
        ByteBuffer records = direct(2 + 3 * RECORD_BYTES);
        for (int i = 0; i < VALUES.length; i++) {
            records.putFloat(2 + i / 3 * RECORD_BYTES + 1 + i % 3 * Float.BYTES, VALUES[i]);
        }
        return records;
    }

    private static void assertBits(float[] found, float... expected) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(Float.floatToRawIntBits(found[i]))
                    .as("value %d", i)
                    .isEqualTo(Float.floatToRawIntBits(expected[i]));
        }
    }

    @Test
    void readsEveryBitOfFloatsThatStandUnalignedInRecords() throws UnclearFieldsException {
        for (int component = 0; component < 3; component++) {
            float[] found = new float[3];
            reader(UNALIGNED, "v." + component).readRecords(records(), 2, 3, found);
            assertBits(found, VALUES[component], VALUES[3 + component], VALUES[6 + component]);
        }
    }

    @Test
    void readsFieldsOfOneTwoAndThreeFloatsFromAPointOn() throws UnclearFieldsException {
        ByteBuffer field = direct(VALUES.length * Float.BYTES);
        field.asFloatBuffer().put(VALUES);
        ByteBuffer[] fields = {direct(0), field};
        float[] found = new float[3];

        reader("[('a', '|u1'), ('v', '<f4')]", "v").readFields(fields, 2, 3, found);
        assertBits(found, VALUES[2], VALUES[3], VALUES[4]);
        reader("[('a', '|u1'), ('v', '<f4', (2,))]", "v.1").readFields(fields, 1, 3, found);
        assertBits(found, VALUES[3], VALUES[5], VALUES[7]);
        reader("[('a', '|u1'), ('v', '<f4', (3,))]", "v.2").readFields(fields, 1, 2, found);
        assertBits(found, VALUES[5], VALUES[8]);
    }

    @Test
    void readsNothingBehindTheLimit() throws UnclearFieldsException {
        ByteBuffer records = records();
        records.limit(records.capacity() - 1);
        ComponentReader last = reader(UNALIGNED, "v.2");
        assertThatThrownBy(() -> last.readRecords(records, 2, 3, new float[3]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        float[] found = new float[2];
        last.readRecords(records, 2, 2, found);
        assertBits(found, VALUES[2], VALUES[5]);
    }

    @Test
    void readsNoPointsAtTheEnd() throws UnclearFieldsException {
        float[] found = {7};
        reader(UNALIGNED, "v.2").readRecords(records(), 2 + 3 * RECORD_BYTES, 0, found);
        assertBits(found, 7);
    }
}
