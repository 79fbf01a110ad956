"""Reads padded recordings as crops through PySpark, writes them as datasets in several partitions and orders, and compares
all with NumPy.

    dataframe_crops.py JAR SOURCE WORK

Prints "ok" at the end, or fails.
"""

import hashlib
import json
import os
import sys

import numpy as np
from pyspark.sql import SparkSession, functions as F

OWN = ("point_start", "point_count", "source_point_count")


def session(jar):
    return (SparkSession.builder.master("local[2]").appName("crops")
            .config("spark.driver.extraClassPath", jar).config("spark.executor.extraClassPath", jar)
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "4").config("spark.speculation", "true")
            .config("spark.speculation.multiplier", "1.0").config("spark.speculation.quantile", "0.01")
            .config("spark.log.level", "OFF").getOrCreate())


def digest(dataset):
    """One hash of all files of the live version but its manifest, which has a time in it."""
    version = os.path.join(dataset, open(os.path.join(dataset, "CURRENT")).read().strip())
    total = hashlib.sha256()
    for at, folders, names in os.walk(version):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".npy"):
                total.update(os.path.relpath(os.path.join(at, name), version).encode())
                total.update(open(os.path.join(at, name), "rb").read())
    return total.hexdigest()


def pairs(dataset):
    version = open(os.path.join(dataset, "CURRENT")).read().strip()
    manifest = json.load(open(os.path.join(dataset, version, "manifest.json")))
    for recording in manifest["recordings"]:
        files = recording["files"]
        yield (recording["name"], np.load(os.path.join(dataset, files["metadata"]["path"])),
               np.load(os.path.join(dataset, files["points"]["path"])))


def check_pairs(dataset, source, wanted):
    """Every wanted crop is there, once, in its order, with its points and fields bit for bit."""
    seen = 0
    for name, crops, points in pairs(dataset):
        padded = np.load(os.path.join(source, name + ".npy"))
        kept = [row for row in padded if wanted(row)]
        assert len(kept) == len(crops), (name, len(kept), len(crops))
        start = 0
        for row, crop in zip(kept, crops):
            count = int(row["point_count"])
            assert crop["point_start"] == start and crop["point_count"] == count == crop["source_point_count"]
            for field in points.dtype.names:
                found = points[field][start:start + count]
                assert found.tobytes() == row[field][:count].tobytes(), (name, field)
            for field in crops.dtype.names:
                if field not in OWN:
                    assert crop[field].tobytes() == row[field].tobytes(), (name, field)
            start += count
        assert start == len(points)
        seen += len(crops)
    return seen


def main():
    jar, source, work = sys.argv[1:]
    spark = session(jar)
    crops = spark.read.format("crops").load(source)
    for row in crops.select("recording", "row", "point_count", "xy").toLocalIterator():
        padded = np.load(os.path.join(source, row.recording + ".npy"), mmap_mode="r")[row.row]
        count = int(padded["point_count"])
        assert row.point_count == count
        assert np.array(row.xy, dtype="<f4").tobytes() == padded["xy"][:count].tobytes()

    chosen = crops.where("label >= 1")
    hashes = set()
    for partitions in (1, 7):
        target = os.path.join(work, f"dataset-{partitions}")
        shuffled = chosen.repartition(partitions, F.rand(partitions)).orderBy(F.rand(partitions + 1))
        shuffled.write.format("crops").option("cap", 100_000).save(target)
        written = check_pairs(target, source, lambda row: row["label"] >= 1)
        assert written == chosen.count() == spark.read.format("crops").load(target).count()
        hashes.add(digest(target))
    assert len(hashes) == 1, hashes

    target = os.path.join(work, "dataset-1")
    again = spark.read.format("crops").load(target)
    again.write.format("crops").mode("overwrite").option("cap", 100_000).save(target)
    assert {digest(target)} == hashes
    try:
        again.write.format("crops").save(target)
        raise AssertionError("written twice")
    except Exception as refusal:
        assert "Expected no dataset, but found v000002" in str(refusal), refusal
    again.write.format("crops").mode("ignore").save(target)
    other = again.withColumn("recording", F.concat(F.lit("again/"), "recording"))
    other.write.format("crops").mode("append").save(target)
    assert spark.read.format("crops").load(target).count() == 2 * chosen.count()
    spark.stop()
    print("ok")


main()
