"""Runs in separate folders; skips, visibly, tests of parts that are not built."""

import os
import subprocess
from pathlib import Path

import pytest

import fedltr

TREE = Path(__file__).resolve().parents[2]

# Processes that tests start find the same package and program, in any folder.
os.environ["PYTHONPATH"] = os.fspath(Path(fedltr.__file__).absolute().parents[1])
os.environ["FEDLTR"] = os.fspath(fedltr.program())

SMALL = {"run.name": "small", "synthetic.queries": 60, "federation.clients": 6,
         "federation.rounds": 4}


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def small_run(tmp_path_factory):
    """A run of two repeats, made by the command itself."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    settings = [f"--set={key}={value}" for key, value in SMALL.items()]
    ini = folder.parent / "small.ini"
    ini.write_text("[run]\nrepeats = 2\n")
    subprocess.run([os.fspath(fedltr.program()), "run", ini, "--quiet",
                    *settings, "--out", folder], check=True,
                   stdout=subprocess.DEVNULL)
    return fedltr.open(folder)
