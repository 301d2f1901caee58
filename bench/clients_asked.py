#!/usr/bin/env python3
"""Prints what a run costs as a function of the clients that it asks.

Runs scenarios/scale/hundred-million.ini with 10^3 to 10^8 registered clients, 10 to 10^4
of them, but never all, in a round; prints processor time, peak memory, and a straight
line through them: cost = intercept + slope x clients asked.

Usage: bench/clients_asked.py [PROGRAM]
"""
import csv
import gzip
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTERED = [10**3, 10**4, 10**5, 10**6, 10**7, 10**8]
A_ROUND = [10, 100, 1000, 10000]
REPEATS = 3


def rows(folder):
    """Returns the number of clients that were asked, as clients.csv has it."""
    packed = folder / "clients.csv.gz"
    file = gzip.open(packed, "rt") if packed.exists() else open(folder / "clients.csv")
    with file:
        return sum(1 for _ in csv.DictReader(file))


def cost(program, registered, a_round):
    """Returns the clients asked, processor seconds and peak megabytes of a run."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        done = subprocess.Popen(
            [program, "run", ROOT / "scenarios/scale/hundred-million.ini", "--quiet",
             "--threads", "1", "--out", out, "--set", f"federation.clients={registered}",
             "--set", f"federation.participation={a_round / registered:.12g}"],
            stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(done.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit(f"{registered} clients, {a_round} a round: failed")
        return rows(out), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/fedltr"
    print(f"{'registered':>11} {'a round':>8} {'asked':>8} {'seconds':>8} {'MB':>8}")
    all_costs = []
    for registered in REGISTERED:
        for a_round in A_ROUND:
            if a_round >= registered:
                continue
            runs = [cost(program, registered, a_round) for _ in range(REPEATS)]
            asked, seconds, megabytes = (statistics.median(each) for each in zip(*runs))
            all_costs.append((asked, seconds, megabytes))
            print(f"{registered:11,} {a_round:8,} {asked:8,} {seconds:8.2f} {megabytes:8.1f}",
                  flush=True)
    asked, seconds, megabytes = zip(*all_costs)
    for name, values, unit in (("seconds", seconds, "us"), ("MB", megabytes, "bytes")):
        slope, intercept = statistics.linear_regression(asked, values)
        print(f"{name} = {intercept:.3g} + {slope * 1e6:.3g} {unit} x asked")


if __name__ == "__main__":
    main()
