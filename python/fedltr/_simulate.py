"""Runs a study with rules, attacks and users written in Python."""

from __future__ import annotations

import dataclasses
import os
from typing import (Any, Callable, Dict, List, Optional, Protocol, Sequence, Tuple,
                    Union)

import numpy as np
import pandas as pd

from . import _core
from ._errors import Error
from ._program import program
from ._study import Round, Scenario, scenario_file


@dataclasses.dataclass(frozen=True)
class Updates:
    """The clients' messages of one round.

    Attributes:
        models: #clients x #parameters, one row per client.
        clients: their numbers, ascending.
        model: the model they started at.
        round: from 1.
    """

    models: np.ndarray
    clients: Sequence[int]
    model: np.ndarray
    round: int


@dataclasses.dataclass(frozen=True)
class Known:
    """Knowledge of colluding attackers in a round.

    Attributes:
        honest: honest local models, #known x #parameters; the first `attackers`
            rows are those of the attackers' own clients.
        attackers: number of clients that attack in this round.
        model: the model before the round.
        clients: number of participants, including attackers.
        assumed: number of malicious clients that the rule assumes.
        round: from 1.
        rng: the attackers' random numbers.
    """

    honest: np.ndarray
    attackers: int
    model: np.ndarray
    clients: int
    assumed: int
    round: int
    rng: Any


class LocalLearning(Protocol):
    """A client's learning in one round. Sees no label.

    Attributes:
        model: at the end, the model that the client sends.
    """

    model: np.ndarray

    def show(self, features: np.ndarray) -> Sequence[int]:
        """Returns the list to show: up to ten rows, or `clicks.list`, of features
        (#documents x #features), best first."""

    def learn(self, features: np.ndarray, ranking: List[int],
              clicks: List[bool]) -> None:
        """Learns from the clicks on that list, one per rank."""


class ScoringFunction(Protocol):
    """A ranker. Its parameters are one vector.

    Attributes:
        size: number of parameters.
    """

    size: int

    def score(self, model: np.ndarray, features: np.ndarray) -> np.ndarray:
        """Returns the scores of documents (#documents x #features)."""

    def step(self, model: np.ndarray, features: np.ndarray,
             weights: np.ndarray) -> np.ndarray:
        """Returns the sum of each document's weight times the gradient of its
        score by the parameters; only needed by learners that follow it."""

    def initial(self, rng: Any) -> np.ndarray:
        """Draws a first model; only needed for ``ranker.init = normal``."""


BeginLearning = Callable[[np.ndarray, int, Any], LocalLearning]
MakeRanker = Callable[[int], ScoringFunction]
Rule = Callable[[Updates], Union[np.ndarray, Tuple[np.ndarray, Any]]]
Attack = Callable[[Known], np.ndarray]
Clicks = Callable[[np.ndarray, Any], Any]


@dataclasses.dataclass(frozen=True)
class Simulated:
    """Result of simulate().

    Attributes:
        rounds: learning curves, as in ``rounds.csv``.
        models: final parameters of each run (fold, repeat).
        scenario: resolved text of each key.
        signature: SHA-256 of all final parameters, equal to that of a run with the
            same bits.
    """

    rounds: pd.DataFrame
    models: List[np.ndarray]
    scenario: Dict[str, str]
    signature: str


def simulate(scenario: Scenario, *, rule: Optional[Rule] = None,
             attack: Optional[Attack] = None, clicks: Optional[Clicks] = None,
             learner: Optional[BeginLearning] = None,
             ranker: Optional[MakeRanker] = None,
             on_round: Optional[Callable[[Round], None]] = None,
             **settings: Any) -> Simulated:
    """Runs a scenario in this process, with functions in Python as part of it.

    The study is that of ``run``: without a function, or with one that computes the
    same as C++, the models have the same bits. No results are written; large LETOR
    files are cached as by ``run`` (unless FEDLTR_CACHE=off).

    >>> def median(updates):
    ...     return np.median(updates.models, axis=0)
    >>> fedltr.simulate("quickstart", rule=median)  # doctest: +SKIP

    Functions are called in this thread, one at a time, and an error in one of them
    ends the study and is raised here. Folds and repeats run one after the other, and
    within a run `attack` and `rule` are called round by round, so they may remember
    earlier rounds. Clients learn side by side, so `clicks`, `learner` and `ranker` are
    called in any order: they have to be functions of their arguments alone. A learner
    may remember what it saw of its own round.

    Args:
        scenario: as in ``run``: a federation, and no grid.
        rule: makes the new model from Updates, in place of ``aggregation.rule``
            and ``aggregation.pre-aggregation``, for learners whose clients send
            models (not es); may return (model, weights), the weight of each client
            in it: below .5 counts as rejected. Its state is shared by all runs: use
            one scenario per fold and repeat, or look at ``updates.round``.
        attack: makes the attackers' models from Known (#attackers x
            #parameters), in place of ``attack.kind``, for the same learners;
            ``attack.clients`` and ``attack.knowledge`` apply.
        clicks: a user: returns a click for each document, from labels by rank
            and a stream of random numbers (``uniform()``, ``below(n)``,
            ``normal()``), in place of ``clicks.model``; not with a split that
            brings its users (click-preference). An attribute ``probabilities``
            gives P(click | label) for expected-maxrr.
        learner: begins a client's round: called with the model, the number of
            searches and a stream of random numbers, it returns a LocalLearning, in
            place of ``learner.method``.
        ranker: makes a ScoringFunction for a number of features, in place of
            ``ranker.model``.
        on_round: called with each evaluated round.
        settings: keys that override the scenario's, as in ``run``.

    Raises:
        fedltr.ScenarioError: the scenario is wrong, or can't have these functions.
        fedltr.Error: or another subclass, as in ``run``.
    """
    rows: List[Dict[str, Any]] = []

    def take(row: Dict[str, Any]) -> None:
        rows.append(row)
        if on_round is not None:
            on_round(Round({"point": "", **row}))

    with scenario_file(scenario, settings) as (name, texts):
        made = _core.simulate(
            name, texts, program=_program(),
            ideas={
                "rule": None if rule is None else _rule(rule),
                "attack": None if attack is None else _attack(attack),
                "clicks": clicks,
                "probabilities": list(getattr(clicks, "probabilities", [])),
                "learner": learner, "ranker": ranker},
            on_round=take)
    return Simulated(pd.DataFrame(rows), *made)


def _program() -> str:
    """Path of the program, beside which scenarios are found by name."""
    try:
        return os.fspath(program())
    except Error:
        return ""


def _rule(rule: Rule) -> Callable[..., Tuple[np.ndarray, Any]]:
    """The rule as the core calls it."""
    def called(models: np.ndarray, clients: Sequence[int], model: np.ndarray,
               round: int) -> Tuple[np.ndarray, Any]:
        made = rule(Updates(models, clients, model, round))
        combined, weights = (made if isinstance(made, tuple)
                             else (made, np.ones(len(models))))
        return np.asarray(combined, dtype=float), weights
    return called


def _attack(attack: Attack) -> Callable[..., np.ndarray]:
    """The attack as the core calls it."""
    def called(**members: Any) -> np.ndarray:
        known = Known(**members)
        return np.broadcast_to(np.asarray(attack(known), dtype=float),
                               (known.attackers, len(known.model)))
    return called
