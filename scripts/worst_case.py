#!/usr/bin/env python3
"""Searches the attack that hurts each robust rule most, setting by setting.

Usage: scripts/worst_case.py FOLDER [--fedltr PROGRAM] [--out FOLDER] [--settings A,B]
                                    [--defences A,B]

FOLDER holds the five folds of MQ2008; fold 1 is used. For each setting and defence:
 1. every rule under every attack of a list, one seed;
 2. the attack worst for a rule again with 1.6 times and 1 / 1.6 of its strength, and once
    more around the worst then;
 3. all rules under each attack that was some rule's worst, and without attack, with
    three other seeds. A rule's worst case is its least mean over these seeds.
Prints, for docs/validation.md, the attacks of step 3 and each rule's worst case. Runs are
kept in --out and used again.

The list has strengths that aim at worker momentum: it divides the deviations between
honest clients by sqrt((1 + b) / (1 - b)) = 4.4 for b = .9, so that "a little" is .23 of
what it is without; it weighs a single message by 1 - b, unless it is a client's first,
which it takes whole; and it lets little of pairs through that swap signs each round.
"""
import argparse
import csv
import hashlib
import math
import pathlib
import re
import resource
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIXED = ["krum", "multi-krum", "trimmed-mean", "median", "geometric-median", "norm-bound",
         "centered-clip", "fltrust", "dnc", "meamed", "signguard", "flame"]
STEP = 1.6

COHORT = {"federation.clients": 50, "federation.participation": 0.2}
FOUR = {"aggregation.malicious": 4, "aggregation.condition": "warn"}
# Alternatives of a setting are tried as if they were attacks.
SETTINGS = {
    "3-of-10": [{}],
    "4-of-10": [{"attack.clients": 4, **FOUR}],
    "cohort": [{"attack.clients": 10, **COHORT, **FOUR}],
    "dirichlet": [{"heterogeneity.kind": "dirichlet", "heterogeneity.alpha": 0.1}],
    "labels": [{"heterogeneity.kind": "label-distribution",
                "heterogeneity.labels-per-client": 2}],
    "intents": [{"heterogeneity.kind": "document-preference"}],
    "onset": [{"timeline.at": f"{start} attack"} for start in (500, 900)],
    "mslr": [{"synthetic.like": "mslr", "synthetic.queries": 500,
              "data.normalize": "query-minmax"}],
}
# Rules, and the settings of [aggregation] with which they run.
DEFENCES = {
    "mixed": (MIXED, 0.9),
    "six": (["multi-krum", "trimmed-mean", "geometric-median", "fltrust", "signguard",
             "flame"], 0.9),  # of the mixed, where a run takes long
    "slow": (["multi-krum", "trimmed-mean", "median", "geometric-median"], 0.98),
    "plain": (["vigilant", "fltrust"], 0),
}
# In these settings only attacks are tried that were some rule's worst, or nearly, elsewhere.
FEWER = ["3-of-10", "dirichlet", "onset", "mslr"]

OTHER_SEEDS = {"run.seed": 2, "run.repeats": 3}  # of step 3

