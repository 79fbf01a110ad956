#!/usr/bin/env python3
"""Opens every file of a dataset's live version as a training job would, memory-mapped and without pickle.

  check_outputs.py DATASET     exit 1 if a file does not load or the files of a recording do not fit together
"""
import json
import os
import sys

import numpy as np


def load(dataset, entry):
    return np.load(os.path.join(dataset, entry["path"]), mmap_mode="r", allow_pickle=False)


def main():
    dataset = sys.argv[1]
    with open(os.path.join(dataset, "CURRENT"), encoding="utf-8") as f:
        version = f.read().strip()
    with open(os.path.join(dataset, version, "manifest.json"), encoding="utf-8") as f:
        manifest = json.load(f)
    files = 0
    for recording in manifest["recordings"]:
        name, parts = recording["name"], recording["files"]
        crops, points = load(dataset, parts["metadata"]), load(dataset, parts["points"])
        starts = np.concatenate([[0], np.cumsum(crops["point_count"], dtype=np.int64)])
        assert len(crops) == recording["crops"], name
        assert len(points) == recording["points"] == starts[-1], name
        assert (crops["point_start"] == starts[:-1]).all(), name
        files += 2
        for raster, part in parts["rasters"].items():
            grids = load(dataset, part)
            assert len(grids) == len(crops) and grids.ndim == 4, (name, raster)
            files += 1
    assert files, "the version holds no recordings"
    print(f"{version}: {len(manifest['recordings'])} recordings, {files} files load")


if __name__ == "__main__":
    main()
