"""Executes a notebook headless, twice, and compares what it prints.

    run_notebook.py NOTEBOOK

The notebook itself is left as it is. Environment: what the notebook reads.
"""

import os
import sys

import nbformat
from nbclient import NotebookClient


def outputs(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=900, kernel_name="python3",
                   resources={"metadata": {"path": os.path.dirname(os.path.abspath(path))}}).execute()
    found = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            # Spark's warnings at start have times in them.
            if output.get("name") != "stderr":
                data = output.get("data", {})
                found.append(output.get("text") or data.get("image/png") or data.get("text/plain"))
    return found


first, second = outputs(sys.argv[1]), outputs(sys.argv[1])
assert first, "nothing was printed"
for one, other in zip(first, second, strict=True):
    assert one == other, f"{one}\n\nis not\n\n{other}"
print("".join(text for text in first if not text.startswith("iVBOR")))
print(f"{len(first)} outputs, twice the same")
