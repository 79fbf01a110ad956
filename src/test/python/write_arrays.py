"""Writes .npy files of many types and shapes with NumPy, the same ones for a seed.

    write_arrays.py FOLDER COUNT [SEED]
"""

import os
import sys

import numpy as np

SCALARS = ["?", "i1", "u1", "<i2", ">i2", "<u2", ">u2", "<i4", ">i4", "<u4", ">u4", "<i8", ">i8", "<u8", ">u8",
           "<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "<c8", ">c8", "<c16", ">c16", "S3", "<U4", ">U4", "V5",
           "<M8[D]", ">M8[s]", "<M8[ms]", "<M8[us]", "<M8[ns]", "<M8[25s]", "<M8[M]", "<m8[h]", ">m8[us]", "<m8[ps]"]


def dtype(random, depth):
    kind = random.integers(0, 10)
    if depth == 0 or kind < 5:
        return np.dtype(str(random.choice(SCALARS)))
    if kind < 7:
        shape = tuple(int(axis) for axis in random.integers(0, 4, random.integers(1, 4)))
        inner = dtype(random, depth - 1)
        return np.dtype((inner, shape)) if inner.itemsize else inner
    fields = [(f"field {index}", dtype(random, depth - 1)) for index in range(random.integers(1, 5))]
    return np.dtype(fields, align=bool(random.integers(0, 2)))


def fill(array, random):
    """Random bytes, where all bytes are values; else values that the type has."""
    base = array.dtype
    if array.size == 0 or base.itemsize == 0:
        return
    if base.names:
        for name in base.names:
            fill(array[name], random)
    elif base.kind == "U":
        array[...] = random.choice(np.array(["", "a", "ab\u00e9", "\u4e2d\U0001f697x", "abcd"]), array.shape)
    elif base.kind in "Mm":
        array[...] = random.integers(-10_000, 10_000, array.shape).astype(base)
        array[random.random(array.shape) < 0.1] = "NaT"
    elif base.kind == "b":
        array[...] = random.integers(0, 2, array.shape)
    else:
        raw = np.frombuffer(random.bytes(array.size * base.itemsize), base).reshape(array.shape)
        array[...] = raw


def main():
    folder, count = sys.argv[1], int(sys.argv[2])
    random = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 7)
    os.makedirs(folder, exist_ok=True)
    for index in range(count):
        base = dtype(random, 3)
        while base.itemsize == 0:
            base = dtype(random, 3)
        shape = tuple(int(axis) for axis in random.integers(0, 5, random.integers(0, 4)))
        array = np.zeros(shape, base)
        fill(array, random)
        if random.integers(0, 3) == 0 and not array.dtype.names:
            array = np.asfortranarray(array)
        np.save(os.path.join(folder, f"array-{index:03}.npy"), array)


main()
