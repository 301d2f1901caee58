"""Run folders: the results of a study."""

from __future__ import annotations

import base64
import html
import json
import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Union

import pandas as pd

from ._frames import is_key, read_table, require_file

if TYPE_CHECKING:
    from ._ranker import Ranker

_MAX_JSON = 64 << 20  # bytes of a JSON file, as of `fedltr compare`
PathLike = Union[str, "os.PathLike[str]"]


class Run:
    """The results of one scenario. Files are read on first use.

    Attributes:
        folder: the run folder.
    """

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)

    @cached_property
    def summary(self) -> Dict[str, Any]:
        """``summary.json``: metrics, privacy, attack, signature ..."""
        return self._json("summary.json")

    @cached_property
    def manifest(self) -> Dict[str, Any]:
        """``manifest.json``: scenario, data, versions, seeds."""
        return self._json("manifest.json")

    @property
    def name(self) -> str:
        """``run.name``"""
        return self.summary["name"]

    @property
    def scenario(self) -> Dict[str, str]:
        """Resolved text of each key that decides the results."""
        return self.manifest["scenario"]

    @property
    def complete(self) -> bool:
        """True if every run is complete."""
        return self.summary["complete"]

    @property
    def signature(self) -> str:
        """SHA-256 of the final models: equal for equal bits."""
        return self.summary["signature"]

    @property
    def metrics(self) -> pd.DataFrame:
        """Final metrics: mean, std and n over folds and repeats."""
        frame = pd.DataFrame(self.summary["metrics"]).T
        return frame.astype({"mean": float, "std": float, "n": int})

    @cached_property
    def rounds(self) -> pd.DataFrame:
        """Learning curves, one row per evaluated round of each run."""
        return self.table("rounds.csv")

    @cached_property
    def clients(self) -> pd.DataFrame:
        """One row per client of each run; without those that were never asked."""
        packed = (self.folder / "clients.csv.gz").is_file()
        return self.table("clients.csv.gz" if packed else "clients.csv")

    @cached_property
    def per_query(self) -> pd.DataFrame:
        """Final metrics by query."""
        return self.table("per_query.tsv")

    @cached_property
    def parties(self) -> pd.DataFrame:
        """One row per party and method of each repeat, for silos."""
        return self.table("parties.csv")

    @property
    def unlearning(self) -> Dict[str, Any]:
        """``unlearning.json``: cost and effect of each request."""
        return self._json("unlearning.json")

    @property
    def honest(self) -> "Run":
        """The attack-free baseline."""
        return self._part("honest")

    @property
    def retrained(self) -> "Run":
        """The baseline that was retrained without the unlearned clients."""
        return self._part("retrained")

    def table(self, name: str) -> pd.DataFrame:
        """Any other CSV or TSV file of the folder, e.g. ``faults.csv``; unpacks
        those that end in ``.gz``."""
        return read_table(self.folder / name)

    def model(self, fold: Optional[int] = None,
              repeat: Optional[int] = None) -> "Ranker":
        """The final model of one fold and repeat, from 1; None: the only one.

        Raises:
            ValueError: there are several, or none.
        """
        from ._ranker import Ranker
        name = f"model-f{fold or '*'}-r{repeat or '*'}.json"
        found = sorted(self.folder.glob(name))
        if len(found) != 1:
            raise ValueError(f"{self.folder}: {len(found)} files {name}; give fold= "
                             f"and repeat=")
        return Ranker(found[0])

    def _part(self, name: str) -> "Run":
        if not (self.folder / name).is_dir():
            raise FileNotFoundError(f"{self.folder}: has no baseline {name}/")
        return Run(self.folder / name)

    def _json(self, name: str) -> Dict[str, Any]:
        path = self.folder / name
        if require_file(path).stat().st_size > _MAX_JSON:
            raise ValueError(f"{path}: is larger than the {_MAX_JSON:,} bytes that "
                             f"are allowed")
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def __repr__(self) -> str:
        finals = ", ".join(f"{name} {mean:.4f}" for name, mean
                           in self.metrics["mean"].items())
        return f"<fedltr.Run {str(self.folder)!r}: {finals}>"

    def _repr_html_(self) -> str:
        cut = "" if self.complete else ", interrupted"
        privacy = self.summary.get("privacy") or {}
        lines = [f"<p><b>{html.escape(self.name)}</b>{cut}, "
                 f"<code>{html.escape(str(self.folder))}</code><br>privacy: "
                 f"{html.escape(str(privacy.get('mechanism', 'none')))}; "
                 f"signature <code>{self.signature[:16]}</code></p>",
                 self.metrics.to_html(float_format="{:.4f}".format, na_rep="-")]
        picture = self.folder / "curves.svg"
        if picture.is_file():
            lines.append(_picture(picture))
        return "\n".join(lines)


