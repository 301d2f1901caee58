"""Errors, by the exit codes of the program."""

from __future__ import annotations

import re
from typing import Optional


class Error(RuntimeError):
    """A command of fedltr failed.

    Attributes:
        message: the program's message, without its name.
        code: its exit code.
    """

    code = 1

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class ScenarioError(Error, ValueError):
    """Wrong usage or a wrong scenario (exit code 2).

    Attributes:
        file: scenario file, or None if the fault is in an argument.
        line: its line, from 1, or None.
        key: key at fault, "section.key", or None.
    """

    code = 2
    _place = re.compile(r"(?:--set|(?P<file>[^\n:]+):(?P<line>\d+)): "
                        r"(?P<key>[a-z0-9-]+(?:\.[a-z0-9-]+)+)\b")

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message, code)
        place = self._place.match(message)
        self.file = place["file"] if place else None
        self.line = int(place["line"]) if place and place["line"] else None
        self.key = place["key"] if place else None


class DataError(Error):
    """Bad data (exit code 3)."""

    code = 3


class NetworkError(Error):
    """Network or authentication (exit code 4)."""

    code = 4


class CheckpointError(Error):
    """The folder holds a checkpoint or results of another scenario, version or
    data set (exit code 6): pass ``force=True``, or another ``out``."""

    code = 6


BUDGET_SPENT = 5  # exit code of a run that ended early, with results
INTERRUPTED = 130

_BY_CODE = {error.code: error for error in
            (Error, ScenarioError, DataError, NetworkError, CheckpointError)}


def error_of(code: int, message: str) -> Error:
    """The exception for an exit code."""
    return _BY_CODE.get(code, Error)(message, code)
