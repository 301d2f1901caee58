"""Runs scenarios, in a process of the program."""

from __future__ import annotations

import contextlib
import json
import math
import os
import tempfile
from pathlib import Path
from typing import (Any, Callable, Dict, Iterator, List, Mapping, Optional,
                    Tuple, Union)

from ._errors import BUDGET_SPENT
from ._program import Process, command, file_argument
from ._results import Grid, PathLike, Run, open_results

Scenario = Union[PathLike, Mapping[str, Any]]


def setting_text(value: Any) -> str:
    """A value as a scenario writes it: lists with commas, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return ", ".join(setting_text(each) for each in value)
    if hasattr(value, "tolist"):  # numbers and arrays of NumPy, Series
        return setting_text(value.tolist())
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def setting_texts(settings: Mapping[str, Any]) -> List[str]:
    """Settings as ``key=value``; a name without a section belongs to ``[run]``."""
    return [(name if "." in name else "run." + name) + "=" + setting_text(value)
            for name, value in settings.items()]


@contextlib.contextmanager
def scenario_file(scenario: Scenario, settings: Mapping[str, Any]
                  ) -> Iterator[Tuple[str, List[str]]]:
    """Name of a scenario and texts of its settings, as long as they are needed."""
    if not isinstance(scenario, Mapping):
        yield os.fspath(scenario), setting_texts(settings)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scenario.ini"
        file.write_text("[run]\nname = python\n", encoding="utf-8")
        yield str(file), setting_texts({**scenario, **settings})


@contextlib.contextmanager
def scenario_arguments(scenario: Scenario,
                       settings: Mapping[str, Any]) -> Iterator[List[str]]:
    """Scenario and settings as arguments, as long as they are needed."""
    with scenario_file(scenario, settings) as (name, texts):
        yield [file_argument(name), *(f"--set={text}" for text in texts)]


def check(scenario: Scenario, **settings: Any) -> Dict[str, str]:
    """Reads and validates a scenario without running it.

    Args:
        scenario: a file, the name of a scenario that ships ("quickstart"), or a
            mapping of keys to values.
        settings: keys that override it, as in ``run``.

    Returns:
        Every key, "section.key", with its text as it will be used; for a grid
        those of its first point.

    Raises:
        fedltr.ScenarioError: with ``file``, ``line`` and ``key`` at fault.
        fedltr.DataError: a file is missing.
    """
    with scenario_arguments(scenario, settings) as arguments:
        checked = json.loads(command("check", *arguments, "--format", "json"))
        return checked["scenario"]


class Round(Mapping[str, Any]):
    """An evaluated round as it arrives: ``each["ndcg@10"]``, and all other
    columns of rounds.csv.

    Attributes:
        point: folder of the grid's point below the grid's, "" without a grid.
        fold, repeat: from 1.
        round: rounds of training so far; 0 for the initial model.
    """

    def __init__(self, members: Dict[str, Any]) -> None:
        self._members = {name: math.nan if value is None else value
                         for name, value in members.items() if name != "event"}
        self.point: str = self._members["point"]
        self.fold: int = self._members["fold"]
        self.repeat: int = self._members["repeat"]
        self.round: int = self._members["round"]

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"<fedltr.Round {self._members}>"


class Rounds:
    """A run in progress: iterate over its rounds, then ask for its results.

    Runs of folds, repeats and grids come one after the other. Leaving the loop
    interrupts the run, which writes its results so far and a checkpoint.
    """

    def __init__(self, scenario: Scenario, settings: Mapping[str, Any],
                 options: List[str]) -> None:
        self._scenario = scenario
        self._settings = settings
        self._options = options
        self._folder: Optional[Path] = None

    def __iter__(self) -> Iterator[Round]:
        for line in self._lines():
            members = json.loads(line)
            if members["event"] == "round":
                yield Round(members)

    def _lines(self) -> Iterator[str]:
        with scenario_arguments(self._scenario, self._settings) as arguments:
            process = Process(["run", *arguments, "--format", "ndjson",
                               *self._options])
            for line in process.lines():
                if self._folder is None:
                    self._folder = Path(json.loads(line)["folder"])
                yield line
            process.check(BUDGET_SPENT)

    def results(self) -> Union[Run, Grid]:
        """Results so far; runs it first if it has not started."""
        if self._folder is None:
            for _ in self._lines():
                pass
        assert self._folder
        return open_results(self._folder)


def iterate(scenario: Scenario, *, out: Optional[PathLike] = None,
            threads: int = 0, resume: bool = True, force: bool = False,
            **settings: Any) -> Rounds:
    """Runs a scenario round by round; arguments are those of ``run``.

    >>> for each in fedltr.iterate("quickstart", seed=3):  # doctest: +SKIP
    ...     if each["ndcg@10"] > 0.7:
    ...         break  # as Ctrl-C: a checkpoint is written
    """
    options = ["--threads", str(threads)]
    if out is not None:
        options += ["--out", os.fspath(out)]
    # The program would warn if there is nothing to resume.
    resume = resume and (out is None or Path(out).exists())
    options += ["--force"] if force else ["--resume"] if resume else []
    return Rounds(scenario, settings, options)


def run(scenario: Scenario, *, out: Optional[PathLike] = None, threads: int = 0,
        resume: bool = True, force: bool = False,
        on_round: Optional[Callable[["Round"], None]] = None,
        **settings: Any) -> Union[Run, Grid]:
    """Runs a scenario, as ``fedltr run`` does: same bits, same folder.

    A cell of a notebook may be run again: complete results are read, an
    interrupted run resumes. Ctrl-C writes a checkpoint and raises KeyboardInterrupt.

    >>> run = fedltr.run("quickstart", seed=3,
    ...                  **{"federation.clients": 50})  # doctest: +SKIP

    Args:
        scenario: a file, the name of a scenario that ships ("quickstart"), or a
            mapping of keys to values. Paths in settings are relative to the
            working directory.
        out: run folder, instead of ``run.out``.
        threads: 0 for all cores. Never changes a result.
        resume: resume from a checkpoint, or reuse complete results.
        force: start again, and overwrite other results.
        on_round: called with each evaluated round as it arrives.
        settings: keys that override the scenario's; those of ``[run]`` without
            their section (``seed=3``). A list of ``grid.SECTION.KEY`` runs all.

    Returns:
        The results; if a run spent ``privacy.budget``, up to that point.

    Raises:
        fedltr.ScenarioError: the scenario is wrong.
        fedltr.CheckpointError: the folder holds results of another scenario.
        fedltr.Error: or another subclass, by the exit code.
    """
    rounds = iterate(scenario, out=out, threads=threads, resume=resume,
                     force=force, **settings)
    if on_round is not None:
        for each in rounds:
            on_round(each)
    return rounds.results()
