"""A trained model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Optional

import numpy as np
import pandas as pd

from ._program import command, file_argument
from ._results import PathLike

if TYPE_CHECKING:
    from ._letor import Letor


def _scaled(X: np.ndarray, shift: np.ndarray,
            by: np.ndarray) -> np.ndarray:
    """(X - shift) / by; a feature of by = 0 counts 0."""
    return np.where(by > 0, (X - shift) / np.where(by > 0, by, 1), 0)


def _levels(X: np.ndarray, quantiles: np.ndarray) -> np.ndarray:
    """Part of the training documents with less, of each value: as
    scikit-learn's QuantileTransformer."""
    levels = np.zeros(X.shape)
    for x, own, level in zip(X.T, quantiles, levels.T):
        if own[0] == own[-1]:
            continue
        half = own / 2  # a difference of two doubles may be none
        at = np.arange(len(own)) / (len(own) - 1)
        up = np.interp(x / 2, half, at)
        down = 1 - np.interp(-x / 2, -half[::-1], at)
        level[:] = np.where(x <= own[0], 0,
                            np.where(x >= own[-1], 1, (up + down) / 2))
    return levels


class Ranker:
    """A model file of a run folder.

    Attributes:
        path: the file.
        description: its members (see docs/output.md) except the parameters.
        parameters: in the layout of model files.
    """

    def __init__(self, path: PathLike) -> None:
        self.path = Path(path)
        members: Dict[str, Any] = json.loads(
            self.path.read_text(encoding="utf-8"))
        self.parameters = np.array(members.pop("parameters"), dtype=float)
        self.description = members

    def score(self, X: Any) -> np.ndarray:
        """Scores of one query's documents, #documents x #features; the features are
        normalised as in training."""
        return self._score(self._prepared(np.asarray(X, dtype=float)))

    def _prepared(self, X: np.ndarray) -> np.ndarray:
        """Features as training saw them; missing values are replaced."""
        missing = [float(text) for text in self.description.get("missing", [])]
        read_as = self.description.get("missing_as", [0.0])[0]
        largest = np.isfinite(X) & (np.abs(X) >= 1.79769e308)
        X = np.where(np.isnan(X) | largest | np.isin(X, missing), read_as, X)
        how = self.description.get("normalize", "none")
        if how == "log1p":
            return np.sign(X) * np.log1p(np.abs(X))
        if how == "zscore":
            return _scaled(X, np.array(self.description["means"]),
                           np.array(self.description["deviations"]))
        if how == "quantile" and X.ndim == 2:
            return _levels(X, np.array(self.description["quantiles"]))
        if len(X) < 2 or how in ("none", "quantile"):
            return X
        constant = X.min(axis=0) == X.max(axis=0)
        if how == "query-minmax":
            # Halved: a difference of two doubles may be none.
            low = X.min(axis=0) / 2
            return _scaled(X / 2, low,
                           np.where(constant, 0, X.max(axis=0) / 2 - low))
        if how == "query-zscore":
            # Near 1, by powers of two: squares neither overflow nor vanish.
            X = np.ldexp(X, -np.frexp(np.abs(X).max(axis=0))[1])
            return _scaled(X, X.mean(axis=0),
                           np.where(constant, 0, X.std(axis=0, ddof=1)))
        raise ValueError(f"{self.path}: unknown normalize {how!r}")

    def _score(self, X: np.ndarray) -> np.ndarray:
        features = self.description["features"]
        if X.ndim != 2 or X.shape[1] != features:
            raise ValueError(f"expected #documents x {features}, not "
                             f"{' x '.join(map(str, X.shape))}")
        weights = self.parameters
        if self.description["model"] == "linear":
            return X @ weights
        hidden = self.description["hidden"]
        matrix = weights[:hidden * features].reshape(hidden, features)
        bias, output = weights[hidden * features:].reshape(2, hidden)
        units = X @ matrix.T + bias
        if self.description["model"] == "neural":
            return (1 / (1 + np.exp(-units))) @ output
        return np.maximum(units, 0) @ output

    def rank(self, data: "Letor") -> pd.DataFrame:
        """Ranks the documents of each query.

        Returns:
            qid, docno, score, rank (from 0), best first: a run as in
            PyTerrier. Equal scores are in the order of the data.
        """
        frames: List[pd.DataFrame] = []
        starts = np.flatnonzero(np.r_[True, data.qid[1:] != data.qid[:-1]])
        for begin, end in zip(starts, np.r_[starts[1:], len(data.qid)]):
            scores = self.score(data.X[begin:end])
            order = np.argsort(-scores, kind="stable")
            frames.append(pd.DataFrame({
                "qid": data.qid[begin:end][order],
                "docno": data.docno[begin:end][order],
                "score": scores[order], "rank": np.arange(end - begin)}))
        return pd.concat(frames, ignore_index=True)

    def export(self, to: str, out: PathLike = ".", *,
               data: Optional[PathLike] = None, name: Optional[str] = None,
               force: bool = False) -> str:
        """Writes the model for a search engine, as ``fedltr export`` does.

        Args:
            to: "onnx", "solr", "elasticsearch" ...: see
                ``fedltr.methods("targets")``.
            out: folder of the files.
            data: LETOR file from which fixed bounds of features are taken.
            name: of the ranker there.
            force: overwrite existing files.

        Returns:
            The program's output.
        """
        arguments = ["--to", to, "--out", str(out)]
        if data is not None:
            arguments += ["--data", str(data)]
        if name is not None:
            arguments += ["--name", name]
        return command("export", file_argument(self.path), *arguments,
                       *["--force"] * force)

    def __repr__(self) -> str:
        about = self.description
        return (f"<fedltr.Ranker {about['model']}, {about['features']} features,"
                f" {str(self.path)!r}>")
