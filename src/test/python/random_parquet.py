#!/usr/bin/env python3
"""Writes Parquet files of crops in random layouts, types and writer settings.

  random_parquet.py FOLDER FILES SEED

Beside each N.parquet lies N.txt: the count field, the point fields, the field of recordings, the values of it, and the field
that gives the order, a line each; what there is none of is an empty line.
"""
import datetime
import decimal
import io
import os
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

NUMBERS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "?"]


def npy(array, zipped):
    out = io.BytesIO()
    np.savez_compressed(out, arr=array) if zipped else np.save(out, array, allow_pickle=False)
    return out.getvalue()


def values(rng, code, shape):
    dtype = np.dtype(code)
    raw = rng.integers(0, 256, int(np.prod(shape)) * dtype.itemsize, np.uint8)
    if dtype.kind == "b":
        return (raw % 2).astype(bool).reshape(shape)
    few = rng.random() < 0.5
    if few:
        raw = np.tile(raw[: 5 * dtype.itemsize], len(raw) // max(1, 5 * dtype.itemsize) + 1)[: len(raw)]
    return raw.view(dtype).reshape(shape)


def lists(flat, counts, fixed=False):
    if fixed and len(set(counts.tolist())) == 1 and counts[0] > 0:
        return pa.FixedSizeListArray.from_arrays(flat, int(counts[0]))
    kind, offset = (pa.LargeListArray, np.int64) if len(counts) % 2 else (pa.ListArray, np.int32)
    return kind.from_arrays(pa.array(np.concatenate([[0], np.cumsum(counts)]).astype(offset)), flat)


def cell_array(rng, shape):
    kind = rng.integers(6)
    if kind == 0:
        record = np.zeros(shape, np.dtype([("a", ">i4"), ("b", "<f4", (2,)), ("c", "u1")], align=True))
        record["a"], record["b"], record["c"] = values(rng, "i4", shape), values(rng, "f4", (*shape, 2)), 7
        return record
    if kind == 1:
        return values(rng, ">f8", shape)
    if kind == 2 and len(shape) > 1:
        return np.asfortranarray(values(rng, "<f4", shape))
    return values(rng, ["<f4", "<i2", "|u1"][rng.integers(3)], shape)


def point_column(rng, slots):
    """An Arrow array of points, and the field's width to name."""
    width = int(rng.integers(1, 4))
    total = int(slots.sum())
    kind = ["flat", "nested", "fixed", "cells", "zip"][rng.integers(5)]
    if kind in ("cells", "zip"):
        shape = (total,) if width == 1 else (total, width)
        array = cell_array(rng, shape)
        ends = np.concatenate([[0], np.cumsum(slots)])
        cells = [npy(array[a:b], kind == "zip") for a, b in zip(ends, ends[1:])]
        return pa.array(cells, pa.binary()), "" if width == 1 else str(width)
    code = NUMBERS[rng.integers(len(NUMBERS))]
    flat = pa.array(values(rng, code, total * width))
    if kind == "flat":
        return lists(flat, slots * width), str(width)
    inner = lists(flat, np.full(total, width), fixed=kind == "fixed")
    return lists(inner, slots), str(width)


def crop_column(rng, rows):
    kind = rng.integers(11)
    if kind == 0:
        return pa.array(rng.integers(-9999, 9999, rows).astype(np.int32), pa.date32())
    if kind == 1:
        unit = ["s", "ms", "us", "ns"][rng.integers(4)]
        zone = [None, "UTC"][rng.integers(2)]
        return pa.array(rng.integers(-10**9, 10**9, rows) * 1000, pa.timestamp(unit, zone))
    if kind == 2:
        digits = int(rng.integers(1, 16))
        scale = int(rng.integers(0, digits + 1))
        whole = rng.integers(-(10**digits) + 1, 10**digits, rows)
        return pa.array([decimal.Decimal(int(v)).scaleb(-scale) for v in whole], pa.decimal128(digits, scale))
    if kind == 3:
        length = int(rng.integers(0, 5))
        return lists(pa.array(values(rng, NUMBERS[rng.integers(12)], rows * length)), np.full(rows, length))
    if kind == 4:
        flat = pa.array(values(rng, "f4", rows * 6))
        return lists(lists(flat, np.full(rows * 3, 2), fixed=True), np.full(rows, 3))
    if kind == 5:
        return pa.array([npy(cell_array(rng2, (2, 3)), False) for rng2 in [np.random.default_rng(1) for _ in range(rows)]], pa.binary())
    if kind == 6:
        words = ["", "a", "tree", "\u00e4\u4e16\U0001f332"]
        code = ["U", "S"][rng.integers(2)]
        texts = [words[rng.integers(3 if code == "S" else 4)] for _ in range(rows)]
        return pa.array([npy(np.array(text.encode() if code == "S" else text), False) for text in texts], pa.binary())
    return pa.array(values(rng, NUMBERS[rng.integers(12)], rows))


def options(rng, table):
    chosen = {
        "compression": ["none", "snappy", "gzip", "zstd", "lz4"][rng.integers(5)],
        "data_page_version": ["1.0", "2.0"][rng.integers(2)],
        "data_page_size": int([50, 300, 3000, 1 << 20][rng.integers(4)]),
        "use_dictionary": bool(rng.integers(2)),
        "write_page_checksum": bool(rng.integers(2)),
        "write_page_index": bool(rng.integers(2)),
        "row_group_size": int([1, 7, 50, 10000][rng.integers(4)]),
        "version": ["1.0", "2.4", "2.6"][rng.integers(3)],
        "store_decimal_as_integer": bool(rng.integers(2)),
        "write_batch_size": int([1, 16, 1024][rng.integers(3)]),
    }
    if rng.integers(4) == 0:
        chosen["use_dictionary"] = False
        chosen["use_byte_stream_split"] = [
            ".".join(path.split(".")) for path in leaves(table) if rng.integers(2)]
    return chosen


def leaves(table):
    out = io.BytesIO()
    pq.write_table(table.slice(0, 0), out)
    schema = pq.ParquetFile(out).schema
    return [column.path for column in (schema.column(i) for i in range(len(schema))) if column.physical_type in ("FLOAT", "DOUBLE", "INT32", "INT64")]


def write(folder, number, seed):
    rng = np.random.default_rng([seed, number])
    rows = int(rng.integers(1, 60))
    counts = rng.integers(0, 12, rows)
    counts[0] = max(1, counts[0])
    padded = bool(rng.integers(2))
    slots = counts + rng.integers(0, 4, rows) if padded else counts
    columns, points = {}, []
    for field in range(int(rng.integers(1, 4))):
        name = f"p{field}"
        columns[name], width = point_column(rng, slots)
        points.append(name + (":" + width if width else ""))
    if padded:
        columns["n"] = pa.array(counts.astype(["i4", "u2", "i8", "u1"][rng.integers(4)]))
    for field in range(int(rng.integers(0, 5))):
        columns[f"c{field}"] = crop_column(rng, rows)
    recording = order = ""
    names = []
    if rng.integers(3) == 0:
        recording = "rec"
        labels = np.array(["a", "b\u00e4", "3"])[np.sort(rng.integers(0, 3, rows)) if rng.integers(2) else rng.integers(0, 3, rows)]
        columns[recording] = pa.array(labels) if rng.integers(2) else pa.array(labels).dictionary_encode()
        names = sorted(set(labels.tolist()))
    if rng.integers(3) == 0:
        order = "at"
        code = ["i4", "u8", "f4", "f8"][rng.integers(4)]
        keys = values(rng, code, rows)
        columns[order] = pa.array(np.where(np.arange(rows) % 5 == 0, keys[0], keys).astype(code))
    names_in_order = list(columns)
    rng.shuffle(names_in_order)
    table = pa.table({name: columns[name] for name in names_in_order})
    pq.write_table(table, os.path.join(folder, f"{number}.parquet"), **options(rng, table))
    with open(os.path.join(folder, f"{number}.txt"), "w", encoding="utf-8") as out:
        out.write("\n".join(["n" if padded else "point_count", " ".join(points), recording, " ".join(names), order]) + "\n")


if __name__ == "__main__":
    for file in range(int(sys.argv[2])):
        write(sys.argv[1], file, int(sys.argv[3]))
