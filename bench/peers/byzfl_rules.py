#!/usr/bin/env python3
"""Runs rules of ByzFL (LPD-EPFL/byzfl) and fedltr in turn on the same NumPy arrays.

Prints by rule and shape the milliseconds of a call, one thread, and the largest
difference of their results, relative to the largest value. A row with more than 1e-9 is
void: the two do not compute the same. Krum of ByzFL with f counts the neighbours of ours
with malicious = f - 1.

Usage: PYTHONPATH=build/python bench/peers/byzfl_rules.py CLONE [CLIENTSxPARAMETERS...]
CLONE is their repository at the commit below; needs numpy and scipy (Debian:
python3-numpy python3-scipy), and PyTorch only if it is there: NumPy arrays don't use it.
"""
import os

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import statistics
import subprocess
import sys
import time
import types

import numpy as np
from fedltr import core

COMMIT = "69bd1ac0116fa7ff9eaf6d8ae049650d8e5f7e55"
CALLS = 15
F = 2


def theirs(clone):
    """Imports their aggregators without the parts that need PyTorch and its data sets."""
    try:
        import torch  # noqa: F401
    except ImportError:
        torch = types.ModuleType("torch")
        torch.Tensor = type("Tensor", (), {})
        torch.linalg = types.ModuleType("torch.linalg")
        sys.modules["torch"], sys.modules["torch.linalg"] = torch, torch.linalg
    package = types.ModuleType("byzfl")
    package.__path__ = [f"{clone}/byzfl"]
    sys.modules["byzfl"] = package
    from byzfl.aggregators import aggregators, preaggregators
    return aggregators, preaggregators


def pairs(clone):
    """Yields names, their call, and our rule."""
    rules, before = theirs(clone)
    nnm, trimmed = before.NNM(f=F), rules.TrMean(f=F)
    bound = 1.0
    yield "median", rules.Median(), core.Rule("median")
    yield "trimmed mean", trimmed, core.Rule("trimmed-mean", malicious=F)
    yield "mean around median", rules.Meamed(f=F), core.Rule("meamed", malicious=F)
    yield "Krum", rules.Krum(f=F), core.Rule("krum", malicious=F - 1)
    yield ("nearest-neighbour mixing, trimmed mean", lambda each: trimmed(nnm(each)),
           core.Rule("trimmed-mean", malicious=F, pre_aggregation="nnm"))
    # Both remember the last round's result.
    yield ("centred clipping", rules.CenteredClipping(L=1, tau=bound),
           core.Rule("centered-clip", malicious=F, parameters={"bound": bound}))


def milliseconds(call):
    start = time.process_time()
    result = call()
    return 1000 * (time.process_time() - start), result


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    clone = sys.argv[1]
    head = subprocess.run(["git", "-C", clone, "rev-parse", "HEAD"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if head != COMMIT:
        sys.exit(f"byzfl_rules.py: {clone} is at {head}, not at {COMMIT}")
    shapes = [tuple(int(part) for part in text.split("x"))
              for text in sys.argv[2:] or ["10x46", "100x4500", "1000x136"]]
    print("| rule | clients × parameters | ms, theirs / ours | faster | difference |\n"
          "|---|---|---|---|---|")
    for shape in shapes:
        models = np.random.default_rng(1).standard_normal(shape)
        zero = np.zeros(shape[1])
        for name, their, our in pairs(clone):
            times = [[], []]
            for _ in range(CALLS):
                spent, first = milliseconds(lambda: their(models))
                times[0].append(spent)
                spent, second = milliseconds(lambda: our.aggregate(models, model=zero)[0])
                times[1].append(spent)
            apart = np.abs(first - second).max() / np.abs(first).max()
            medians = [statistics.median(each) for each in times]
            ratio = statistics.median(a / b for a, b in zip(*times))
            print(f"| {name} | {shape[0]} × {shape[1]} | {medians[0]:.3f} / {medians[1]:.3f} "
                  f"| {ratio:.1f} × | {apart:.0e}{' **void**' if apart > 1e-9 else ''} |",
                  flush=True)


if __name__ == "__main__":
    main()
