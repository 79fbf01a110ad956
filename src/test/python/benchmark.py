#!/usr/bin/env python3
"""Times a rebuild beside two processes of a plain NumPy loop over the same recordings, in turn.

  benchmark.py SOURCE WORK ROUNDS JAVA [ARGUMENT ...]

SOURCE is a folder of padded recordings (xy, height, intensity, point_count), WORK a folder on the disk to write to; JAVA
and what follows starts JMH with the rebuild's benchmark on its class path. Medians and ratios are printed. Both sides
write the same bytes, which is checked, and sync them; both run before they are timed, the JVM until it has compiled what
is hot: starting Python, the JVM and Spark is not counted, the page cache is warm.
"""
import filecmp
import glob
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import time

import numpy as np

PROCESSES = 2
CELLS = 48


def rasterize(points):
    """(3, 48, 48) grid of one crop, by the same arithmetic as the rebuild: density, greatest height, mean intensity."""
    x, y, height, intensity = points["xy"][:, 0], points["xy"][:, 1], points["height"], points["intensity"]
    col = np.floor((x - np.float32(-6)) / np.float32(0.25))
    row = np.floor((y - np.float32(-6)) / np.float32(0.25))
    ok = (col >= 0) & (col < CELLS) & (row >= 0) & (row < CELLS)
    for values in (x, y, height, intensity):
        ok &= np.isfinite(values)
    cell = row[ok].astype(np.int64) * CELLS + col[ok].astype(np.int64)
    n = np.bincount(cell, minlength=CELLS * CELLS)
    some = n > 0
    top = np.full(CELLS * CELLS, -np.inf, np.float32)
    np.maximum.at(top, cell, height[ok])
    total = np.bincount(cell, weights=intensity[ok].astype(np.float64), minlength=CELLS * CELLS)
    mean = np.divide(total, n, out=np.zeros(CELLS * CELLS), where=some)
    density = np.minimum(1.0, np.log1p(n) / np.log(64.0))
    grid = np.stack([density.astype(np.float32), np.where(some, top, np.float32(0)), mean.astype(np.float32)])
    return grid.reshape(3, CELLS, CELLS) + np.float32(0)


def save(path, array):
    with open(path, "wb") as f:
        np.save(f, array)
        f.flush()
        os.fsync(f.fileno())


def convert(path, source, folder, with_raster):
    """One recording to a pair, and a raster cache if asked, as a plain loop over its rows."""
    padded = np.load(path, mmap_mode="r")
    counts = padded["point_count"].astype(np.int64)
    start = np.concatenate([[0], np.cumsum(counts)])
    points = np.empty(start[-1], [("xy", "<f4", (2,)), ("height", "<f4"), ("intensity", "<f4")])
    raster = np.empty((len(padded), 3, CELLS, CELLS), np.float32) if with_raster else None
    for i, n in enumerate(counts):
        row, out = padded[i], points[start[i]:start[i + 1]]
        out["xy"], out["height"], out["intensity"] = row["xy"][:n], row["height"][:n], row["intensity"][:n]
        if with_raster:
            raster[i] = rasterize(out)
    rest = [(name, padded.dtype[name]) for name in padded.dtype.names if name not in (*points.dtype.names, "point_count")]
    meta = np.empty(len(padded), [("point_start", "<i8"), ("point_count", "<i4"), ("source_point_count", "<i4"), *rest])
    meta["point_start"], meta["point_count"], meta["source_point_count"] = start[:-1], counts, counts
    for name, _ in rest:
        meta[name] = padded[name]
    name = os.path.join(folder, os.path.relpath(path, source)[:-4])
    os.makedirs(os.path.dirname(name), exist_ok=True)
    save(name + ".npy", meta)
    save(name + ".points.npy", points)
    if with_raster:
        save(name + ".raster.npy", raster)


def require_same(ours, theirs):
    """Both sides did the same job if every byte of every array is the same."""
    files = sorted(os.path.relpath(p, theirs) for p in glob.glob(os.path.join(theirs, "**", "*.npy"), recursive=True))
    found = sorted(os.path.relpath(p, ours) for p in glob.glob(os.path.join(ours, "**", "*.npy"), recursive=True))
    same, differing, missing = filecmp.cmpfiles(ours, theirs, files, shallow=False)
    if not files or found != files or differing or missing:
        raise SystemExit(f"Expected the same files, but found others: {differing[:3]} {sorted(set(found) ^ set(files))[:3]}")
    return len(same)


def numpy_seconds(source, paths, folder, with_raster):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with multiprocessing.Pool(PROCESSES) as pool:
        pool.map(abs, range(PROCESSES))
        began = time.perf_counter()
        pool.starmap(convert, [(p, source, folder, with_raster) for p in paths], chunksize=1)
        return time.perf_counter() - began


def rebuild_seconds(java, source, folder, rounds, what):
    shutil.rmtree(folder, ignore_errors=True)
    result = folder + ".json"
    subprocess.run(
        java + ["RebuildBenchmark", "-i", str(rounds), "-p", f"source={source}", "-p", f"target={folder}",
                "-p", f"what={what}", "-rf", "json", "-rff", result],
        stdout=subprocess.DEVNULL, check=True)
    with open(result, encoding="utf-8") as f:
        return json.load(f)[0]["primaryMetric"]["rawData"][0]


def main():
    source, work, rounds, java = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    paths = sorted(glob.glob(os.path.join(source, "**", "*.npy"), recursive=True))
    size = sum(os.path.getsize(p) for p in paths)
    target, plain = os.path.join(work, "benchmark"), os.path.join(work, "benchmark-numpy")
    seconds = {}
    for what, with_raster in (("pair", False), ("raster", True)):
        numpy_seconds(source, paths, plain, with_raster)
        seconds["NumPy, " + what] = [numpy_seconds(source, paths, plain, with_raster) for _ in range(rounds)]
        seconds["rebuild, " + what] = rebuild_seconds(java, source, target, rounds, what)
        same = require_same(os.path.join(target, "v000001"), plain)
        print(f"{what}: {same} files, the same bytes on both sides")
        shutil.rmtree(plain)
    seconds["rebuild, validated"] = rebuild_seconds(java, source, target, rounds, "validated")
    shutil.rmtree(target, ignore_errors=True)
    print(f"{len(paths)} recordings, {size / 1e9:.2f} GB, {PROCESSES} processes or cores, {rounds} rounds, "
          f"NumPy {np.__version__}, in {work}; median (least to most)")
    median = {name: statistics.median(s) for name, s in seconds.items()}
    for name, s in seconds.items():
        print(f"{name:20}{median[name]:8.2f} s ({min(s):.2f} to {max(s):.2f}){size / median[name] / 1e9:8.2f} GB/s of source")
    for what in ("pair", "raster"):
        print(f"{what}: {median['NumPy, ' + what] / median['rebuild, ' + what]:.1f} times NumPy")
    print(f"validation: {median['rebuild, validated'] / median['rebuild, raster']:.2f} times the time without it")


if __name__ == "__main__":
    main()
