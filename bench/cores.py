#!/usr/bin/env python3
"""Prints how much faster federations are on more threads, beside what a model expects.

Runs each case with each number of threads in turn (`fedltr run --threads 1,2,4,...`),
several times, and prints medians. Run it on an idle machine; on two cores it takes two
minutes. docs/scale.md explains the model.

Usage: bench/cores.py [--model] [--repeats N] [--threads 1,2,4] [PROGRAM]
  --model    print only what the model expects, at 16, 64 and 256 threads
  --threads  powers of two up to the number of cores, unless given
"""
import argparse
import csv
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from math import ceil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOP = 0.6  # µs from the end of an actor's turn to that of the next; assumed
WAKE = 8.0  # µs until a thread that sleeps works; assumed


@dataclass
class Case:
    """A federation, and the times of its parts on one thread in µs."""

    name: str
    scenario: str
    clients: int
    rounds: int
    more: str
    turn: float  # of a client
    cohort: float  # for each client
    server: float  # for each round
    evaluation: float  # of a model


CASES = [
    Case("1000 x 4, linear", "quickstart", 1000, 400, "",
         4.14, 0.284, 1.5, 62),
    Case("1000 x 4, 64 sigmoid units", "quickstart", 1000, 60, "ranker.model=neural",
         25.4, 1.52, 11, 870),
    Case("10,000 x 4, linear", "scale/strong", 10000, 60, "evaluation.every=1",
         4.14, 0.284, 13, 62),
    Case("10 x 5, linear", "quickstart", 10, 16000, "federation.interactions=5",
         5.66, 0.36, 1.1, 66),
]


def expected(case, threads, fixed=False):
    """Returns the speed-up by the model.

    fixed: with 8 x 8 clients in flight and one evaluator, as before both followed threads.
    """
    cohorts = ceil(case.clients / 256)
    together = min(cohorts, 8 if fixed else max(8, ceil(threads / 8)))
    window = 8 if fixed else max(8, ceil(2 * threads / together))
    evaluators = 1 if fixed else min(max(threads, 4), 16)
    each = case.turn + case.cohort
    work = case.clients * each + case.server + case.evaluation
    if threads == 1:
        return 1.0
    training = max(case.clients * each / threads,
                   case.clients / cohorts * case.cohort,
                   case.clients * (each + 2 * HOP) / (together * window))
    return work / max(case.server + 4 * WAKE + training,
                      work / threads,
                      case.evaluation / min(threads, evaluators))


def measured(program, case, threads):
    """Returns rows of speedup.csv by number of threads."""
    sets = [f"federation.clients={case.clients}", f"federation.rounds={case.rounds}",
            *case.more.split()]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [program, "run", ROOT / f"scenarios/{case.scenario}.ini", "--quiet",
             "--out", folder + "/run", "--threads", ",".join(map(str, threads)),
             *(f"--set={each}" for each in sets)],
            check=True, stdout=subprocess.DEVNULL)
        with open(folder + "/run/speedup.csv", encoding="ascii") as file:
            return {int(row["threads"]): row for row in csv.DictReader(file)}


def powers(most):
    """Returns 1, 2, 4 and so on, and the number itself."""
    return sorted({2 ** i for i in range(most.bit_length())} | {most})


def print_model():
    """Prints what the model expects of machines with many cores."""
    print("| | threads | speed-up | with 8 x 8 clients in flight, one evaluator |")
    print("|---|---|---|---|")
    for case in CASES:
        for threads in (16, 64, 256):
            print(f"| {case.name} | {threads} | {expected(case, threads):.1f} "
                  f"| {expected(case, threads, fixed=True):.1f} |")


def main():
    cores = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--threads", default=",".join(map(str, powers(cores))))
    parser.add_argument("program", nargs="?", default=ROOT / "build/fedltr")
    options = parser.parse_args()
    if options.model:
        print_model()
        return
    threads = [int(each) for each in options.threads.split(",")]
    if threads[0] != 1:
        sys.exit("cores: the first number of threads is 1")
    runs = {case.name: [] for case in CASES}
    for _ in range(options.repeats):
        for case in CASES:
            runs[case.name].append(measured(options.program, case, threads))
    print("| | threads | wall s | processor s | speed-up | model |")
    print("|---|---|---|---|---|---|")
    for case in CASES:
        for each in threads:
            rows = [run[each] for run in runs[case.name]]
            wall, cpu, gain = (statistics.median(float(row[key]) for row in rows)
                               for key in ("wall_seconds", "cpu_seconds", "speedup"))
            print(f"| {case.name} | {each} | {wall:.2f} | {cpu:.2f} | {gain:.2f} "
                  f"| {expected(case, each):.2f} |")


if __name__ == "__main__":
    main()
