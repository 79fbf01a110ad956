"""Reads every .npy file of folders as a DataFrame and compares it with NumPy.

    check_dataframes.py JAR FOLDER...

JAR is the application, or a class path with its classes. A file must hold the same values for both, or be refused with
its name. What NumPy alone refuses, or the DataFrame alone, is printed.
"""

import os
import sys
import traceback
import warnings

import numpy as np
from pyspark.sql import SparkSession

from dataframe_values import plain, rows

warnings.filterwarnings("ignore")


def session(jar):
    return (SparkSession.builder.master("local[2]").appName("check")
            .config("spark.driver.extraClassPath", jar).config("spark.executor.extraClassPath", jar)
            .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC").config("spark.sql.ansi.enabled", "true")
            .config("spark.log.level", "OFF").getOrCreate())


def expected(path):
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False) if os.path.getsize(path) > 1 << 20 else \
            np.load(path, allow_pickle=False)
        # A header of 128 bytes can declare 2**40 rows of no bytes, and a list of them fills the memory.
        if array.size > 10_000_000:
            raise ValueError(f"too many values to compare: {array.size}")
        return rows(array), None
    except Exception as failure:
        return None, f"{type(failure).__name__}: {failure}"


def found(spark, path):
    try:
        frame = spark.read.format("npy").option("recordingColumn", "recording ").option("rowColumn", "row ").load(path)
        values = [{name: plain(one) for name, one in row.asDict(recursive=False).items()} for row in frame.collect()]
        assert frame.count() == len(values)
        assert [row.pop("row ") for row in values] == list(range(len(values)))
        assert {row.pop("recording ") for row in values} <= {os.path.basename(path)[:-4]}
        return values, None
    except Exception as failure:
        return None, str(failure)


def main():
    spark = session(sys.argv[1])
    counts = {"same": 0, "both refuse": 0, "only NumPy": 0, "only Spark": 0}
    wrong = []
    for folder in sys.argv[2:]:
        for path in sorted(os.path.join(at, name) for at, _, names in os.walk(folder) for name in names
                           if name.endswith(".npy")):
            wanted, verdict = expected(path)
            values, refusal = found(spark, path)
            if values is None:
                kind = "both refuse" if wanted is None else "only NumPy"
                named = os.path.basename(path) in refusal
                good = named and "Expected" in refusal and "Error" not in refusal.split("Expected")[0].split("[")[0]
                if not good:
                    wrong.append(path)
                if kind == "only NumPy" or not good:
                    print(f"{kind}: {path}\n    {refusal[:600]}")
            elif wanted is None:
                kind = "only Spark"
                print(f"{kind}: {path}\n    {verdict[:200]}")
            else:
                kind = "same"
                if values != wanted:
                    wrong.append(path)
                    print(f"DIFFERENT: {path}")
                    print(f"    {str(wanted)[:300]}\n    {str(values)[:300]}")
            counts[kind] += 1
    print(", ".join(f"{kind}: {count}" for kind, count in counts.items()))
    spark.stop()
    if wrong:
        print(f"{len(wrong)} wrong")
        sys.exit(1)


main()
