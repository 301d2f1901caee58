"""Ideas in Python inside a study: slower, the same random streams."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np
import pandas as pd

from . import _core, _plan
from ._errors import ScenarioError
from ._study import Round, Scenario, checked, scenario_arguments


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
    """

    rounds: pd.DataFrame
    models: List[np.ndarray]
    scenario: Dict[str, str]

    @property
    def signature(self) -> str:
        """SHA-256 of the final models, equal to that of a run with the same bits."""
        digest = hashlib.sha256()
        for model in self.models:
            digest.update(model.tobytes())
        return digest.hexdigest()


def simulate(scenario: Scenario, *, rule: Optional[Rule] = None,
             attack: Optional[Attack] = None, clicks: Optional[Clicks] = None,
             on_round: Optional[Callable[[Round], None]] = None,
             **settings: Any) -> Simulated:
    """Runs a scenario in this process, with ideas in Python as part of it.

    Random streams and orders of sums are those of ``run``: without an idea, or
    with one that computes the same as C++, the models have the same bits. Clients
    learn one after the other; nothing is written.

    >>> def median(updates):
    ...     return np.median(updates.models, axis=0)
    >>> fedltr.simulate("quickstart", rule=median)  # doctest: +SKIP

    Args:
        scenario: as in ``run``: a federation without privacy, secure
            aggregation, unlearning, faults, timeline, FedPer, data sharing,
            intents from judgements and a log of users, and no grid.
        rule: makes the new model from Updates, in place of ``aggregation.rule``,
            for learners whose clients send models (not es); may return
            (model, weights), the weight of each client in it: below .5 counts as
            rejected. Its state is shared by all runs: use one scenario per fold
            and repeat, or look at ``updates.round``.
        attack: makes the attackers' models from Known (#attackers x
            #parameters), in place of ``attack.kind``, for the same learners;
            ``attack.clients`` and ``attack.knowledge`` apply.
        clicks: a user: returns a click for each document, from labels by rank
            and a stream of random numbers (``uniform()``, ``below(n)``,
            ``normal()``), in place of ``clicks.model``; not with a split that
            brings its users (click-preference). An attribute ``probabilities``
            gives P(click | label) for expected-maxrr.
        on_round: called with each evaluated round.
        settings: keys that override the scenario's, as in ``run``.

    Raises:
        fedltr.ScenarioError: for a setting that only ``run`` supports, naming the
            key.
    """
    if attack is not None:
        # Any attack on models; the function takes its place.
        settings = {"attack.kind": "sign-flip", **settings}
    with scenario_arguments(scenario, settings) as arguments:
        found = checked(arguments)
    if found["points"][0]["settings"]:
        raise ScenarioError("simulate: a grid is for run; simulate its points")
    resolved = found["scenario"]
    _plan.require_simple(resolved)
    learner = resolved["learner.method"]
    if rule is not None and not _core.learner_traits(learner)[2]:
        raise ScenarioError(f"simulate: learner.method = {learner}: its clients "
                            "send rewards; a rule is for those that send models")
    if attack is not None and _plan.number_of_attackers(resolved) == 0:
        raise ScenarioError("simulate: attack.kind or attack.clients: there are "
                            "no attackers")
    folds, grades = _plan.load_folds(resolved)
    rows: List[Dict[str, Any]] = []
    models: List[np.ndarray] = []
    for fold, train, evaluation in folds:
        for repeat in range(1, int(resolved["run.repeats"]) + 1):
            seed = _core.run_seed(int(resolved["run.seed"]), fold, repeat)
            run = _Run(resolved, train, evaluation, grades, seed, rule, attack,
                       clicks)

            def take(row: Dict[str, Any]) -> None:
                rows.append({"fold": fold, "repeat": repeat, **row})
                if on_round is not None:
                    on_round(Round({"point": "", **rows[-1]}))

            models.append(run.train(take))
    return Simulated(pd.DataFrame(rows), models, resolved)


