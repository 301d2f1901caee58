#!/usr/bin/env python3
"""Searches the attack that hurts each robust rule most, setting by setting.

Usage: scripts/worst_case.py FOLDER [--fedltr PROGRAM] [--out FOLDER] [--settings A,B]
                                    [--defences A,B]

FOLDER holds the five folds of MQ2008; fold 1 is used. For each setting and defence:
 1. every rule under every attack of a list, one seed, with partial and with full knowledge;
 2. the attack worst for a rule again with 1.6 times and 1 / 1.6 of its strength, and once
    more around the worst then;
 3. all rules under each attack that was some rule's worst, or one of its two worst in step
    1, or that an earlier search found (FOUND), and without attack, with three other seeds.
    A rule's worst case is its least mean over these seeds.
Prints, for docs/validation.md, the attacks of step 3, each rule's worst case, and the
table. Runs are kept in --out and used again.

The list has attacks that search the strength that moves the rule farthest (lie-optimal,
ipm-optimal, dyn-opt; none of them knows of the momentum), and strengths that aim at worker
momentum: it divides the deviations between honest clients by sqrt((1 + b) / (1 - b)) = 4.4
for b = .9, so that "a little" is .23 of what it is without; it weighs a single message by
1 - b, unless it is a client's first, which it takes whole; and it lets little of pairs
through that swap signs each round.
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
STRENGTHS = "z|factor|length|step"  # names of numbers for it

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
KNOWLEDGE = ["partial", "full"]
# Rules, and the settings of [aggregation] with which they run.
DEFENCES = {
    "mixed": (MIXED, 0.9),
    "plain": (["vigilant", "fltrust"], 0),
    "slow": (["multi-krum", "trimmed-mean", "median", "geometric-median"], 0.98),
}
OTHER_SEEDS = {"run.seed": 2, "run.repeats": 3}  # of step 3

# The attacks of step 3, by setting, alternative and defence, as found on 2026-11-27.
FOUND = {
    ("3-of-10", 0, "mixed"): [
        "click-poison", "lie z=0.344", "seesaw amplitude=2 step=0.3",
        "stealth step=0.229"],
    ("3-of-10", 1, "mixed"): [
        "lie z=0.344", "seesaw amplitude=2 step=0.3", "stealth step=0.229"],
    ("4-of-10", 0, "mixed"): [
        "ipm factor=0.5", "ipm factor=0.6", "ipm factor=0.7", "ipm factor=1",
        "seesaw amplitude=2 step=0.3", "sign-flip factor=100",
        "sign-flip factor=62.5", "stealth step=0.229"],
    ("4-of-10", 1, "mixed"): [
        "ipm factor=0.6", "ipm factor=1", "lie z=0.344", "lie z=0.551",
        "seesaw amplitude=2 step=0.3", "stealth step=0.229"],
    ("cohort", 0, "mixed"): [
        "click-poison", "lie z=0.215", "lie z=0.344", "lie z=0.43",
        "lie z=3", "sign-flip factor=256", "stealth step=100",
        "stealth step=12.8", "stealth step=30"],
    ("cohort", 1, "mixed"): [
        "dyn-opt", "ipm-optimal", "stealth step=0.229", "stealth step=100",
        "stealth step=30", "stealth step=48", "stealth step=62.5"],
    ("dirichlet", 0, "mixed"): [
        "lie z=0.215", "lie z=0.344", "lie z=3", "min-sum"],
    ("dirichlet", 1, "mixed"): [
        "blinding amplitude=1000 step=1", "ipm factor=1", "lie z=0.344",
        "lie z=0.551", "lie z=0.688", "lie-optimal",
        "seesaw amplitude=200 step=1", "stealth step=1"],
    ("labels", 0, "mixed"): [
        "click-poison", "lie z=0.551", "min-sum", "seesaw amplitude=2 step=0.3",
        "stealth step=0.229"],
    ("labels", 1, "mixed"): [
        "ipm factor=1", "seesaw amplitude=2 step=0.3",
        "seesaw amplitude=2 step=0.48", "stealth step=0.229",
        "stealth step=0.459"],
    ("intents", 0, "mixed"): [
        "blinding amplitude=1000 step=1", "click-poison", "stealth step=0.229"],
    ("intents", 1, "mixed"): [
        "ipm factor=1", "rotating period=3 step=5", "stealth step=0.229"],
    ("onset", 0, "mixed"): [
        "ipm factor=1", "lie z=0.344", "min-sum",
        "seesaw amplitude=2 step=0.3", "stealth step=0.229"],
    ("onset", 1, "mixed"): ["min-sum"],
    ("onset", 2, "mixed"): [
        "lie z=0.215", "lie z=0.344", "lie-optimal",
        "seesaw amplitude=2 step=0.3", "stealth step=0.229"],
    ("mslr", 0, "mixed"): [
        "ipm factor=1", "lie z=0.344", "min-sum", "stealth step=0.115",
        "stealth step=0.229", "stealth step=5"],
    ("mslr", 1, "mixed"): [
        "dyn-opt", "ipm factor=1", "ipm factor=1.6", "ipm-optimal", "lie-optimal",
        "rotating period=3 step=5", "stealth step=0.229", "stealth step=100"],
    ("3-of-10", 0, "plain"): [
        "stealth step=0.5", "stealth step=2", "stealth step=30",
        "stealth step=5", "stealth step=8"],
    ("3-of-10", 1, "plain"): ["stealth step=2"],
    ("4-of-10", 0, "plain"): [
        "lie z=3", "stealth step=0.5", "stealth step=100",
        "stealth step=5", "stealth step=8"],
    ("4-of-10", 1, "plain"): ["seesaw amplitude=2 step=0.3"],
    ("cohort", 0, "plain"): ["click-poison", "stealth step=1", "stealth step=30"],
    ("cohort", 1, "plain"): ["stealth step=30"],
    ("dirichlet", 0, "plain"): [
        "lie z=2.4", "lie z=3", "lie-optimal", "min-sum",
        "stealth step=30"],
    ("dirichlet", 1, "plain"): ["lie z=3", "min-sum"],
    ("labels", 0, "plain"): [
        "lie z=1.5", "stealth step=0.5", "stealth step=1",
        "stealth step=30", "stealth step=60"],
    ("labels", 1, "plain"): [
        "rotating period=10 step=2", "rotating period=3 step=5"],
    ("intents", 0, "plain"): [
        "click-poison", "stealth step=1", "stealth step=100",
        "stealth step=30"],
    ("intents", 1, "plain"): ["stealth step=1"],
    ("onset", 0, "plain"): ["lie z=3", "min-sum"],
    ("onset", 2, "plain"): ["lie z=3", "stealth step=30"],
    ("onset", 3, "plain"): ["lie-optimal"],
    ("mslr", 0, "plain"): [
        "click-poison", "stealth step=100", "stealth step=2.56",
        "stealth step=30"],
    ("mslr", 1, "plain"): ["stealth step=30", "stealth step=5"],
    ("3-of-10", 0, "slow"): [
        "click-poison", "lie z=0.151", "lie z=0.241", "lie z=0.4",
        "seesaw amplitude=10 step=1", "seesaw amplitude=2 step=0.117"],
    ("3-of-10", 1, "slow"): [
        "seesaw amplitude=2 step=0.117", "seesaw amplitude=2 step=0.3",
        "stealth step=0.0503", "stealth step=0.101"],
    ("4-of-10", 0, "slow"): ["click-poison", "lie z=0.151", "lie z=0.25"],
    ("4-of-10", 1, "slow"): ["ipm factor=1", "ipm factor=1.6"],
    ("cohort", 0, "slow"): [
        "ipm-optimal", "lie-optimal", "stealth step=100", "stealth step=256"],
    ("cohort", 1, "slow"): ["dyn-opt", "lie-optimal", "stealth step=100"],
    ("dirichlet", 0, "slow"): [
        "click-poison", "ipm factor=0.6", "lie z=0.151", "lie z=0.25"],
    ("dirichlet", 1, "slow"): [
        "ipm factor=1", "lie z=0.0944", "lie z=0.151"],
    ("labels", 0, "slow"): [
        "ipm factor=1", "lie z=0.151", "lie z=0.25",
        "stealth step=0.2"],
    ("labels", 1, "slow"): [
        "ipm factor=1", "lie z=0.151", "stealth step=0.201"],
    ("intents", 0, "slow"): ["click-poison", "ipm factor=1", "lie z=0.151"],
    ("intents", 1, "slow"): ["ipm factor=1", "lie z=0.151"],
    ("onset", 0, "slow"): ["ipm factor=0.6", "ipm factor=1"],
    ("onset", 2, "slow"): ["ipm factor=1", "stealth step=0.101"],
    ("mslr", 0, "slow"): [
        "click-poison", "ipm factor=0.6", "ipm factor=1", "ipm factor=2"],
    ("mslr", 1, "slow"): [
        "lie z=0.302", "stealth step=0.0503", "stealth step=0.101"],
}


def alternatives(setting):
    """Returns the keys of a setting's alternatives, with each knowledge."""
    return [{**each, "attack.knowledge": knowledge} for knowledge in KNOWLEDGE
            for each in SETTINGS[setting]]


