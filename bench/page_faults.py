#!/usr/bin/env python3
"""Prints the page faults of a round of each shipped scenario of a federation.

Runs each with two numbers of rounds, on one thread, and divides the difference of
the processes' minor faults by that of their rounds.

Usage: bench/page_faults.py [PROGRAM [SCENARIO...]]
"""
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FEW, MANY = 200, 600


def faults(program, scenario, rounds):
    """Returns the minor faults of a run, and the number of runs in it."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
        done = subprocess.run(
            [program, "run", scenario, "--quiet", "--threads", "1", "--out", folder + "/run",
             "--set", f"federation.rounds={rounds}", "--set", "evaluation.every=50",
             "--set", "run.repeats=1"],
            capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_minflt
    if done.returncode != 0:
        raise RuntimeError(done.stderr.splitlines()[0])
    runs = re.search(r"([\d,]+) runs?:", done.stdout)
    return after - before, int(runs[1].replace(",", ""))


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/fedltr"
    scenarios = sys.argv[2:] or [
        path for path in sorted(ROOT.glob("scenarios/**/*.ini"))
        if "[silo]" not in path.read_text()]
    for scenario in scenarios:
        name = Path(scenario).stem
        try:
            few, runs = faults(program, scenario, FEW)
            many, _ = faults(program, scenario, MANY)
            print(f"{name:24} {(many - few) / runs / (MANY - FEW):8.1f}", flush=True)
        except RuntimeError as error:
            print(f"{name:24} {error}", flush=True)


if __name__ == "__main__":
    main()