class _Run:
    """One run: a fold and a repeat."""

    def __init__(self, resolved: Dict[str, str], train: Any, evaluation: Any,
                 grades: int, seed: int, rule: Optional[Rule],
                 attack: Optional[Attack], clicks: Optional[Clicks]) -> None:
        self.resolved = resolved
        self.seed = seed
        user = (_plan.make_clicks(resolved, grades) if clicks is None else
                _core.CallableClicks(clicks, list(getattr(
                    clicks, "probabilities", [0.0] * grades))))
        self.federation = _plan.make_federation(
            resolved, train, evaluation, user, grades, seed)
        if clicks is not None and self.federation.brings_users:
            raise ScenarioError(
                f"simulate: heterogeneity.kind = {resolved['heterogeneity.kind']}"
                ": brings users of its own; clicks= goes with other kinds")
        self.optimizer = _plan.make_optimizer(resolved)
        name = resolved["aggregation.rule"]
        self.assumed = _plan.assumed_malicious(
            resolved, name if rule is None else None)
        self.make_rule = self._rule_maker(name, rule)
        self.rule = self.make_rule() if self.make_rule else None
        self.attackers = _plan.number_of_attackers(resolved)
        self.attack = attack or self._attack(
            resolved["attack.kind"], self._rule_maker(
                name, rule, resolved["attack.knowledge"] != "full"))

    def _rule_maker(self, name: str, rule: Optional[Rule],
                    by_attackers: bool = False) -> Optional[Callable[[], Any]]:
        """Makes the server's rule, or the copy of attackers that do not know the
        server's random numbers."""
        if rule is not None:
            def called(models: np.ndarray, clients: Sequence[int],
                       model: np.ndarray, round: int) -> Tuple[Any, Any]:
                made = rule(Updates(models, clients, model, round))
                combined, weights = (made if isinstance(made, tuple)
                                     else (made, np.ones(len(models))))
                return np.asarray(combined, dtype=float), weights
            return lambda: _core.CallableRule(called)
        if name == "mean":
            return None
        before = self.resolved["aggregation.pre-aggregation"]
        root_queries = int(self.resolved.get("aggregation.root-queries", 0))

        def trusted(model: np.ndarray, round: int) -> np.ndarray:
            return self.federation.trusted(model, round, root_queries,
                                           by_attackers)

        parameters = _plan.parameters_of(self.resolved, "aggregation",
                                         _core.rules(), name)
        return lambda: _core.Rule(
            name, malicious=self.assumed,
            seed=_core.attackers_seed(self.seed) if by_attackers else self.seed,
            clients=int(self.resolved["federation.clients"]),
            pre_aggregation=before, trusted=trusted, parameters=parameters)

    def _attack(self, kind: str, make_rule: Optional[Callable[[], Any]]
                ) -> Optional[Attack]:
        if kind == "none" or _core.attack_users(kind):
            return None
        made = _core.Attack(
            kind, rounds=int(self.resolved["federation.rounds"]),
            rule=make_rule, parameters=_plan.parameters_of(
                self.resolved, "attack", _core.attacks(), kind))
        return lambda known: made.craft(
            known.honest, known.model, known.attackers, known.clients,
            known.assumed, self.seed, known.round, known.numbers,
            self.federation.eligible)

    def train(self, take: Callable[[Dict[str, Any]], None]) -> np.ndarray:
        """Trains to the end; returns the final model."""
        rounds = int(self.resolved["federation.rounds"])
        every = int(self.resolved["evaluation.every"])
        discount = float(self.resolved["evaluation.discount"])
        metrics = _plan.words(self.resolved["evaluation.metrics"])
        model = self.federation.initial(self.resolved["ranker.init"])
        row = {"online_ndcg@10": 0.0, "online_discounted": 0.0, "clients": 0,
               "online_maxrr@10": 0.0, "rejected_attackers": 0,
               "rejected_honest": 0}
        searches, weight = 0, 1.0

        def evaluated(round: int) -> Dict[str, Any]:
            values = self.federation.evaluate(model)
            return {"round": round, "interactions": searches,
                    **dict(zip(metrics, values)), **row}

        take(evaluated(0))
        for round in range(1, rounds + 1):
            messages = self._messages(model, round)
            sent = self.federation.sum(messages)
            model = self.optimizer.step(
                model, self._proposal(messages, sent, model, round, row))
            searches += sent.interactions
            row["clients"] = sent.clients
            row["online_ndcg@10"] = sent.online / sent.clients
            row["online_maxrr@10"] = sent.max_rr / sent.clients
            row["online_discounted"] += row["online_ndcg@10"] * weight
            weight *= discount
            if round % every == 0 or round == rounds:
                take(evaluated(round))
        return model

    def _messages(self, model: np.ndarray, round: int) -> Any:
        clients = self.federation.participants(round)
        messages = self.federation.train(model, round, clients)
        own = [row for row, client in enumerate(clients)
               if client < self.attackers]
        if self.attack is not None and own:
            rows = messages.rows
            full = self.resolved["attack.knowledge"] == "full"
            known = own + [row for row in range(len(clients))
                           if row not in own] * full
            rows[own] = self.attack(_KnownWithNumbers(
                rows[known], len(own), model, len(clients), self.assumed, round,
                _core.Rng(self.seed, 0, round, _core.ATTACK_STREAM),
                [clients[row] for row in known]))
            messages.rows = rows
        valid = self.federation.accepts(messages.rows)
        if not all(valid):  # as a cohort rejects them
            messages.keep(valid)
        return messages

    def _proposal(self, messages: Any, sent: Any, model: np.ndarray, round: int,
                  row: Dict[str, Any]) -> np.ndarray:
        if self.rule is None:
            proposal = sent.mean
        else:
            proposal, weights = self.rule.aggregate(
                messages.rows, messages.clients, model, round,
                self.federation.eligible)
            for client, weight in zip(messages.clients, weights):
                who = "attackers" if client < self.attackers else "honest"
                row["rejected_" + who] += weight < 0.5
        return proposal if self.federation.sends_models else proposal + model


@dataclasses.dataclass(frozen=True)
class _KnownWithNumbers(Known):
    """Adds the numbers of the clients in `honest`."""

    numbers: Sequence[int] = ()
