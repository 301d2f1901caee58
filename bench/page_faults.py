#!/usr/bin/env python3
"""Prints the page faults of a round of each shipped scenario of a federation.

Runs some points of each in a short form, with two numbers of rounds, on one thread
and without large pages, whose number varies, and divides the difference of the
processes' minor faults by that of their rounds: what a round takes from the system
and gives back. Each run counts with the least faults of three trials, since a busy
machine only adds to them. All of them take ten minutes of one core.

Usage: bench/page_faults.py [PROGRAM [SCENARIO...]]
"""
import ctypes
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHORT = ["--set", "run.repeats=1", "--set", "data.fold=1"]
SEARCHES = 20_000  # in the shorter run of a point, if that is 2 to MOST rounds
MOST = 50
POINTS = 3  # of a grid, about
TRIALS = 3
NO_LARGE_PAGES = 41  # Linux: PR_SET_THP_DISABLE


def output(command):
    """Returns what a command prints."""
    done = subprocess.run(
        command, capture_output=True, text=True,
        preexec_fn=lambda: ctypes.CDLL(None).prctl(NO_LARGE_PAGES, 1, 0, 0, 0))
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return done.stdout


def shape(program, scenario):
    """Returns the number of a scenario's points, and of searches in a round."""
    checked = json.loads(output([program, "check", scenario, "--format", "json", *SHORT]))
    keys = checked["scenario"]
    asked = int(keys["federation.clients"]) * float(keys["federation.participation"])
    return len(checked["points"]), asked * int(keys["federation.interactions"])


def trial(program, scenario, parts, rounds):
    """Returns the minor faults of a part of a scenario, and the number of its runs."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
        text = output([program, "run", scenario, "--quiet", "--threads", "1",
                       "--shard", f"1/{parts}", "--out", folder + "/run",
                       "--set", f"federation.rounds={rounds}",
                       "--set", "evaluation.every=10", *SHORT])
        after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
    return after - before, int(re.search(r"([\d,]+) of [\d,]+ runs", text)[1].replace(",", ""))


def faults(program, scenario, parts, rounds):
    """Returns the least faults of some trials, and the number of runs in each."""
    return min(trial(program, scenario, parts, rounds) for _ in range(TRIALS))


def of_a_round(program, scenario, parts, few):
    """Returns the minor faults of a round, from runs of `few` and of three times as many."""
    base, runs = faults(program, scenario, parts, few)
    more, _ = faults(program, scenario, parts, 3 * few)
    return (more - base) / runs / (2 * few)


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/fedltr"
    scenarios = sys.argv[2:] or [
        path for path in sorted(ROOT.glob("scenarios/**/*.ini"))
        if not re.search(r"^\[(silo|members)\]", path.read_text(), re.M)]
    begin = time.monotonic()
    for scenario in scenarios:
        name = Path(scenario).stem
        try:
            points, searches = shape(program, scenario)
            parts = max(1, points // POINTS)
            few = int(min(max(SEARCHES / searches, 2), MOST))
            try:
                number = of_a_round(program, scenario, parts, few)
            except RuntimeError:  # it names a later round
                number = of_a_round(program, scenario, parts, 2 * MOST)
            print(f"{name:24} {round(number, 1) + 0.0:8.1f}", flush=True)  # not -0
        except RuntimeError as error:
            print(f"{name:24} {error}", flush=True)
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
