"""A resolved scenario as objects of the core, for simulate()."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional, Tuple

from . import _core
from ._errors import ScenarioError
from ._letor import read_datasets

Resolved = Mapping[str, str]

# Sections and keys that only a run with actors supports, and their text for "none".
_ONLY_IN_RUNS = {
    "privacy.mechanism": "none", "privacy.secure-aggregation": "no",
    "unlearning.method": "none", "timeline.at": "",
    "federation.share": "0", "data.intents": "", "data.users": "",
    "data.storage": "float64",
    "faults.dropout": "0", "faults.late": "0", "faults.corrupt": "0",
    "faults.crash": "0"}


def require_simple(resolved: Resolved) -> None:
    """Rejects scenarios that simulate() does not support.

    Raises:
        fedltr.ScenarioError: naming the key.
    """
    if "silo.method" in resolved:
        raise ScenarioError("simulate: is for federations; a [silo] is for run")
    for key, none in _ONLY_IN_RUNS.items():
        if resolved.get(key, none) != none:
            raise ScenarioError(f"simulate: {key} = {resolved[key]}: is for run "
                                f"only; expected {none or 'nothing'}")
    if resolved["federation.local"] not in ("plain", "fedprox"):
        raise ScenarioError("simulate: federation.local = "
                            f"{resolved['federation.local']}: is for run only")


def words(text: str, by: str = ",") -> List[str]:
    """Parts of a list's text."""
    return [word.strip() for word in text.split(by) if word.strip()]


def parameters_of(resolved: Resolved, section: str,
                  methods: Iterable[Mapping[str, Any]], *names: str
                  ) -> Dict[str, str]:
    """Texts of the parameters of some methods of a table."""
    wanted = {parameter for method in methods if method["name"] in names
              for parameter in method["parameters"]}
    return {name: resolved[f"{section}.{name}"] for name in wanted
            if f"{section}.{name}" in resolved}


def number_of_attackers(resolved: Resolved) -> int:
    """Number of attackers from `attack.clients`: a number, or with a point a share."""
    if resolved["attack.kind"] == "none":
        return 0
    text, clients = resolved["attack.clients"], int(
        resolved["federation.clients"])
    if "." in text:
        return math.floor(_core.share_of(float(text), clients) + 0.5)
    return min(clients, int(text))


def load_folds(resolved: Resolved) -> Tuple[List[Tuple[int, Any, Any]], int]:
    """Number, training and evaluation set of each fold, and the grades."""
    folds, grades = (_letor_folds if _is_letor(resolved) else
                     _synthetic_folds)(resolved)
    if resolved["data.normalize"] == "query-minmax":
        folds = [(number, train.normalized(), evaluation.normalized())
                 for number, train, evaluation in folds]
    return folds, max(grades, 2)


def _is_letor(resolved: Resolved) -> bool:
    return resolved["data.format"] == "letor" or (
        resolved["data.format"] == "auto"
        and bool(resolved["data.train"] or resolved["data.folds"]))


def _numbers(resolved: Resolved) -> List[int]:
    fold = resolved["data.fold"]
    return [1, 2, 3, 4, 5] if fold == "all" else [int(fold)]


def _synthetic_folds(resolved: Resolved) -> Tuple[List[Any], int]:
    def given(name: str) -> int:
        return int(resolved[f"synthetic.{name}"])

    like = resolved["synthetic.like"]
    custom = like == "custom"
    data = _core.synthesize(
        like, given("queries"), given("documents"),
        given("features") if custom else 0, given("grades") if custom else 0,
        float(resolved["synthetic.noise"]), given("seed"))

    def set_of(*parts: int) -> Any:
        return data.select([query for part in parts for query
                            in _core.part_of_five(len(data), part)])

    folds = []
    for number in _numbers(resolved):
        train, validation, test = _core.parts_of_fold(number)
        on = {"test": [test], "validation": [validation], "train": train}
        folds.append((number, set_of(*train),
                      set_of(*on[resolved["evaluation.on"]])))
    return folds, _core.grades_like(like, given("grades"))