def settings_of(setting, place, defence):
    """Returns the keys of a setting's alternative and a defence."""
    factor = DEFENCES[defence][1]
    return {"data.fold": 1, "evaluation.every": 1000, "attack.baseline": "no",
            **alternatives(setting)[place], "aggregation.momentum": factor,
            "aggregation.pre-aggregation": "nnm" if factor else "none"}


def with_none(setting, attacks):
    """Returns attacks of step 3, and none, which can't have an onset."""
    return attacks if setting == "onset" else ["none"] + attacks


def candidates(knowledge, defence):
    """Returns the attacks of step 1."""
    factor = DEFENCES[defence][1]
    hidden = math.sqrt((1 - factor) / (1 + factor))  # of a deviation under momentum
    attacks = ["min-max", "min-sum", "ipm factor=0.6", "ipm factor=1", "lie z=3",
               "stealth step=1", "stealth step=5", "stealth step=30",
               "stealth step=100", "rotating period=3 step=5",
               "seesaw amplitude=2 step=0.3", "seesaw amplitude=10 step=1",
               "seesaw amplitude=200 step=1", "blinding amplitude=1000 step=1",
               "lie-optimal", "ipm-optimal", "dyn-opt"]
    attacks += [f"stealth step={hidden * times:.3g}" for times in (0.5, 1, 2)]
    attacks += [f"lie z={hidden * times:.3g}" for times in (1.5, 2.4, 3)]
    if not factor:
        attacks += ["stealth step=0.3", "rotating period=10 step=2"]
    if knowledge == "partial":  # these use their own data only
        attacks += ["click-poison", "sign-flip factor=100",
                    "replacement start=1 length=100"]
    return list(dict.fromkeys(attacks))


