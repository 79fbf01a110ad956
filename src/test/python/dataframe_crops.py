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
from pyspark.errors import IllegalArgumentException, UnsupportedOperationException
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


def refused(work, kind, *words):
    """A refusal is one of PySpark's own exceptions, and its text is a sentence, not a stack of Java."""
    try:
        work()
    except kind as refusal:
        text = str(refusal)
        assert all(word in text for word in words), text
        assert "java." not in text and "\tat " not in text and len(text.splitlines()) == 1, text
        return
    raise AssertionError(f"not refused: {words}")


def check_refusals(spark, work, crops):
    gone = os.path.join(work, "gone")
    refused(lambda: spark.read.format("crops").load(gone), IllegalArgumentException, f"[file://{gone}] Expected ")
    refused(lambda: spark.read.format("npy").load(gone), IllegalArgumentException, gone)
    refused(lambda: spark.read.format("npy").option("arays", "flat").load(gone), IllegalArgumentException, "arays")
    cut = os.path.join(work, "cut.npy")
    with open(cut, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00")
    for name in ("npy", "crops"):
        refused(lambda: spark.read.format(name).load(cut), IllegalArgumentException, "cut.npy] Expected ")
        refused(lambda: spark.read.format(name).schema("a int").load(cut).count(), IllegalArgumentException, "cut.npy")
    refused(lambda: crops.write.format("npy").save(gone), UnsupportedOperationException, "npy", "only reads")
    refused(lambda: crops.drop("row").write.format("crops").save(gone), IllegalArgumentException, "'row'")
    refused(lambda: crops.where("row < 0").write.format("crops").save(gone), IllegalArgumentException, "no rows")
    refused(lambda: crops.write.format("crops").option("caps", 1).save(gone), IllegalArgumentException, "did you mean")
    assert not os.path.exists(gone), os.listdir(gone)
    fixed = crops.withColumn("center", F.array(F.lit(1.0), F.lit(2.0), F.lit(3.0)))
    refused(lambda: fixed.write.format("crops").save(gone), IllegalArgumentException,
            '.option("cropFields", "center:3")')
    fixed.write.format("crops").option("cropFields", "center:3").save(gone)
    for _, rows, _ in pairs(gone):
        assert rows.dtype["center"] == np.dtype(("<f8", (3,))) and (rows["center"] == [1, 2, 3]).all()


def main():
    jar, source, work = sys.argv[1:]
    spark = session(jar)
    crops = spark.read.format("crops").load(source)
    for row in crops.select("recording", "row", "point_count", "xy").toLocalIterator():
        padded = np.load(os.path.join(source, row.recording + ".npy"), mmap_mode="r")[row.row]
        count = int(padded["point_count"])
        assert row.point_count == count
        assert np.array(row.xy, dtype="<f4").tobytes() == padded["xy"][:count].tobytes()

    check_refusals(spark, work, crops)
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
    refused(lambda: again.write.format("crops").save(target), IllegalArgumentException,
            "Expected no dataset, but found v000002")
    again.write.format("crops").mode("ignore").save(target)
    other = again.withColumn("recording", F.concat(F.lit("again/"), "recording"))
    other.write.format("crops").mode("append").save(target)
    assert spark.read.format("crops").load(target).count() == 2 * chosen.count()
    spark.stop()
    print("ok")


main()
