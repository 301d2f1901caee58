#!/usr/bin/env python3
"""Runs a federation of pfl-research (apple/pfl-research) in which no client does anything.

Prints the microseconds that its NumPy mode spends on a client that returns zeros, beside
those that fedltr spends on one that makes searches, learns and answers: what a simulator
costs before it simulates. Both on one thread; results can't be compared, since theirs has
none.

Usage: bench/peers/pfl_idle.py CLONE [--clients N] [--rounds N] [--pairs N] [--fedltr PROGRAM]
CLONE is their repository at the commit below; needs numpy and scipy (Debian:
python3-numpy python3-scipy).
"""
import argparse
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time
import unittest.mock
from pathlib import Path

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = "1"

COMMIT = "c9d1f32f6e84fec984f448e2bc19a3e3fd5a4807"
ROOT = Path(__file__).resolve().parent.parent.parent
PARAMETERS = 46
UNUSED = ("multiprocess", "dp_accounting", "dp_accounting.pld", "dp_accounting.rdp",
          "prv_accountant")


def their_seconds(clone, clients, rounds):
    """Returns processor seconds of rounds in which each client returns zeros."""
    sys.path.insert(0, str(clone))
    # Accountants and a pool of processes, which an idle round on one thread has not.
    for missing in UNUSED:
        try:
            importlib.import_module(missing)
        except ImportError:
            sys.modules[missing] = unittest.mock.MagicMock()
    import numpy as np
    from pfl.aggregate.simulate import SimulatedBackend
    from pfl.algorithm.base import FederatedAlgorithm
    from pfl.common_types import Population
    from pfl.context import CentralContext
    from pfl.data.dataset import Dataset
    from pfl.data.federated_dataset import FederatedDataset
    from pfl.hyperparam.base import AlgorithmHyperParams, ModelHyperParams
    from pfl.internal.ops import numpy_ops
    from pfl.internal.ops.selector import set_framework_module
    from pfl.metrics import Metrics
    from pfl.model.base import Model
    from pfl.stats import MappedVectorStatistics

    set_framework_module(numpy_ops)

    class Ranker(Model):
        def __init__(self):
            self.weights = np.zeros(PARAMETERS, np.float32)

        def apply_model_update(self, statistics):
            self.weights += statistics["weights"]
            return self, Metrics()

    class Idle(FederatedAlgorithm):
        def get_next_central_contexts(self, model, iteration, algorithm_params,
                                      model_train_params, model_eval_params=None):
            if iteration == rounds:
                return None, model, Metrics()
            return (CentralContext(current_central_iteration=iteration, do_evaluation=False,
                                   cohort_size=clients, population=Population.TRAIN,
                                   model_train_params=model_train_params,
                                   algorithm_params=algorithm_params, seed=1),), model, Metrics()

        def simulate_one_user(self, model, user_dataset, central_context):
            zeros = np.zeros(PARAMETERS, np.float32)
            return MappedVectorStatistics({"weights": zeros}, weight=1), Metrics()

        def process_aggregated_statistics(self, central_context, aggregate_metrics, model,
                                          statistics):
            statistics.average()
            return model.apply_model_update(statistics)

    nothing = Dataset([np.zeros((1, 1), np.float32)])
    users = FederatedDataset(lambda user: nothing, lambda: 1)
    start = time.process_time()
    Idle().run(AlgorithmHyperParams(), SimulatedBackend(users, users), Ranker(),
               ModelHyperParams(), send_metrics_to_platform=False)
    return time.process_time() - start


def our_seconds(program, clients, rounds, searches):
    """Returns processor seconds of the whole program."""
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.Popen(
            [program, "run", ROOT / "scenarios/online/fpdgd.ini", "--threads", "1", "--quiet",
             "--out", f"{scratch}/run"]
            + [word for key, value in {
                "data.fold": 1, "federation.clients": clients, "federation.rounds": rounds,
                "federation.interactions": searches, "evaluation.every": rounds}.items()
                for word in ("--set", f"{key}={value}")], stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(done.pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit("pfl_idle.py: fedltr failed")
        return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--clients", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--fedltr", type=Path, default=ROOT / "build/fedltr")
    given = parser.parse_args()
    head = subprocess.run(["git", "-C", given.clone, "rev-parse", "HEAD"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if head != COMMIT:
        sys.exit(f"pfl_idle.py: {given.clone} is at {head}, not at {COMMIT}")
    asked = given.clients * given.rounds
    print("| a client of fedltr | µs a client, theirs idle / ours | |\n|---|---|---|")
    for searches in (1, 4):
        pairs = [(their_seconds(given.clone, given.clients, given.rounds),
                  our_seconds(given.fedltr, given.clients, given.rounds, searches))
                 for _ in range(given.pairs)]
        theirs, ours = (1e6 * statistics.median(each) / asked for each in zip(*pairs))
        ratio = statistics.median(a / b for a, b in pairs)
        print(f"| {searches} searches | {theirs:.1f} / {ours:.2f} | {ratio:.1f} × |", flush=True)


if __name__ == "__main__":
    main()