# The attacks of step 3, by setting, alternative and defence, as found on 2026-11-26.
FOUND = {
    ("4-of-10", 0, "mixed"): [
        "ipm", "ipm strength=0.5", "ipm strength=0.6", "ipm strength=0.7",
        "seesaw amplitude=2 strength=0.3", "sign-flip strength=62.5",
        "stealth strength=0.229"],
    ("cohort", 0, "mixed"): [
        "click-poison", "lie strength=0.215", "lie strength=0.344", "lie strength=0.43",
        "lie strength=3", "sign-flip strength=256", "stealth strength=12.8",
        "stealth strength=30", "stealth strength=100"],
    ("labels", 0, "mixed"): [
        "click-poison", "min-sum", "seesaw amplitude=2 strength=0.3",
        "stealth strength=0.229"],
    ("labels", 0, "plain"): [
        "lie strength=1.5", "stealth strength=0.5", "stealth strength=1",
        "stealth strength=30", "stealth strength=60"],
    ("dirichlet", 0, "plain"): ["lie strength=3", "min-sum", "stealth strength=30"],
    ("intents", 0, "mixed"): [
        "blinding amplitude=1000 strength=1", "click-poison", "stealth strength=0.229"],
    ("intents", 0, "plain"): [
        "click-poison", "stealth strength=1", "stealth strength=30", "stealth strength=100"],
    ("3-of-10", 0, "plain"): [
        "stealth strength=2", "stealth strength=8", "stealth strength=30"],
    ("3-of-10", 0, "mixed"): [
        "click-poison", "lie strength=0.344", "seesaw amplitude=2 strength=0.3",
        "stealth strength=0.229"],
    ("4-of-10", 0, "plain"): [
        "lie strength=3", "stealth strength=0.5", "stealth strength=5", "stealth strength=8"],
    ("cohort", 0, "plain"): ["click-poison", "stealth strength=1", "stealth strength=30"],
    ("mslr", 0, "plain"): [
        "click-poison", "stealth strength=2.56", "stealth strength=30",
        "stealth strength=100"],
    ("mslr", 0, "six"): [
        "ipm", "lie strength=0.344", "stealth strength=0.229", "stealth strength=5"],
    ("dirichlet", 0, "mixed"): [
        "lie strength=0.215", "lie strength=0.344", "lie strength=3", "min-sum"],
    ("4-of-10", 0, "slow"): ["click-poison", "lie strength=0.151", "lie strength=0.25"],
    ("3-of-10", 0, "slow"): [
        "click-poison", "lie strength=0.151", "lie strength=0.4", "seesaw amplitude=10 strength=1",
        "seesaw amplitude=2 strength=0.117"],
    ("onset", 0, "plain"): ["lie strength=3", "min-sum"],
    ("onset", 0, "six"): ["ipm", "lie strength=0.344", "min-sum", "stealth strength=0.229"],
    ("onset", 1, "six"): ["min-sum"],
    ("cohort", 0, "slow"): ["stealth strength=100", "stealth strength=256"],
    ("mslr", 0, "slow"): ["click-poison", "ipm", "ipm strength=2"],
    ("dirichlet", 0, "slow"): ["click-poison", "lie strength=0.151", "lie strength=0.25"],
    ("labels", 0, "slow"): [
        "ipm", "lie strength=0.151", "lie strength=0.25", "stealth strength=0.2"],
    ("intents", 0, "slow"): ["click-poison"],
    ("onset", 0, "slow"): ["ipm"],
}


def settings_of(setting, place, defence):
    """Returns the keys of a setting's alternative and a defence."""
    factor = DEFENCES[defence][1]
    return {"data.fold": 1, "evaluation.every": 1000, "attack.baseline": "no",
            **SETTINGS[setting][place], "aggregation.momentum": factor,
            "aggregation.pre-aggregation": "nnm" if factor else "none"}


def with_none(setting, attacks):
    """Returns attacks of step 3, and none, which can't have an onset."""
    return attacks if setting == "onset" else ["none"] + attacks


def candidates(setting, defence):
    """Returns the attacks of step 1."""
    factor = DEFENCES[defence][1]
    hidden = math.sqrt((1 - factor) / (1 + factor))  # of a deviation under momentum
    attacks = ["click-poison", "min-max", "min-sum", "ipm strength=1", "lie strength=3",
               "sign-flip strength=100", "stealth strength=1", "stealth strength=5",
               "stealth strength=30", "stealth strength=100",
               "rotating period=3 strength=5", "seesaw amplitude=2 strength=0.3",
               "seesaw amplitude=10 strength=1", "seesaw amplitude=200 strength=1",
               "blinding amplitude=1000 strength=1"]
    attacks += [f"stealth strength={hidden * times:.3g}" for times in (0.5, 1, 2)]
    attacks += [f"lie strength={hidden * times:.3g}" for times in (1.5, 3)]
    attacks += ["replacement start=1 strength=100"]
    if setting in FEWER:
        attacks = ["click-poison", "min-sum", "ipm strength=1", "lie strength=3",
                   "sign-flip strength=100", "stealth strength=1", "stealth strength=5",
                   "stealth strength=30", "stealth strength=100",
                   "rotating period=3 strength=5", "seesaw amplitude=2 strength=0.3",
                   "seesaw amplitude=10 strength=1", f"stealth strength={hidden:.3g}",
                   f"stealth strength={hidden * 2:.3g}", f"lie strength={hidden * 1.5:.3g}"]
    if not factor:
        attacks += ["stealth strength=0.3", "rotating period=10 strength=2"]
    return list(dict.fromkeys(attacks))


