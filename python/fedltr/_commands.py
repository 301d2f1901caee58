"""The program's information about runs, and about itself."""

from __future__ import annotations

import html
import io
import json
from pathlib import Path
from typing import Any, Optional, Sequence, Union

import pandas as pd

from ._program import command, file_argument
from ._results import PathLike, runs_of


def compare(runs: Any, *, metric: Optional[str] = None,
            over: Optional[str] = None, baseline: Optional[str] = None,
            by: Union[None, str, Sequence[str]] = None, all_pairs: bool = False,
            seed: int = 1) -> pd.DataFrame:
    """Runs or grids side by side, with tests of significance.

    Args:
        runs: runs, grids, folders, or a list of them.
        metric: only this one.
        over: "queries", "seeds" or "both": the samples over which a difference
            is to generalise; None: both from three repeats on, else queries.
        baseline: compare the others with it, instead of the first run.
        by: a table for each value of this key, or keys (column ``group``).
        all_pairs: compare each run with each.
        seed: of the randomisation test.

    Returns:
        One row per run and metric: mean, difference from the baseline with its
        95% interval, p-values of the t-test and of Fisher's randomisation test,
        and those of the t-test adjusted after Bonferroni and Holm.
    """
    arguments = ["--seed", str(seed), "--format", "csv"]
    keys = [by] if isinstance(by, str) else by or []
    for name, value in (("over", over), ("metric", metric), ("baseline", baseline),
                        *(("by", key) for key in keys)):
        if value is not None:
            arguments += ["--" + name, value]
    if all_pairs:
        arguments.append("--all-pairs")
    folders = [file_argument(folder) for folder in runs_of(runs)]
    text = command("compare", *folders, *arguments)
    names = ["metric", "group", "run", "against", "mark"]
    frame = pd.read_csv(io.StringIO(text), float_precision="round_trip",
                        keep_default_na=False, dtype={name: str for name in names},
                        na_values={name: ["", "nan"] for name in text.partition(
                            "\n")[0].split(",") if name not in names})
    return frame.astype({"n": "Int64", "pairs": "Int64"})


class Report:
    """A page about runs, which a notebook shows.

    Attributes:
        path: the HTML file, self-contained.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def __repr__(self) -> str:
        return f"<fedltr.Report {str(self.path)!r}>"

    def _repr_html_(self) -> str:
        # Separate from the notebook's own page, which has other styles.
        page = html.escape(self.path.read_text(encoding="utf-8"), quote=True)
        return (f'<iframe sandbox="allow-scripts" width="100%" height="800" '
                f'srcdoc="{page}"></iframe>')


def report(runs: Any, out: PathLike = "report.html") -> Report:
    """Writes a page of runs or grids, as ``fedltr report`` does.

    Args:
        runs: runs, grids, folders, or a list of them; the others
            are tested against the first.
        out: the page; overwritten.
    """
    folders = [file_argument(folder) for folder in runs_of(runs)]
    command("report", *folders, "--out", str(out), "--force")
    return Report(Path(out))


def methods(kind: Optional[str] = None) -> pd.DataFrame:
    """Names that a scenario can use: ``fedltr list`` as a table.

    Args:
        kind: "rules", "attacks", "clicks", "metrics" ...; None for all.

    Returns:
        kind, its key, name, summary, source, and parameters: a dict of key to
        default.
    """
    tables = json.loads(command("list", "--format", "json"))
    if kind is not None and kind not in tables:
        raise ValueError(f"{kind}: no kind of methods; known are "
                         + ", ".join(tables))
    rows = [{"kind": each, "key": table["named_by"], **method,
             "parameters": {each["key"]: each["default"]
                            for each in method["parameters"]}}
            for each, table in tables.items() if kind in (None, each)
            for method in table["methods"]]
    return pd.DataFrame(rows)


def keys() -> pd.DataFrame:
    """Every key of a scenario: key, default, allowed, help, needs, former_names."""
    return pd.DataFrame(json.loads(command("list", "keys", "--format", "json")))
