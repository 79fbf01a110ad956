#!/usr/bin/env python3
"""Writes a padded structured recording as Parquet, in every shape that crops are kept in.

  write_parquet.py PADDED.npy OUT.parquet SHAPE [WRITER OPTIONS AS JSON]

SHAPE: flat        a list of values a point field                       ragged
       nested      a list of points, each a list of its values          ragged
       fixed       as nested, points as fixed-size lists                ragged
       padded      a fixed-size list of all the capacity, and a point_count column
       padded-list as padded, in lists of varying type only
       cells       a .npy in a binary cell (Petastorm's NdarrayCodec)   ragged
       cells-padded  as cells, with the capacity and a point_count column
       zip         a zip with one .npy (CompressedNdarrayCodec)         ragged
"""
import io
import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq


def npy(array):
    out = io.BytesIO()
    np.save(out, array, allow_pickle=False)
    return out.getvalue()


def npz(array):
    out = io.BytesIO()
    np.savez_compressed(out, arr=array)
    return out.getvalue()




def point_column(column, counts, shape):
    """One Arrow array of a point field, (rows, capacity) or (rows, capacity, width)."""
    rows, capacity = column.shape[:2]
    width = 1 if column.ndim == 2 else column.shape[2]
    real = [column[r, :n] for r, n in enumerate(counts)]
    flat = np.concatenate([a.reshape(-1) for a in real]) if rows else column.reshape(-1)
    if shape in ("cells", "zip"):
        return pa.array([(npy if shape == "cells" else npz)(a) for a in real], pa.binary())
    if shape == "cells-padded":
        return pa.array([npy(column[r]) for r in range(rows)], pa.binary())
    value = pa.from_numpy_dtype(column.dtype)
    if shape == "padded":
        return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), capacity * width)
    if shape == "padded-list":
        offsets = np.arange(rows + 1, dtype=np.int32) * (capacity * width)
        return pa.ListArray.from_arrays(offsets, pa.array(column.reshape(-1)))
    if shape == "flat" or column.ndim == 2:
        offsets = np.concatenate([[0], np.cumsum(counts * width)]).astype(np.int32)
        return pa.ListArray.from_arrays(offsets, pa.array(flat, value))
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    if shape == "fixed":
        inner = pa.FixedSizeListArray.from_arrays(pa.array(flat, value), width)
    else:
        starts = np.arange(len(flat) // width + 1, dtype=np.int32) * width
        inner = pa.ListArray.from_arrays(starts, pa.array(flat, value))
    return pa.ListArray.from_arrays(offsets, inner)


def crop_column(column, shape):
    if column.ndim == 1:
        return pa.array(column)
    if shape in ("cells", "zip", "cells-padded"):
        return pa.array([npy(row) for row in column], pa.binary())
    return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), int(np.prod(column.shape[1:])))


def table(padded, shape):
    counts = padded["point_count"].astype(np.int64)
    lead = {n: padded.dtype[n].shape[0] for n in padded.dtype.names if padded.dtype[n].shape}
    columns = {}
    for name in padded.dtype.names:
        if name == "point_count":
            if "padded" in shape:
                columns[name] = pa.array(padded[name])
        elif lead.get(name, 0) == max(lead.values()):
            columns[name] = point_column(padded[name], counts, shape)
        else:
            columns[name] = crop_column(padded[name], shape)
    return pa.table(columns)


def main():
    padded = np.load(sys.argv[1])
    options = json.loads(sys.argv[4]) if len(sys.argv) > 4 else {}
    pq.write_table(table(padded, sys.argv[3]), sys.argv[2], **options)


if __name__ == "__main__":
    main()