def stronger_and_weaker(attack):
    """Returns the attack with neighbouring strengths; none without a strength."""
    found = re.search(r"strength=(\S+)", attack)
    if not found:
        return []
    return [attack.replace(found[0], f"strength={float(found[1]) * factor:.3g}")
            for factor in (STEP, 1 / STEP)]


class Bench:
    """Runs grids, and remembers them."""

    def __init__(self, given):
        self.given, self.runs, self.seconds = given, 0, 0.0

    def run(self, sets, attacks, rules):
        """Returns nDCG@10 by (rule, attack), as mean and deviation over repeats."""
        sets = {**sets, "grid.attack.kind": ",".join(attacks),
                "grid.aggregation.rule": ",".join(rules)}
        if "synthetic.like" not in sets:
            sets["data.folds"] = self.given.folder
        words = [word for key, value in sets.items() for word in ("--set", f"{key}={value}")]
        name = hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
        place = pathlib.Path(self.given.out) / name
        if not (place / "done").exists():  # an interrupted grid has a table too
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                [self.given.fedltr, "run", "scenarios/poisoning/matrix.ini", "--threads", "1",
                 "--quiet", "--force", "--out", str(place)] + words, cwd=ROOT,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                sys.exit(f"{' '.join(words)}\n{done.stderr}")
            (place / "done").touch()
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.seconds += after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        with open(place / "grid.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.runs += sum(int(row["n"]) for row in rows)
        return {(row.get("aggregation.rule", rules[0]), row.get("attack.kind", attacks[0])):
                (float(row["ndcg@10"]), float(row["ndcg@10_std"])) for row in rows}


def worst_of(found, rule):
    """Returns the attack that hurts a rule most."""
    return min((value[0], attack) for (each, attack), value in found.items()
               if each == rule)[1]


def search(bench, setting, defence):
    """Returns the attacks that were some rule's worst, by alternative."""
    rules = DEFENCES[defence][0]
    found = {}

    def run(place, attacks, rules):
        made = bench.run(settings_of(setting, place, defence), attacks, rules)
        found.update({(rule, (place, attack)): value
                      for (rule, attack), value in made.items()})

    for place in range(len(SETTINGS[setting])):
        run(place, candidates(setting, defence), rules)
    for _ in range(2):
        for rule in rules:
            place, attack = worst_of(found, rule)
            more = [each for each in stronger_and_weaker(attack)
                    if (rule, (place, each)) not in found]
            if more:
                run(place, more, [rule])
    chosen = sorted({worst_of(found, rule) for rule in rules})
    return {place: [attack for at, attack in chosen if at == place] for place, _ in chosen}


def confirm(bench, setting, defence):
    """Prints each rule's worst case of the attacks found, with other seeds."""
    began, runs, seconds = time.time(), bench.runs, bench.seconds
    chosen, rules = search(bench, setting, defence), DEFENCES[defence][0]
    found, calm = {}, {}
    for place, attacks in chosen.items():
        made = bench.run({**settings_of(setting, place, defence), **OTHER_SEEDS},
                         with_none(setting, attacks), rules)
        for (rule, attack), value in made.items():
            (calm if attack == "none" else found)[rule, (place, attack)] = value
    print(f"# {bench.runs - runs} runs, {bench.seconds - seconds:.0f} s of a core, "
          f"{time.time() - began:.0f} s in all")
    for place, attacks in chosen.items():
        print(f"    {(setting, place, defence)}: {attacks},")
    for rule in rules:
        place, attack = worst_of(found, rule)
        mean, deviation = found[rule, (place, attack)]
        quiet = max((value[0] for (each, _), value in calm.items() if each == rule),
                    default=math.nan)
        print(f"{rule:18} {mean:.3f} +- {deviation:.3f} {place} {attack}; none {quiet:.3f}",
              flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--fedltr", default=str(ROOT / "build/fedltr"))
    parser.add_argument("--out", default="runs/worst-case")
    parser.add_argument("--settings", default=",".join(SETTINGS))
    parser.add_argument("--defences", default="mixed,plain")
    given = parser.parse_args()
    given.out = str(pathlib.Path(given.out).resolve())
    bench = Bench(given)
    for setting in given.settings.split(","):
        for defence in given.defences.split(","):
            confirm(bench, setting, defence)


if __name__ == "__main__":
    main()
