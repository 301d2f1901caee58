"""Finds the program and runs its commands."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import subprocess
import threading
from pathlib import Path
from typing import Iterator, List, Sequence

from ._errors import Error, error_of

log = logging.getLogger("fedltr")
_LEVELS = {"trace": logging.DEBUG, "debug": logging.DEBUG,
           "info": logging.INFO, "warning": logging.WARNING,
           "error": logging.ERROR, "critical": logging.CRITICAL}


def program() -> Path:
    """Path of the program ``fedltr``.

    ``$FEDLTR`` if it is set; else ``build/fedltr`` of the source tree that holds
    this package; else the one that came with the package in a wheel; else the first
    on ``PATH``.

    Raises:
        fedltr.Error: not found.
    """
    named = os.environ.get("FEDLTR")
    if named:
        found = shutil.which(named)
        if not found:
            raise Error(f"FEDLTR={named}: there is no such program")
        return Path(found).resolve()
    tree = Path(__file__).resolve().parents[2]
    if (tree / "app" / "cli").is_dir():
        built = tree / "build" / "fedltr"
        if os.access(built, os.X_OK):
            return built
    bundled = Path(__file__).resolve().parent / "_program" / "bin" / "fedltr"
    if os.access(bundled, os.X_OK):
        return bundled
    found = shutil.which("fedltr")
    if not found:
        raise Error("the program fedltr is neither on PATH nor named by FEDLTR")
    return Path(found)


class Process:
    """A running command of the program.

    Its log goes to the logger ``fedltr``. Ctrl-C interrupts it, once.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        # In its own process group: a Ctrl-C at the terminal reaches it once, through
        # us.
        self._process = subprocess.Popen(
            [str(program()), *arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            encoding="utf-8", errors="replace", start_new_session=True)
        assert self._process.stdout
        self._output = self._process.stdout
        self._message: List[str] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            level, colon, text = line.rstrip("\n").partition(": ")
            if line.startswith('{"error":'):  # where JSON was asked for
                self._message = [json.loads(line)["error"]["message"]]
            elif level == "fedltr" and colon:
                self._message = [text]
            elif level in _LEVELS and colon:
                log.log(_LEVELS[level], text)
            elif self._message:
                self._message.append(line.rstrip("\n"))

    def lines(self) -> Iterator[str]:
        """Lines of its standard output as they arrive. Interrupts it if they are
        not read to the end."""
        try:
            for line in self._output:
                yield line
        except BaseException:
            self.interrupt()
            raise

    def text(self) -> str:
        """All of its standard output.

        Raises:
            fedltr.Error: by its exit code.
        """
        text = "".join(self.lines())
        self.check()
        return text

    def interrupt(self) -> None:
        """Stops it as Ctrl-C would; returns when its checkpoint is written."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        for _ in self._output:  # its remaining output
            pass
        self.wait()

    def wait(self) -> int:
        """Waits for its end; returns its exit code."""
        self._output.close()
        code = self._process.wait()
        self._listener.join()
        return code

    def check(self, *also: int) -> int:
        """Waits; raises the exception for its exit code unless that is 0 or one
        of `also`."""
        code = self.wait()
        if code != 0 and code not in also:
            raise error_of(code, "\n".join(self._message)
                           or f"fedltr ended with {code}")
        return code


def command(*arguments: str) -> str:
    """Standard output of ``fedltr ARGUMENTS...``.

    >>> fedltr.command("--version")  # doctest: +SKIP

    Raises:
        fedltr.Error: or the subclass for its exit code.
    """
    return Process(arguments).text()


def file_argument(path: "os.PathLike[str] | str") -> str:
    """A path that no command mistakes for an option."""
    text = os.fspath(path)
    return "./" + text if text.startswith("-") and text != "-" else text
