#!/usr/bin/env python3
"""A large Parquet file whose values are known, and the comparison of a pair with it.

  large_parquet.py write FILE.parquet BYTES
  large_parquet.py check FILE.parquet PAIR      PAIR: the pair's path without .npy
"""
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

CROPS = 2000
POINTS = 4000
POINT_BYTES = 12


def group(number):
    counts = np.full(CROPS, POINTS) - np.arange(CROPS) % 7
    ends = np.concatenate([[0], np.cumsum(counts)])
    values = ((np.arange(ends[-1]) + number * 977) % 8388593).astype(np.float32)
    lists = lambda width, flat: pa.ListArray.from_arrays(pa.array(ends * width, pa.int32()), pa.array(flat))
    return counts, values, pa.table(
        {"xy": lists(2, np.repeat(values, 2)), "height": lists(1, values), "n": pa.array(np.arange(CROPS), pa.int32())})


def write(path, size):
    writer = None
    for number in range(-(-size // (CROPS * POINTS * POINT_BYTES))):
        table = group(number)[2]
        writer = writer or pq.ParquetWriter(path, table.schema, compression="none", use_dictionary=False)
        writer.write_table(table, row_group_size=CROPS)
    writer.close()
    print(f"{os.path.getsize(path) / 1e9:.2f} GB in {path}")


def check(path, pair):
    metadata, points = np.load(pair + ".npy", mmap_mode="r"), np.load(pair + ".points.npy", mmap_mode="r")
    start = 0
    for number in range(pq.ParquetFile(path).num_row_groups):
        counts, values, _ = group(number)
        part = points[start:start + len(values)]
        rows = metadata[number * CROPS:(number + 1) * CROPS]
        assert np.array_equal(rows["point_count"], counts), number
        assert np.array_equal(part["height"], values) and np.array_equal(part["xy"], np.repeat(values, 2).reshape(-1, 2)), number
        start += len(values)
    assert start == len(points) and len(metadata) == CROPS * pq.ParquetFile(path).num_row_groups
    print(f"{len(metadata):,} crops and {len(points):,} points are equal")


if __name__ == "__main__":
    write(sys.argv[2], int(sys.argv[3])) if sys.argv[1] == "write" else check(sys.argv[2], sys.argv[3])