def _letor_folds(resolved: Resolved) -> Tuple[List[Any], int]:
    on = resolved["evaluation.on"]
    if resolved["data.train"]:
        sets = [(1, words(resolved["data.train"]),
                 words(resolved["data.train" if on == "train"
                                else f"data.{on}"]))]
    else:
        folder = Path(resolved["data.folds"])
        if not (folder / "Fold1").is_dir():
            raise ScenarioError(f"simulate: data.folds = {folder}: expected a "
                                "folder with Fold1 ... Fold5")
        part = {"train": "train", "validation": "vali", "test": "test"}[on]
        sets = [(number, [_found(folder / f"Fold{number}" / "train.txt")],
                 [_found(folder / f"Fold{number}" / f"{part}.txt")])
                for number in _numbers(resolved)]
    data = read_datasets([files for _, *both in sets for files in both],
                         resolved["data.merge"] == "yes")
    folds = [(number, data[2 * i], data[2 * i + 1])
             for i, (number, _, _) in enumerate(sets)]
    return folds, 1 + max(int(each.labels.max()) for each in data)


def _found(file: Path) -> str:
    return str(file if file.exists() else Path(f"{file}.gz"))


def make_clicks(resolved: Resolved, grades: int) -> Any:
    """The scenario's click model."""
    name = resolved["clicks.model"]
    return _core.ClickModel(name, grades=grades, parameters=parameters_of(
        resolved, "clicks", _core.click_models(), name))


def make_federation(resolved: Resolved, train: Any, evaluation: Any,
                    user: Any, grades: int, seed: int) -> Any:
    """The clients of one run."""
    kind = resolved["attack.kind"]
    users = _core.attack_users(kind)
    splits = [each for each in words(resolved["heterogeneity.kind"], "+")
              if each != "iid"]
    err = resolved["evaluation.err-grade"]
    options = _core.MetricOptions(
        err_highest={"dataset": grades - 1, "list": 0}.get(err)
        if err in ("dataset", "list") else int(err),
        relevant_from=int(resolved["evaluation.relevant-from"]),
        click=user.probabilities)
    ranker, learner = resolved["ranker.model"], resolved["learner.method"]
    return _core.Federation(
        train=train, evaluation=evaluation, user=user,
        poison=_core.ClickModel(users, grades=grades) if users else None,
        attackers=number_of_attackers(resolved), ranker=ranker,
        ranker_parameters=parameters_of(resolved, "ranker", _core.rankers(),
                                        ranker),
        learner=learner,
        learner_parameters=parameters_of(resolved, "learner", _core.learners(),
                                         learner),
        splits=splits, split_parameters=parameters_of(
            resolved, "heterogeneity", _core.splits(), *splits),
        iid=resolved["heterogeneity.iid"] == "yes",
        metrics=words(resolved["evaluation.metrics"]), metric_options=options,
        empty=resolved["evaluation.empty"], ties=resolved["evaluation.ties"],
        proximal=float(resolved["federation.mu"])
        if resolved["federation.local"] == "fedprox" else 0.0,
        weigh_interactions=resolved["federation.weighting"] == "interactions",
        clients=int(resolved["federation.clients"]),
        interactions=int(resolved["federation.interactions"]),
        participation=float(resolved["federation.participation"]), seed=seed,
        grades=grades, absent=_numbers_in(resolved["federation.absent"]))


def _numbers_in(text: str) -> List[int]:
    """Numbers and ranges: 0-3, 7."""
    numbers: List[int] = []
    for each in words(text):
        first, _, last = each.partition("-")
        numbers.extend(range(int(first), int(last or first) + 1))
    return numbers


def make_optimizer(resolved: Resolved) -> Any:
    """The server's step."""
    usual, adaptive_rate, _ = _core.learner_traits(resolved["learner.method"])
    name = resolved["federation.server"]
    name = usual if name == "auto" else name
    rate = resolved["federation.server-rate"]
    if rate != "auto":
        return _core.ServerOptimizer(name, float(rate))
    return _core.ServerOptimizer(
        name, adaptive_rate if _core.is_adaptive(name) else 1.0)


def assumed_malicious(resolved: Resolved, rule: Optional[str]) -> int:
    """Number of malicious clients that a rule assumes; None: a rule in Python."""
    said = resolved["aggregation.malicious"]
    if said != "auto":
        return int(said)
    absent = set(_numbers_in(resolved["federation.absent"]))
    clients = int(resolved["federation.clients"]) - len(absent)
    share = float(resolved["federation.participation"])
    there = max(1, math.floor(_core.share_of(share, clients) + 0.5))
    attackers = number_of_attackers(resolved)
    if rule is None:
        return attackers
    most = _core.max_malicious(rule, _core.models_after(
        resolved["aggregation.pre-aggregation"], there))
    return max(0, min(most, attackers))
