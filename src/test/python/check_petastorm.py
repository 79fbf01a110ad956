"""Compares pairs with the cells of the Petastorm dataset that they were made of: DATASET VERSION_FOLDER."""
import glob
import io
import os
import sys
import zlib

import numpy as np
import pyarrow.parquet as pq

POINTS = ("matrix", "matrix_uint16", "matrix_uint32")
NULLABLE = ("integer_nullable", "matrix_nullable", "string_array_nullable")


def cell(value):
    """What a cell holds; images are compared by their undone PNG filters of kind 0 and 1."""
    if isinstance(value, bytes) and value.startswith(b"\x93NUMPY"):
        return np.load(io.BytesIO(value), allow_pickle=False)
    if isinstance(value, bytes) and value.startswith(b"PK"):
        (array,) = np.load(io.BytesIO(value), allow_pickle=False).values()
        return array
    if isinstance(value, bytes) and value.startswith(b"\x89PNG"):
        return png(value)
    return value


def png(data):
    at, body = 8, b""
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        kind, chunk = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = int.from_bytes(chunk[:4], "big"), int.from_bytes(chunk[4:8], "big"), chunk[8], chunk[9]
        if kind == b"IDAT":
            body += chunk
        at += 12 + length
    assert depth == 8 and color == 2
    raw, stride = zlib.decompress(body), 3 * width
    rows = np.zeros((height, stride), np.uint8)
    for y in range(height):
        line = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        kind = raw[y * (stride + 1)]
        for x in range(stride):
            left = line[x - 3] if x >= 3 else 0
            up = int(rows[y - 1, x]) if y else 0
            corner = int(rows[y - 1, x - 3]) if y and x >= 3 else 0
            line[x] = (line[x] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]) & 255
        rows[y] = np.frombuffer(bytes(line), np.uint8)
    return rows.reshape(height, width, 3)


def paeth(left, up, corner):
    guess = left + up - corner
    return min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]


rows = 0
for folder in sorted(glob.glob(sys.argv[1] + "/partition_key=*")):
    name = folder.split("=")[1]
    table = pq.ParquetFile(glob.glob(folder + "/*.parquet")[0]).read()
    meta = np.load(os.path.join(sys.argv[2], name + ".npy"))
    points = np.load(os.path.join(sys.argv[2], name + ".points.npy"))
    assert set(meta.dtype.names) - {"point_start", "point_count", "source_point_count"} == set(table.column_names) - set(
        POINTS) - set(NULLABLE), meta.dtype
    for row in range(len(meta)):
        for column in table.column_names:
            if column in NULLABLE:
                continue
            value = cell(table.column(column)[row].as_py())
            if column in POINTS:
                start = meta["point_start"][row]
                found = points[column][start:start + meta["point_count"][row]]
            else:
                found = meta[column][row]
            if column == "decimal":
                assert found == float(value), (column, found, value)
            else:
                assert np.array_equal(found, value), (column, row, found, value)
                assert not isinstance(value, np.ndarray) or found.dtype.kind == value.dtype.kind, (column, found.dtype)
        rows += 1
print(rows, "rows equal")
