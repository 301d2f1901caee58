"""Tables of a run folder as data frames."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import pandas as pd

# Columns that hold names; all others hold numbers.
_TEXT = {"qid", "metric", "role", "party", "method", "feature", "verdict",
         "alone", "panel", "attack", "rule", "mechanism", "signature",
         "folder", "label"}
_FEW = {"metric", "role", "method", "feature", "rule", "attack", "panel"}
_YES = {"attacking", "excluded"}


def require_file(path: Path) -> Path:
    """Returns the path of a file on disk: a pipe would be waited for."""
    if path.exists() and not path.is_file():
        raise ValueError(f"{path}: is no file on disk")
    return path


def read_table(path: Path) -> pd.DataFrame:
    """A CSV or TSV file: names as strings or categories, yes and no as
    booleans, numbers with the same bits, ``nan`` for no value.

    Raises:
        FileNotFoundError: the run folder holds no such table.
    """
    require_file(path)
    tabs = path.suffix == ".tsv"
    unpacked = gzip.open if path.suffix == ".gz" else open
    with unpacked(path, "rt", newline="", encoding="utf-8") as file:
        reader = csv.reader(file, delimiter="\t" if tabs else ",")
        columns = next(reader, [])
    # Names of settings, as in grid.csv, hold any value of a key.
    numbers = [name for name in columns
               if name not in _TEXT | _YES and not is_key(name)]
    frame = pd.read_csv(
        path, sep="\t" if tabs else ",", encoding="utf-8",
        dtype={name: str for name in columns if name in _TEXT | _YES},
        keep_default_na=False, na_values={name: ["nan", ""] for name in numbers},
        float_precision="round_trip")
    for name in columns:
        if name in _YES:
            frame[name] = frame[name] == "yes"
        elif name in _FEW:
            frame[name] = frame[name].astype("category")
    return frame


def is_key(name: str) -> bool:
    """True if a column is a key of a scenario, "section.key"."""
    section, dot, rest = name.partition(".")
    return bool(dot and rest) and "@" not in name and section.islower()
