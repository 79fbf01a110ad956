package io.cropmill.frame;

import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.spark.sql.types.DataType;

/** The vector of a column that is not read from a file. */
record NumberFieldOf(DataType type) {
    Field field() {
        return ItemConversion.leaf("number", new ArrowType.Int(type.defaultSize() * Byte.SIZE, true));
    }
}