def stronger_and_weaker(attack):
    """Returns the attack with neighbouring strengths; none without a strength."""
    found = re.search(rf"\b({STRENGTHS})=(\S+)", attack)
    if not found:
        return []
    return [attack.replace(found[0], f"{found[1]}={float(found[2]) * factor:.3g}")
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
        ended = place / "done"  # with seconds; an interrupted grid has a table too
        if not ended.exists():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(
                [self.given.fedltr, "run", "scenarios/poisoning/matrix.ini", "--threads", "1",
                 "--quiet", "--force", "--out", str(place)] + words, cwd=ROOT,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                sys.exit(f"{' '.join(words)}\n{done.stderr}")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            ended.write_text(str(after.ru_utime + after.ru_stime -
                                 before.ru_utime - before.ru_stime))
        self.seconds += float(ended.read_text())
        with open(place / "grid.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.runs += sum(int(row["n"]) for row in rows)
        return {(row.get("aggregation.rule", rules[0]), row.get("attack.kind", attacks[0])):
                (float(row["ndcg@10"]), float(row["ndcg@10_std"])) for row in rows}


def worst_of(found, rule):
    """Returns the attack that hurts a rule most."""
    return worst_first(found, rule)[0]


def worst_first(found, rule):
    """Returns the attacks on a rule, from the one that hurts it most."""
    return [attack for _, attack in sorted(
        (value[0], attack) for (each, attack), value in found.items() if each == rule)]


def search(bench, setting, defence):
    """Returns the attacks of step 3, by alternative."""
    rules = DEFENCES[defence][0]
    found = {}

    def run(place, attacks, rules):
        made = bench.run(settings_of(setting, place, defence), attacks, rules)
        found.update({(rule, (place, attack)): value
                      for (rule, attack), value in made.items()})

    for place, keys in enumerate(alternatives(setting)):
        run(place, candidates(keys["attack.knowledge"], defence), rules)
    chosen = {attack for rule in rules for attack in worst_first(found, rule)[:2]}
    chosen |= {(place, attack) for (each, place, name), attacks in FOUND.items()
               if (each, name) == (setting, defence) for attack in attacks}
    for _ in range(2):
        for rule in rules:
            place, attack = worst_of(found, rule)
            more = [each for each in stronger_and_weaker(attack)
                    if (rule, (place, each)) not in found]
            if more:
                run(place, more, [rule])
    chosen = sorted(chosen | {worst_of(found, rule) for rule in rules})
    return {place: [attack for at, attack in chosen if at == place] for place, _ in chosen}


def short(setting, place, attack):
    """Returns an attack as the page names it."""
    kind, *options = attack.split()
    values = dict(option.split("=") for option in options)
    number = next((values.pop(name) for name in STRENGTHS.split("|") if name in values), None)
    text = kind
    if number is not None:
        text += f" {round(float(number), 2):g}".replace(" 0.", " .")
    text += "".join(f", {name} {value}" for name, value in values.items())
    full = alternatives(setting)[place]["attack.knowledge"] == "full"
    return text + (" (full)" if full else "")


def confirm(bench, setting, defence):
    """Prints each rule's worst case of the attacks found, with other seeds; returns it."""
    began, runs, seconds = time.time(), bench.runs, bench.seconds
    chosen, rules = search(bench, setting, defence), DEFENCES[defence][0]
    found, calm, cells = {}, {}, {}
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
        cells[rule] = f"{mean:.3f} {short(setting, place, attack)}".removeprefix("0")
    return cells


def print_table(settings, cells):
    """Prints the rows of the page's table; cells by (setting, defence)."""
    for defence, (rules, factor) in DEFENCES.items():
        for rule in rules:
            row = [cells[setting, defence][rule] if (setting, defence) in cells else ""
                   for setting in settings]
            name = {0.9: rule, 0: f"{rule}, plain"}.get(factor, f"{rule}, .98")
            print("| " + " | ".join([name] + row) + " |")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--fedltr", default=str(ROOT / "build/fedltr"))
    parser.add_argument("--out", default="runs/worst-case")
    parser.add_argument("--settings", default=",".join(SETTINGS))
    parser.add_argument("--defences", default=",".join(DEFENCES))
    given = parser.parse_args()
    given.out = str(pathlib.Path(given.out).resolve())
    bench = Bench(given)
    settings = given.settings.split(",")
    print_table(settings, {
        (setting, defence): confirm(bench, setting, defence)
        for defence in given.defences.split(",") for setting in settings})


if __name__ == "__main__":
    main()
