"""Metrics and rules on arrays and frames."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np
import pandas as pd

from . import _core

# By PyTerrier, ir_measures, trec_eval.
_QUERY = ("qid", "query_id", "query")
_DOCUMENT = ("docno", "doc_id", "docid", "document")
_GRADE = ("label", "relevance", "rel", "grade")


def _column(frame: pd.DataFrame, names: Sequence[str], what: str) -> pd.Series:
    for name in names:
        if name in frame.columns:
            return frame[name]
    raise ValueError(f"{what}: expected a column {' or '.join(names)}, not "
                     + ", ".join(map(str, frame.columns)))


def metric(name: Union[str, Sequence[str]], qrels: pd.DataFrame,
           run: pd.DataFrame, *, conventions: str = "foltr",
           relevant_from: int = 1, err_highest: Optional[int] = None
           ) -> pd.DataFrame:
    """Metrics by query of a run against judgements.

    Frames are PyTerrier's (qid, docno, label; qid, docno, score) or ir_measures'
    (query_id, doc_id, relevance; query_id, doc_id, score).

    Args:
        name: "ndcg@10", "map" ..., or a list of them.
        qrels: judgements; grades below 0 and documents without judgement
            count as 0, except in bpref and judged@k.
        run: ranked documents with their scores, in any order.
        conventions: "foltr", or the program whose conventions to use: see
            ``fedltr.methods("conventions")``.
        relevant_from: minimum grade that is relevant.
        err_highest: grade that is certain for err; None: the highest of qrels.

    Returns:
        One row per judged query, by name, one column per metric: 0 for one that
        run lacks, except by conventions that leave it out; NaN where a query has no
        relevant document and is excluded from the mean.
    """
    names = [name] if isinstance(name, str) else list(name)
    grades = _column(qrels, _GRADE, "qrels").to_numpy(dtype=np.int64)
    if err_highest is None:
        err_highest = max(1, int(grades.max(initial=1)))
    queries, values = _core.evaluate_run(
        list(_column(run, _QUERY, "run").astype(str)),
        list(_column(run, _DOCUMENT, "run").astype(str)),
        _column(run, ("score",), "run").to_numpy(dtype=float),
        list(_column(qrels, _QUERY, "qrels").astype(str)),
        list(_column(qrels, _DOCUMENT, "qrels").astype(str)), grades, names,
        conventions, _core.MetricOptions(err_highest=err_highest,
                                         relevant_from=relevant_from))
    return pd.DataFrame(values, columns=names,
                        index=pd.Index(queries, name="qid", dtype=object))


def aggregate(rule: str, updates: Any, *, malicious: int = 0,
              model: Any = None, clients: Optional[Sequence[int]] = None,
              seed: int = 0, pre_aggregation: str = "none",
              **parameters: Any) -> Tuple[np.ndarray, np.ndarray]:
    """Combines the local models of one round by a rule of ``fedltr.methods("rules")``.

    For a rule that remembers earlier rounds use ``fedltr.core.Rule``.

    >>> vector, weights = fedltr.aggregate("krum", updates,
    ...                                    malicious=2)  # doctest: +SKIP

    Args:
        rule: its name.
        updates: local models, #clients x #parameters.
        malicious: clients assumed malicious.
        model: the model they started at; None: zeros.
        clients: their numbers, ascending; None: 0, 1, ...
        seed: of the rule's random numbers.
        pre_aggregation: applied to the models before.
        parameters: of the rule: ``bound=0.5``; an underscore stands for ``-``
            and ``.``.

    Returns:
        The combined model, and the weight of each client in it: 1 as in a mean,
        0 rejected.
    """
    models = np.ascontiguousarray(updates, dtype=float)
    made = _core.Rule(rule, malicious=malicious, clients=len(models), seed=seed,
                      pre_aggregation=pre_aggregation, parameters=parameters)
    return made.aggregate(models, clients, model)
