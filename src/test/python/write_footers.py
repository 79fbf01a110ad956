"""Writes the small Parquet files of crops whose footers FooterFlipsTest flips bit by bit, by each writer as its users
have it: three row groups of four crops each.

   python write_footers.py FOLDER

They lie in src/test/resources/footers, so that the test needs neither Spark nor pandas. pandas is not in requirements.txt.
"""
import datetime
import decimal
import os
import shutil
import sys
import tempfile

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 12
GROUP = 4


def counts():
    return [(row * 5 + 2) % 7 for row in range(ROWS)]


def points(row, count):
    random = np.random.default_rng(row)
    xy = random.normal(size=(count, 2)).astype("<f4")
    return xy, random.random(count).astype("<f4"), random.integers(0, 255, count).astype("<f4")


def crops():
    for row, count in enumerate(counts()):
        xy, height, intensity = points(row, count)
        yield {
            "xy": xy,
            "height": height,
            "intensity": intensity,
            "label": row % 3,
            "stamp": datetime.datetime(2024, 5, 6, 7, 8, row, 125),
            "score": row / 8,
            "price": decimal.Decimal(row * 31 - 100).scaleb(-2),
            "box": [row / 2, -float(row), 0.25],
            "good": row % 2 == 0,
        }


def arrow(nested):
    rows = list(crops())
    xy = pa.list_(pa.list_(pa.float32(), 2)) if nested else pa.list_(pa.float32())
    return pa.table({
        "xy": pa.array([r["xy"].tolist() if nested else r["xy"].ravel().tolist() for r in rows], xy),
        "height": pa.array([r["height"].tolist() for r in rows], pa.list_(pa.float32())),
        "intensity": pa.array([r["intensity"].tolist() for r in rows], pa.list_(pa.float32())),
        "label": pa.array([r["label"] for r in rows], pa.int8()),
        "stamp": pa.array([r["stamp"] for r in rows], pa.timestamp("us")),
        "price": pa.array([r["price"] for r in rows], pa.decimal128(7, 2)),
        "box": pa.array([r["box"] for r in rows], pa.list_(pa.float64(), 3)),
        "good": pa.array([r["good"] for r in rows]),
    })


def pandas_file(path):
    import pandas as pd

    frame = pd.DataFrame([
        {**r, "xy": r["xy"].ravel(), "price": float(r["price"]), "point_count": n}
        for r, n in zip(crops(), counts())
    ])
    frame.index = pd.Index(np.arange(ROWS) * 10 + 7, name="frame")
    frame.to_parquet(path, row_group_size=GROUP)


def spark_files(folder):
    from pyspark.sql import SparkSession
    from pyspark.sql import types as t

    spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext._jsc.hadoopConfiguration().set("parquet.block.row.count.limit", str(GROUP))
    spark.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    floats = t.ArrayType(t.FloatType(), False)
    fields = [
        t.StructField("xy", floats, False),
        t.StructField("height", floats),
        t.StructField("intensity", floats),
        t.StructField("label", t.ByteType(), False),
        t.StructField("stamp", t.TimestampType()),
        t.StructField("score", t.DoubleType()),
        t.StructField("price", t.DecimalType(7, 2)),
        t.StructField("box", t.ArrayType(t.DoubleType())),
        t.StructField("good", t.BooleanType()),
    ]
    rows = [
        tuple(
            [r["xy"].ravel().tolist(), r["height"].tolist(), r["intensity"].tolist()]
            + [r[name] for name in ("label", "stamp", "score", "price", "box", "good")])
        for r in crops()
    ]
    table = spark.createDataFrame(rows, t.StructType(fields))
    for name, options in {
        "spark": {},
        "spark-legacy": {"compression": "uncompressed", "parquet.enable.dictionary": "false"},
    }.items():
        spark.conf.set("spark.sql.parquet.writeLegacyFormat", str(name == "spark-legacy").lower())
        written = tempfile.mkdtemp()
        table.coalesce(1).write.mode("overwrite").options(**options).parquet(written)
        part = [name for name in os.listdir(written) if name.endswith(".parquet")]
        shutil.copyfile(os.path.join(written, part[0]), os.path.join(folder, name + ".parquet"))
        shutil.rmtree(written)
    spark.stop()


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    pq.write_table(arrow(False), os.path.join(folder, "pyarrow.parquet"), row_group_size=GROUP)
    pq.write_table(
        arrow(True), os.path.join(folder, "pyarrow-v2.parquet"), row_group_size=GROUP, compression="zstd",
        data_page_version="2.0", write_page_index=True, use_dictionary=["label"], data_page_size=64)
    pandas_file(os.path.join(folder, "pandas.parquet"))
    spark_files(folder)


if __name__ == "__main__":
    main()
