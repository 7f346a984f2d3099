"""Loads the rows of a report as its readers do, and makes the totals again: tables.py FOLDER with report.csv and totals.csv.

pandas and DuckDB are told nothing of the columns; types and means must come out right all the same.
"""

import math
import sys
from pathlib import Path

import duckdb
import pandas as pd

folder = Path(sys.argv[1])

rows = pd.read_csv(folder / "report.csv")
totals = pd.read_csv(folder / "totals.csv")

NUMBERS = ["nodes", "gold_nodes", "slice_nodes", "kept", "missing", "surplus", "size", "excess", "recall", "precision", "f1", "wall_s"]
TEXTS = ["slicer", "task", "program", "language", "kind", "tier", "labels", "status", "evidence"]
for column in NUMBERS:
    assert pd.api.types.is_numeric_dtype(rows[column]), (column, rows[column].dtype)
for column in TEXTS:
    assert pd.api.types.is_string_dtype(rows[column]), (column, rows[column].dtype)
assert rows["supported"].dtype == bool, rows["supported"].dtype
assert rows["task"].is_unique or rows["slicer"].nunique() > 1

loaded = duckdb.sql(f"SELECT * FROM '{folder / 'report.csv'}'")
types = dict(zip(loaded.columns, map(str, loaded.types)))
for column in NUMBERS:
    assert types[column] in ("BIGINT", "DOUBLE"), (column, types[column])
for column in TEXTS:
    assert types[column] == "VARCHAR", (column, types[column])
assert types["supported"] == "BOOLEAN" and types["run"].startswith("TIMESTAMP"), types
assert len(loaded.fetchall()) == len(rows)


def of_part(part: pd.Series) -> pd.DataFrame:
    """The rows that a row of totals is about."""
    own = rows[(rows.slicer == part.slicer) & (rows.kind == part.kind) & (rows.granularity == part.granularity) & rows.supported]
    match part.part:
        case "all":
            return own
        case "label":
            return own[[part["name"] in labels for labels in own.labels.fillna("").str.split(" ")]]
        case column:
            return own[own[column] == part["name"]]


def same(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or math.isclose(a, b, rel_tol=1e-12)


n_labels = 0
for _, part in totals.iterrows():
    own = of_part(part)
    answered = own[own.status == "answered"]
    assert (len(own), own.program.nunique(), len(answered)) == (part.tasks, part.programs, part.answered), part
    for name in ["recall", "precision", "f1"]:
        assert same(answered[name].mean(), part[f"{name}_answered"]), (name, part)
    assert same(answered.recall.sum() / len(own), part.recall_supported), part
    n_labels += part.part == "label"
assert n_labels > 10, n_labels
print(f"{len(rows)} rows, {len(totals)} totals, {n_labels} of labels: the same")