class Grid:
    """The results of a grid: its runs, in the order of ``frame``.

    Attributes:
        folder: folder of the grid.
        frame: ``grid.csv``, one row per run; for a grid over silos one row per
            run and method.
    """

    def __init__(self, folder: PathLike) -> None:
        self.folder = Path(folder)
        self.frame = read_table(self.folder / "grid.csv")
        self._names: List[str] = list(dict.fromkeys(self.frame["folder"]))

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[Run]:
        return (Run(self.folder / name) for name in self._names)

    def __getitem__(self, which: Union[int, str]) -> Run:
        """A run by its index, or by the name of its folder."""
        if isinstance(which, str):
            if which not in self._names:
                raise KeyError(f"{which}: known are {', '.join(self._names)}")
            return Run(self.folder / which)
        return Run(self.folder / self._names[which])

    @property
    def settings(self) -> pd.DataFrame:
        """Settings in which the runs differ: one row per run, one column per key."""
        keys = [name for name in self.frame.columns if is_key(name)]
        return self.frame.drop_duplicates("folder")[keys].reset_index(drop=True)

    @cached_property
    def rounds(self) -> pd.DataFrame:
        """Learning curves of all runs, preceded by their settings."""
        settings = self.settings
        return pd.concat(
            [pd.concat([settings.loc[[place] * len(run.rounds)]
                        .reset_index(drop=True), run.rounds], axis=1)
             for place, run in enumerate(self)], ignore_index=True)

    @property
    def matrix(self) -> pd.DataFrame:
        """Results by attack and rule: ``matrix.csv``."""
        return read_table(self.folder / "matrix.csv")

    @property
    def worst(self) -> pd.DataFrame:
        """The worst case of each rule, the best first: ``worst.csv``."""
        return read_table(self.folder / "worst.csv")

    def __repr__(self) -> str:
        return f"<fedltr.Grid {str(self.folder)!r}: {len(self)} runs>"

    def _repr_html_(self) -> str:
        lines = [self.frame.to_html(float_format="{:.4f}".format, na_rep="-")]
        if (self.folder / "matrix.svg").is_file():
            lines.append(_picture(self.folder / "matrix.svg"))
        return "\n".join(lines)


def open_results(folder: PathLike) -> Union[Run, Grid]:
    """Opens the folder of a run or a grid.

    Raises:
        FileNotFoundError: it holds no results.
    """
    path = Path(folder)
    if (path / "summary.json").is_file():
        return Run(path)
    if (path / "grid.csv").is_file():
        return Grid(path)
    raise FileNotFoundError(f"{path}: holds no results of fedltr run")


def runs_of(results: Any) -> List[Path]:
    """Folders of runs, grids, paths, or a list of them."""
    if isinstance(results, (Run, Grid)):
        return [results.folder]
    if isinstance(results, (str, os.PathLike)):
        return [Path(results)]
    return [folder for each in results for folder in runs_of(each)]


def _picture(path: Path, width: Optional[int] = 640) -> str:
    """The file as an image, in which none of its scripts runs."""
    text = base64.b64encode(path.read_bytes()).decode()
    return (f'<img alt="{html.escape(path.name)}" width="{width}" '
            f'src="data:image/svg+xml;base64,{text}">')
