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
        X = np.asarray(X, dtype=float)
        if self.description.get("normalize") == "query-minmax" and len(X) > 1:
            low = X.min(axis=0)
            span = X.max(axis=0) - low
            X = np.where(span > 0, (X - low) / np.where(span > 0, span, 1), 0)
        return self._score(X)

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
