#!/usr/bin/env python3
"""Runs the public FPDGD (ielab/fpdgd-ictir2021) and fedltr in turn on a fold.

Prints by user and federation the processor seconds of both (theirs: training alone;
ours: the whole program on one thread), the nDCG@10 of the last model on the test queries
over seeds, and the 95 % interval of its difference. A row whose interval leaves out 0 is
void: the two do not train the same ranker.

Usage: bench/peers/fpdgd.py CLONE FOLDER [--seeds N] [--fold F] [--fedltr PROGRAM]
                            [--data mq2008|mslr] [--federation CLIENTSxSEARCHESxROUNDS]...
CLONE is their repository at the commit below, with numpy, scipy and tqdm (Debian:
python3-numpy python3-scipy python3-tqdm); FOLDER holds S1.txt to S5.txt of MQ2008, or of
MSLR's shape: `fedltr data synth --like mslr --queries 200 --out FOLDER`.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMIT = "8fa18846bd7399e08b368f3ae81150d2465e90bf"
ROOT = Path(__file__).resolve().parent.parent.parent
# By data: features, normalised by query or not, and by user the probabilities of a click
# and of stopping after it, by grade: CCM of their run_fpdgd.py, as `fedltr list clicks`.
SHAPES = {
    "mq2008": (46, False, {"perfect": ((0, .5, 1), (0, 0, 0)),
                           "navigational": ((.05, .5, .95), (.2, .5, .9)),
                           "informational": ((.4, .7, .9), (.1, .3, .5))}),
    "mslr": (136, True, {
        "perfect": ((0, .2, .4, .8, 1), (0, 0, 0, 0, 0)),
        "navigational": ((.05, .3, .5, .7, .95), (.2, .3, .5, .7, .9)),
        "informational": ((.4, .6, .7, .8, .9), (.1, .2, .3, .4, .5))})}


def train_theirs(clone, train, test, shape, user, size, seed):
    """Returns processor seconds and nDCG@10 of their last model."""
    sys.path.insert(0, str(clone))
    from client import federated_optimize
    from clickModel.click_simulate import CcmClickModel
    from data.LetorDataset import LetorDataset
    from ranker.PDGDLinearRanker import PDGDLinearRanker

    # The one change: their call passes a client's number that __init__ does not take.
    client = federated_optimize.RankingClient
    federated_optimize.RankingClient = lambda *given: client(*given[:8])
    federated_optimize.tqdm = lambda each, **_: each
    clients, searches, rounds = size
    features, normalised, users = SHAPES[shape]
    clicks, stops = (dict(enumerate(each)) for each in users[user])
    ranker = PDGDLinearRanker(features, 0.1)
    ranker.enable_noise_and_set_sensitivity(False, 0)
    params = {"seed": seed, "n_clients": clients, "interactions_per_feedback": searches,
              "interactions_budget": clients * searches * rounds, "multi_update": True,
              "click_model": CcmClickModel(clicks, stops, user, depth=10),
              "ranker_generator": ranker, "sensitivity": 0, "epsilon": 0,
              "enable_noise": False}
    data, held_out = (LetorDataset(str(path), features, query_level_norm=normalised)
                      for path in (train, test))
    start = time.process_time()
    # num_update = 1: their evaluation, once, is not what is timed.
    done = federated_optimize.train_uniform(params, data, held_out, "", num_update=1)
    seconds = time.process_time() - start
    lists = done.ranker.get_all_query_result_list(held_out)
    return seconds, federated_optimize.average_ndcg_at_k(held_out, lists, 10)


def run_ours(program, folder, fold, shape, user, size, seed, out):
    clients, searches, rounds = size
    done = subprocess.Popen(
        [program, "run", ROOT / "scenarios/online/fpdgd.ini", "--threads", "1", "--quiet",
         "--force", "--out", out]
        + [word for key, value in {
            "data.folds": folder, "data.fold": fold,
            "data.normalize": "query-minmax" if SHAPES[shape][1] else "none", "run.seed": seed, "clicks.model": user,
            "federation.clients": clients, "federation.interactions": searches,
            "federation.rounds": rounds, "evaluation.every": rounds}.items()
            for word in ("--set", f"{key}={value}")], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(done.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit("fpdgd.py: fedltr failed")
    summary = json.loads((Path(out) / "summary.json").read_text())
    return usage.ru_utime + usage.ru_stime, summary["metrics"]["ndcg@10"]["mean"]


def theirs_apart(arguments):
    """Runs train_theirs in a process of its own, which begins as a user's does."""
    done = subprocess.run([sys.executable, __file__, "--theirs", json.dumps(arguments)],
                          stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def interval(first, second):
    """Returns the half width of the 95 % interval of a difference of means (Welch)."""
    import numpy as np
    from scipy import stats
    parts = [np.var(each, ddof=1) / len(each) for each in (first, second)]
    if sum(parts) == 0:
        return 0
    freedom = sum(parts) ** 2 / sum(part ** 2 / (len(each) - 1)
                                    for part, each in zip(parts, (first, second)))
    return stats.t.ppf(.975, freedom) * sum(parts) ** .5


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("clone", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--fold", type=int, default=1)
    parser.add_argument("--fedltr", type=Path, default=ROOT / "build/fedltr")
    parser.add_argument("--data", choices=SHAPES, default="mq2008")
    parser.add_argument("--federation", action="append")
    given = parser.parse_args()
    if given.seeds < 2:
        sys.exit("fpdgd.py: --seeds: at least 2, for an interval")
    head = subprocess.run(["git", "-C", given.clone, "rev-parse", "HEAD"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if head != COMMIT:
        sys.exit(f"fpdgd.py: {given.clone} is at {head}, not at {COMMIT}")
    sizes = [tuple(int(part) for part in text.split("x"))
             for text in given.federation or ["1000x4x20", "10x5x100"]]
    print("| clients × searches × rounds | users | seconds, theirs / ours | faster "
          "| nDCG@10, theirs / ours | difference |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        parts = [(given.folder / f"S{(given.fold + i - 1) % 5 + 1}.txt") for i in range(5)]
        train, test = Path(scratch) / "train.txt", parts[4]
        train.write_bytes(b"".join(part.read_bytes() for part in parts[:3]))
        for size in sizes:
            for user in SHAPES[given.data][2]:
                pairs = [(theirs_apart([str(given.clone), str(train), str(test), given.data,
                                        user, size, seed]),
                          run_ours(given.fedltr, given.folder, given.fold, given.data, user,
                                   size, seed, f"{scratch}/run"))
                         for seed in range(1, given.seeds + 1)]
                print_row(size, user, pairs)


def print_row(size, user, pairs):
    from statistics import mean, median
    seconds = [median(pair[side][0] for pair in pairs) for side in (0, 1)]
    quality = [[pair[side][1] for pair in pairs] for side in (0, 1)]
    ratio = median(theirs[0] / ours[0] for theirs, ours in pairs)
    means = [mean(each) for each in quality]
    half = interval(*quality)
    void = "" if abs(means[1] - means[0]) <= half else " **void**"
    print(f"| {' × '.join(map(str, size))} | {user} | {seconds[0]:.2f} / {seconds[1]:.3f} "
          f"| {ratio:.0f} × | {means[0]:.4f} / {means[1]:.4f} "
          f"| {means[1] - means[0]:+.4f} ± {half:.4f}{void} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--theirs"]:
        print(json.dumps(train_theirs(*json.loads(sys.argv[2]))))
    else:
        main()
