#!/usr/bin/env python3
"""Times reading and rebuilding of ragged Parquet beside its rivals. jobs/benchmark-parquet runs it:

  benchmark_parquet.py PADDED_FOLDER WORK ROUNDS JAVA COMMAND OF JMH...

Rivals: Spark's vectorised reader to flat buffers, one thread each (JMH); PyArrow and NumPy doing the whole job in two
processes, the rebuild on two cores. Both sides sync what they write; the rival's files are compared byte for byte.
"""
import filecmp
import glob
import hashlib
import json
import multiprocessing
import os
import shutil
import statistics
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import write_parquet

PROCESSES = 2
CAP = 4096
ROWS = 256
FIELDS = (("xy", 2), ("height", 1), ("intensity", 1))


def write(source, folder, codec):
    """Ragged Parquet with flat lists, a file a recording."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for path in sorted(glob.glob(os.path.join(source, "**", "*.npy"), recursive=True)):
        padded = np.load(path, mmap_mode="r")
        writer = None
        target = os.path.join(folder, os.path.basename(path)[:-4] + ".parquet")
        for row in range(0, len(padded), ROWS):
            part = write_parquet.table(np.array(padded[row:row + ROWS]), "flat")
            writer = writer or pq.ParquetWriter(target, part.schema, compression=codec, use_dictionary=False)
            writer.write_table(part)
        writer.close()


def kept(count, name, row):
    key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
    draws = np.random.PCG64(np.random.SeedSequence([0, key, row])).random_raw(count)
    return np.sort(np.argsort(draws, kind="stable")[:CAP])


def save(path, array):
    with open(path, "wb") as f:
        np.save(f, array)
        f.flush()
        os.fsync(f.fileno())


def flat(column):
    return column.flatten().to_numpy(zero_copy_only=False)


def convert(path, folder):
    """One recording to its pair: PyArrow reads row groups, NumPy puts the records together and draws under the cap."""
    name = os.path.basename(path)[:-len(".parquet")]
    file = pq.ParquetFile(path)
    points, metadata, row, start = [], [], 0, 0
    for group in range(file.num_row_groups):
        table = file.read_row_group(group, use_threads=False)
        heights = table.column("height").combine_chunks()
        counts = heights.value_lengths().to_numpy().astype(np.int64)
        records = np.empty(counts.sum(), [("xy", "<f4", (2,)), ("height", "<f4"), ("intensity", "<f4")])
        for field, width in FIELDS:
            values = flat(table.column(field).combine_chunks())
            records[field] = values.reshape(-1, width) if width > 1 else values
        kept_counts = np.minimum(counts, CAP)
        if (counts > CAP).any():
            ends, pieces = np.cumsum(counts), []
            for i, count in enumerate(counts):
                crop = records[ends[i] - count:ends[i]]
                pieces.append(crop if count <= CAP else crop[kept(count, name, row + i)])
            records = np.concatenate(pieces)
        points.append(records)
        crops = [c for c in table.column_names if c not in ("xy", "height", "intensity")]
        columns = {c: table.column(c).combine_chunks() for c in crops}
        arrays = {c: flat(a).reshape(len(counts), -1) if pa.types.is_fixed_size_list(a.type) else a.to_numpy()
                  for c, a in columns.items()}
        part = np.empty(len(counts), [("point_start", "<i8"), ("point_count", "<i4"), ("source_point_count", "<i4")] + [
            (c, a.dtype, a.shape[1:]) if a.ndim > 1 else (c, a.dtype) for c, a in arrays.items()])
        part["point_start"] = start + np.concatenate([[0], np.cumsum(kept_counts)[:-1]])
        part["point_count"], part["source_point_count"] = kept_counts, counts
        for c, a in arrays.items():
            part[c] = a
        metadata.append(part)
        row, start = row + len(counts), start + kept_counts.sum()
    save(os.path.join(folder, name + ".points.npy"), np.concatenate(points))
    save(os.path.join(folder, name + ".npy"), np.concatenate(metadata))


def pyarrow_seconds(paths, folder):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with multiprocessing.Pool(PROCESSES) as pool:
        pool.map(abs, range(PROCESSES))
        began = time.perf_counter()
        pool.starmap(convert, [(p, folder) for p in paths], chunksize=1)
        return time.perf_counter() - began


def jmh(java, benchmark, rounds, result, **parameters):
    options = [word for name, value in parameters.items() for word in ("-p", f"{name}={value}")]
    subprocess.run(
        java + [benchmark, "-i", str(rounds), "-rf", "json", "-rff", result] + options,
        stdout=subprocess.DEVNULL, check=True)
    with open(result, encoding="utf-8") as f:
        return {run["benchmark"].split(".")[-1]: run["primaryMetric"]["rawData"][0] for run in json.load(f)}


def show(title, seconds, points):
    median = statistics.median(seconds)
    print(f"  {title:34}{median:8.3f} s ({min(seconds):.3f} to {max(seconds):.3f}){points / median / 1e6:8.1f} million points/s",
          flush=True)
    return median


def require_same(rival, version):
    """Both sides did the same job if every byte of every array is the same."""
    theirs, ours = (sorted(os.path.basename(p) for p in glob.glob(os.path.join(f, "*.npy"))) for f in (rival, version))
    same, differing, missing = filecmp.cmpfiles(rival, version, theirs, shallow=False)
    if not theirs or ours != theirs or differing or missing:
        raise SystemExit(f"Expected the same files, but found others: {differing[:3]} {sorted(set(ours) ^ set(theirs))[:3]}")
    return len(same)


def main():
    source, work, rounds, java = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    for codec in ("zstd", "none"):
        folder = os.path.join(work, "parquet-" + codec)
        write(source, folder, codec)
        paths = sorted(glob.glob(folder + "/*.parquet"))
        points = sum(pq.ParquetFile(p).read(["height"]).column("height").combine_chunks().flatten().__len__() for p in paths)
        size = sum(os.path.getsize(p) for p in paths)
        print(f"{codec}: {len(paths)} files, {size / 1e6:.0f} MB, {points / 1e6:.1f} million points, {rounds} rounds, "
              f"PyArrow {pa.__version__}, NumPy {np.__version__}; median (least to most)")
        target, rival, result = (os.path.join(work, n) for n in ("target", "rival", "result.json"))
        readers = jmh(java, "ParquetReaderBenchmark", rounds, result, source=folder)
        own = show("reader, one thread", readers["columns"], points)
        spark = show("Spark's vectorised, one thread", readers["sparkVectorised"], points)
        print(f"  reader: {spark / own:.1f} times Spark's")
        shutil.rmtree(target, ignore_errors=True)
        os.makedirs(target)
        job = jmh(java, "RebuildBenchmark", rounds, result, source=folder, target=target, what="pair",
                  settings='source.point-fields=["xy:2";"height";"intensity"]')["rebuild"]
        pyarrow_seconds(paths, rival)
        theirs = [pyarrow_seconds(paths, rival) for _ in range(rounds)]
        print(f"  rebuild: {require_same(rival, os.path.join(target, 'v000001'))} files, the same bytes on both sides")
        own = show("rebuild, two cores", job, points)
        other = show("PyArrow and NumPy, two processes", theirs, points)
        print(f"  rebuild: {other / own:.1f} times PyArrow and NumPy")
    shutil.rmtree(target, ignore_errors=True)


if __name__ == "__main__":
    main()
