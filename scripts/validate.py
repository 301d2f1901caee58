#!/usr/bin/env python3
"""Makes a table of docs/validation.md again and prints it beside the page's.

Usage: scripts/validate.py                    names of the tables, with their data
       scripts/validate.py TABLE [FOLDER]     runs TABLE's commands and compares
       scripts/validate.py TABLE --print      prints its commands only
       scripts/validate.py --check            checks that page, script and list agree

FOLDER holds the real data: five folds of MQ2008 (Fold1 ... Fold5, or S1.txt ...), or a
collection in BEIR's layout. Options: --fedltr PROGRAM, --out FOLDER for the runs (kept,
and used again if complete), --within X: exit 1 if a cell differs by more than X,
--sample: the few cells of `matrix` and `matrix-searched` that take seconds, which one of
the tests compares.

A table of the page belongs to the comment `<!-- table: NAME -->` above it. Cells are
compared in the page's order, those of rows and columns that the commands make, by the
number with which they begin, which is ours.
"""
import argparse
import csv
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

import worst_case

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/validation.md"
METHODS = ROOT / "docs/methods.md"
CLICKS = ["perfect", "navigational", "informational"]
MQ2008, BEIR = "MQ2008", "a collection in BEIR's layout"


class Run:
    """A command: a scenario with settings."""

    def __init__(self, scenario, **sets):
        self.scenario = scenario
        self.sets = {key.replace("__", ".").replace("_", "-"): value
                     for key, value in sets.items()}

    def source(self):
        return ROOT / "scenarios" / (self.scenario + ".ini")

    def words(self, data, folder):
        key = "data.folder" if self.scenario.startswith("silo/") else "data.folds"
        real = data and "synthetic.like" not in self.sets
        sets = ([f"{key}={folder}"] if real else []) + [
            f"{key}={value}" for key, value in self.sets.items()]
        return ["run", f"scenarios/{self.scenario}.ini"] + [
            word for each in sets for word in ("--set", each)]

    def shown(self, data, folder):
        return shlex.join(["fedltr"] + self.words(data, folder))


class Script:
    """A command: a script of Python, which prints the table with ; between its cells."""

    def __init__(self, *words):
        self.given = list(words)

    def source(self):
        return ROOT / self.given[0]

    def words(self, data, folder):
        return self.given

    def shown(self, data, folder):
        return shlex.join(["PYTHONPATH=build/python"] + self.given)


class Printed:
    """Rows that a script has printed; the first one names the columns."""

    def __init__(self, file):
        self.rows = [line.split("; ") for line in file.read_text().splitlines()[1:]]

    def numbers(self, first):
        """Returns the numbers of each row, from a column on."""
        return [[float(cell) for cell in row[first:]] for row in self.rows]


class Grid:
    """Rows of the grid.csv of a run."""

    def __init__(self, folder):
        self.folder = folder
        with open(folder / "grid.csv", newline="") as file:
            self.rows = list(csv.DictReader(file))

    def row(self, place):
        for row in self.rows:
            if all(row.get(key) == str(value) for key, value in place.items()):
                return row
        return None

    def at(self, metric, place):
        row = self.row(place)
        return float(row[metric]) if row and row[metric] else None

    def json_at(self, name, place, *path):
        """Returns a number of a JSON file of a point's folder; None without one."""
        row = self.row(place)
        if not row:
            return None
        value = json.loads((self.folder / row["folder"] / name).read_text())
        for each in path:
            value = value[each]
        return value


def pivot(metric, rows, columns):
    """Makes a table's cells: places of rows by places of columns, one run."""
    return lambda grids: [
        [grids[0].at(metric, {**row, **column}) for column in columns] for row in rows]


def by(key, values):
    return [{key: value} for value in values]


def crossed(*lists):
    return [{key: value for each in every for key, value in each.items()}
            for every in itertools.product(*lists)]


def averaged_cells(grids):
    """nDCG@10 after so many averagings: means over repeats."""
    def after(grid, rounds, clicks):
        folder = grid.folder / grid.row({"clicks.model": clicks})["folder"]
        with open(folder / "rounds.csv", newline="") as file:
            values = [float(row["ndcg@10"]) for row in csv.DictReader(file)
                      if int(row["round"]) == rounds]
        return sum(values) / len(values)
    return [[after(grids[few], rounds, clicks) for clicks in CLICKS]
            for few, rounds in [(0, 19), (0, 49), (0, 99), (1, 19), (1, 49), (1, 99),
                                (1, 999)]]


def batch_cells(grids):
    return [[grid.at("ndcg@10", {"clicks.model": clicks}) for grid in grids]
            for clicks in CLICKS]


def es_cells(grids):
    """The mean of each tenth round from 200 to 250 of the batch's MaxRR."""
    def late(place):
        values = []
        folder = grids[0].folder / grids[0].row(place)["folder"]
        with open(folder / "rounds.csv", newline="") as file:
            values = [float(row["online_maxrr@10"]) for row in csv.DictReader(file)
                      if 200 <= int(row["round"]) <= 250 and int(row["round"]) % 10 == 0]
        return sum(values) / len(values)
    return [[late({"ranker.model": ranker, "clicks.model": clicks})]
            for ranker in ("linear", "neural-relu") for clicks in CLICKS]


def saboteur_cells(grids):
    """nDCG@10 of 9H-1M, U(9H-1M), 9H-0M and 10H-0M."""
    return [[grids[0].json_at("unlearning.json", {"clicks.model": clicks},
                              "requests", 0, "ndcg@10", name, "mean")
             for name in ("before", "after", "retrained", "honest")] for clicks in CLICKS]


def remedy_cells(grids):
    """Types 2 to 4: one label a client, sharing, FedProx (least), two labels, others."""
    few, many, share, prox, quantity, users, pbm = grids

    def row(grid, iid, labels=None):
        place = {"heterogeneity.iid": iid, "heterogeneity.labels-per-client": labels}
        place = {key: value for key, value in place.items() if value}
        return [grid.at("ndcg@10", {**place, "clicks.model": clicks}) for clicks in CLICKS]
    least = [min(prox.at("ndcg@10", {"federation.mu": mu, "clicks.model": clicks})
                 for mu in ["0.001", "0.01", "0.1", "1", "10"]) for clicks in CLICKS]
    return [row(few, "yes"), row(few, "no"), row(many, "no", "1"), row(share, None), least,
            row(many, "no", "2"), row(quantity, "no")] + [
        [grid.at("ndcg@10", {"heterogeneity.iid": "no"}), None, None]
        for grid in (users, pbm)]


def intent_cells(grids):
    """Type 1: each ranker without and with IID clients, judged alike, and with remedies."""
    merged, alike, prox, per = grids
    mus = ["0.001", "0.01", "0.1", "1"]
    def cells(grid, best, **place):
        found = [[grid.at("ndcg@10", {**place, "clicks.model": clicks, **each})
                  for each in best] for clicks in CLICKS]
        return [max(values) for values in found]
    table = []
    for ranker in ("linear", "neural"):
        at = {"ranker.model": ranker}
        table += [cells(merged, [{"heterogeneity.iid": "no"}], **at),
                  cells(merged, [{"heterogeneity.iid": "yes"}], **at),
                  cells(alike, [{}], **at),
                  cells(prox, by("federation.mu", mus), **at)]
        table.append(cells(prox, by("federation.mu", ["10"]), **at) if ranker == "linear"
                     else cells(per, [{}]))
    return table


def network_cells(grids):
    """Networks: IID, one label a client, data-sharing, FedProx (least), two labels."""
    few, share, prox, two = grids

    def row(grid, **place):
        return [grid.at("ndcg@10", {"ranker.model": "neural", "clicks.model": clicks, **place})
                for clicks in CLICKS]
    iid, not_iid = {"heterogeneity.iid": "yes"}, {"heterogeneity.iid": "no"}
    least = [min(values) for values in zip(*[row(prox, **{"federation.mu": mu}) for mu in [
        "0.001", "0.01", "0.1", "1", "10"]])]
    return [row(few, **iid), row(few, **not_iid), row(share), least, row(two, **not_iid)]


def distance_cells(grids):
    """Table 6.2: the share of the distance to the retrained model that is left."""
    return [[grids[0].json_at("unlearning.json", {
        "clicks.model": clicks, "unlearning.interval": interval, "unlearning.steps": steps},
        "requests", 0, "distance_to_retrained", "ratio") for steps in "1234"]
        for clicks in CLICKS for interval in ("5", "10", "20")]


def method_cells(grids):
    """nDCG@10 before and after each method of unlearning."""
    def quality(attackers, clicks, method, name):
        place = {"attack.clients": attackers, "clicks.model": clicks,
                 "unlearning.method": method}
        return grids[0].json_at("unlearning.json", place, "requests", 0, "ndcg@10", name,
                                "mean")
    return [[quality(attackers, clicks, "federaser", "before")] + [
        quality(attackers, clicks, method, "after")
        for method in ("federaser", "fine-tune", "pga", "fedremove", "retrain")]
        for attackers in "10" for clicks in CLICKS]


def es_online_cells(grids):
    names = {"es": ["es-p0.25", "es-p0.5", "es-p0.9", "es-p1"],
             "fpdgd": ["fpdgd-1.2", "fpdgd-2.3", "fpdgd-4.5", "fpdgd-10"]}
    return [[grids[0].at("online_discounted", {"grid.method": name, "clicks.model": clicks})
             for name in names[method]] for clicks in CLICKS for method in ("es", "fpdgd")]


RULES = ["mean", "krum", "multi-krum", "trimmed-mean", "median"]
SILO_METHODS = ["local", "local+", "global", "cs-f-ltr"]
FANG = [("krum", "partial"), ("krum", "full"), ("multi-krum", "partial"),
        ("multi-krum", "full")]

MATRIX = [
    "none", "click-poison", "lie", "lie z=3", "lie-optimal", "fang-krum", "fang-trim",
    "min-max", "min-sum", "ipm", "ipm factor=10", "ipm factor=1000", "sign-flip",
    "sign-flip factor=10", "sign-flip factor=100", "gaussian", "scaled",
    "stealth step=0.1", "stealth step=0.3", "stealth step=1",
    "stealth step=5", "rotating period=3 step=5",
    "seesaw amplitude=2 step=0.3", "seesaw amplitude=10 step=1",
    "blinding amplitude=1000000 step=1", "replacement length=1",
    "replacement start=500 length=1000", "rotating period=10 step=2"]
TAILORED = ["none", "min-max", "fang-krum", "fang-trim", "lie-optimal", "dyn-opt"]
PROMOTE = ["promote step=1", "promote step=10",
           "promote step=10 promote.stealthy=yes"]
PROMOTED = ["mean", "median", "trimmed-mean", "multi-krum", "geometric-median", "fltrust",
            "vigilant"]


def promoted(grid, rule, kind):
    """Mean rank of the promoted documents, under an attack or without it."""
    honest = kind == "honest"
    place = {"aggregation.rule": rule, "attack.kind": PROMOTE[0] if honest else kind}
    return grid.json_at("summary.json", place, "attack", "promotion",
                        *(("honest", "rank") if honest else ("rank",)))

MIXED = ["krum", "multi-krum", "trimmed-mean", "median", "geometric-median", "norm-bound",
         "centered-clip", "fltrust", "dnc", "meamed", "foundation", "signguard", "flame"]
FOLLOWING = ["fldetector", "foolsgold", "vigilant"]  # a step that mixes clients is refused
SHOWN = MIXED[:8] + FOLLOWING[:1] + MIXED[8:] + FOLLOWING[1:]


def worst(grid, rule, momentum):
    values = [float(row["ndcg@10"]) for row in grid.rows
              if row["aggregation.rule"] == rule and row["aggregation.momentum"] == momentum]
    return min(values) if values else None


def momentum_cells(grids):
    """Worst cases without and with momentum, of both grids; the last without attack."""
    return [[worst(grid, rule, momentum) for grid in grids for momentum in ("0", "0.9")] +
            [grids[rule in MIXED].at("ndcg@10", {
                "aggregation.rule": rule, "aggregation.momentum": "0.9",
                "attack.kind": "none"})] for rule in SHOWN]


def searched_runs(found, rules=None):
    return [Run("poisoning/matrix", **worst_case.settings_of(setting, place, defence),
                **worst_case.OTHER_SEEDS, **{
                    "grid.attack.kind": ",".join(worst_case.with_none(setting, attacks)),
                    "grid.aggregation.rule": ",".join(
                        rules or worst_case.DEFENCES[defence][0])})
            for (setting, place, defence), attacks in found.items()]


def searched_cells(found):
    """Worst cases by setting: with nnm and momentum .9, without, with .98."""
    def cell(grids, setting, defence, rule):
        values = [float(row["ndcg@10"]) for (at, _, name), grid in zip(found, grids)
                  if (at, name) == (setting, defence) for row in grid.rows
                  if row["aggregation.rule"] == rule and row["attack.kind"] != "none"]
        return min(values) if values else None
    rows = [(defence, rule) for defence, (rules, _) in worst_case.DEFENCES.items()
            for rule in rules]
    return lambda grids: [[cell(grids, setting, defence, rule)
                           for setting in worst_case.SETTINGS] for defence, rule in rows]


SHAPES = {"mq2008": 400, "mslr": 150, "yahoo": 150, "istella": 150}  # queries
NOISY = ["navigational", "informational"]


def shape_runs():
    """Runs without and with momentum and nnm, for each shape of data."""
    return [Run("poisoning/matrix", synthetic__like=like, synthetic__queries=queries,
                data__normalize="query-minmax", federation__rounds=300,
                evaluation__every=300, run__repeats=3, run__seed=4242, attack__baseline="no",
                aggregation__momentum=momentum, aggregation__pre_aggregation=mixing,
                grid__clicks__model=",".join(NOISY),
                grid__attack__kind="none,click-poison", grid__aggregation__rule=rules)
            for like, queries in SHAPES.items()
            for momentum, mixing, rules in [(0, "none", "mean,multi-krum"),
                                            (0.9, "nnm", "multi-krum")]]


def shape_cells(grids):
    """nDCG@10 of averaging without attack, and of three defences under poisoned clicks."""
    def cell(grid, rule, kind, clicks):
        return grid.at("ndcg@10", {"aggregation.rule": rule, "attack.kind": kind,
                                   "clicks.model": clicks})
    return [[cell(plain, "mean", "none", clicks), cell(plain, "mean", "click-poison", clicks),
             cell(plain, "multi-krum", "click-poison", clicks),
             cell(mixed, "multi-krum", "click-poison", clicks)]
            for plain, mixed in zip(grids[::2], grids[1::2]) for clicks in NOISY]


# Name: (data or None, minutes of one core, first row and column of the page's table that
# are compared, runs, cells). Minutes are estimates from the runs' sizes, unless measured.
NULLS = "bench/comparison_nulls.py"
COLLECTION = {"run.repeats": 1, "silo.epsilon": 0, "silo.method": "bm25"}  # of cover rates
LINEAR = {"run.repeats": 2, "evaluation.every": 10000, "grid.ranker.model": "linear"}
NETWORK = dict(grid__ranker__model="neural", data__fold=1, run__repeats=1,
               evaluation__every=10000)
USERS = {key: value for key, value in LINEAR.items() if not key.startswith("grid")}
TYPE_1 = {"data.fold": "all", "evaluation.every": 1000}


def cover_cells(method):
    return lambda grids: [[float(row["cover_rate"]) for row in grid.rows
                           if row["method"] == method] for grid in grids]


TABLES = {
    "nulls": (None, 2, (0, 2), [Script(NULLS, "pairs")],
              lambda printed: printed[0].numbers(2)),
    "nulls-grids": (None, 4, (0, 2), [Script(NULLS, "grids")],
                    lambda printed: printed[0].numbers(2)),
    "fpdgd-averagings": (MQ2008, 1, (0, 2), [
        Run("online/fpdgd", data__fold=1, run__repeats=5,
            grid__clicks__model=",".join(CLICKS), **sets) for sets in (
            {"federation.rounds": 101},
            {"federation.clients": 10, "federation.interactions": 5,
             "federation.rounds": 1000})], averaged_cells),
    "foltr-es-fpdgd": (MQ2008, 9, (0, 1), [
        Run("online/foltr-es", run__repeats=3, evaluation__every=250,
            grid__ranker__model="linear"),
        Run("online/fpdgd", run__repeats=3, evaluation__every=1000, ranker__init="zero",
            grid__clicks__model=",".join(CLICKS))], batch_cells),
    "type-1": (MQ2008, 50, (0, 1), [
        Run("heterogeneity/figure-4.3", **TYPE_1),
        Run("heterogeneity/figure-4.3", **TYPE_1, heterogeneity__judged_by="intents",
            grid__heterogeneity__iid="yes"),
        Run("heterogeneity/figure-4.4", **TYPE_1),
        Run("heterogeneity/figure-4.4-fedper", **TYPE_1, grid__evaluation__layer="own")],
        intent_cells),
    "types-2-to-4": (None, 14, (0, 1), [
        Run("heterogeneity/figure-4.5", **LINEAR, grid__federation__interactions=5),
        Run("heterogeneity/figure-4.6", **LINEAR,
            grid__heterogeneity__labels_per_client="1,2"),
        Run("heterogeneity/figure-4.7", **LINEAR, federation__share=0.5,
            federation__own_global="yes", federation__warm_up=100),
        Run("heterogeneity/figure-4.7-fedprox", **LINEAR),
        Run("heterogeneity/figure-4.9", **USERS), Run("heterogeneity/figure-4.8", **USERS),
        Run("heterogeneity/figure-4.8-pbm", **USERS)], remedy_cells),
    "networks": (None, 4, (0, 1), [
        Run("heterogeneity/figure-4.5", **NETWORK, grid__federation__interactions=5),
        Run("heterogeneity/figure-4.7", **NETWORK),
        Run("heterogeneity/figure-4.7-fedprox", **NETWORK),
        Run("heterogeneity/figure-4.6", **NETWORK)], network_cells),
    "online-iid": (None, 3, (0, 1), [
        Run("heterogeneity/table-4.3", grid__heterogeneity__iid="yes", data__fold=1,
            run__repeats=1, evaluation__every=10000)],
        pivot("online_discounted",
              crossed(by("ranker.model", ["linear", "neural"]), by("clicks.model", CLICKS)),
              by("federation.interactions", ["2", "5", "10"]))),
    "online-mslr": (None, 3, (0, 2), [
        Run("online/table-3.1-mslr", data__fold=1, run__repeats=1, evaluation__every=200)],
        es_online_cells),
    "rules-without-attack-shapes": (None, 3, (0, 2), [
        Run("poisoning/figure-5.11", grid__data="yahoo,istella", data__fold=1,
            run__repeats=2, federation__rounds=2000)],
        pivot("ndcg@10",
              crossed(by("grid.data", ["yahoo", "istella"]), by("clicks.model", CLICKS)),
              by("aggregation.rule", ["mean", "krum", "median", "trimmed-mean", "fltrust"]))),
    "pdgd-batch": (MQ2008, 25, (0, 1), [
        Run("online/pdgd-batch", run__repeats=1, federation__interactions=batch,
            learner__pdgd__batch=batch, federation__rounds=2000000 // batch)
        for batch in (200, 4000, 8000)], batch_cells),
    "fpdgd": (MQ2008, 8, (0, 1), [
        Run("online/fpdgd", run__repeats=1, federation__rounds=100,
            grid__clicks__model=",".join(CLICKS)),
        Run("online/fpdgd", run__repeats=1, federation__clients=10,
            federation__interactions=5, grid__clicks__model=",".join(CLICKS)),
        Run("online/pdgd", run__repeats=1)], batch_cells),
    "foltr-es": (MQ2008, 5, (0, 2), [Run("online/foltr-es", run__repeats=1)], es_cells),
    "foltr-es-dcg": (MQ2008, 5, (0, 1), [Run("online/figure-3.5", run__repeats=1)],
                     pivot("ndcg@10", by("ranker.model", ["linear", "neural-relu"]),
                           by("clicks.model", CLICKS))),
    "online": (MQ2008, 21, (0, 2), [
        Run("online/table-3.1", data__fold="all", run__repeats=1, evaluation__every=1000)],
        es_online_cells),
    "rules-without-attack": (MQ2008, 20, (0, 1), [
        Run("poisoning/figure-5.4", data__normalize="none", federation__rounds=2000)],
        pivot("ndcg@10", by("aggregation.rule", [
            "mean", "krum", "multi-krum", "trimmed-mean", "median", "geometric-median",
            "norm-bound", "centered-clip", "fltrust", "fldetector", "vigilant"]),
            by("clicks.model", CLICKS))),
    "poisoned-clicks": (MQ2008, 60, (0, 2), [
        Run("poisoning/figure-5.2", data__normalize="none", federation__rounds=2000,
            grid__aggregation__rule=",".join(RULES + ["vigilant"]))],
        pivot("ndcg@10", crossed(by("clicks.model", CLICKS),
                                 by("attack.clients", [0, 1, 2, 3, 4])),
              by("aggregation.rule", RULES + ["vigilant"]))),
    "poisoned-clicks-mslr": (None, 30, (0, 2), [
        Run("poisoning/figure-5.2", run__repeats=1, federation__rounds=1000,
            grid__attack__clients="0,3,4",
            grid__aggregation__rule=",".join(RULES + ["vigilant"]))],
        pivot("ndcg@10", crossed(by("clicks.model", CLICKS),
                                 by("attack.clients", [0, 3, 4])),
              by("aggregation.rule", RULES + ["vigilant"]))),
    "fang-krum": (MQ2008, 4, (0, 2), [
        Run("poisoning/figure-5.3", data__normalize="none", federation__rounds=1000,
            run__repeats=1, evaluation__every=1000)],
        pivot("ndcg@10", crossed(by("clicks.model", CLICKS),
                                 by("attack.clients", [0, 1, 2, 3, 4])),
              [{"aggregation.rule": rule, "attack.knowledge": knows}
               for rule, knows in FANG])),
    "matrix": (MQ2008, 30, (0, 1), [
        Run("poisoning/matrix", data__fold="all")],
        pivot("ndcg@10", by("attack.kind", MATRIX), by("aggregation.rule", [
            "mean", "krum", "multi-krum", "trimmed-mean", "median", "geometric-median",
            "norm-bound", "centered-clip", "fltrust", "fldetector", "dnc", "vigilant"]))),
    "matrix-momentum": (MQ2008, 52, (0, 1), [
        Run("poisoning/matrix", data__fold="all", aggregation__pre_aggregation=mixing,
            grid__aggregation__momentum="0,0.9", grid__aggregation__rule=",".join(rules))
        for mixing, rules in (("none", SHOWN), ("nnm", MIXED))], momentum_cells),
    "matrix-searched": (MQ2008, 11, (0, 1), searched_runs(worst_case.FOUND),
                        searched_cells(worst_case.FOUND)),
    "shapes": (None, 1, (0, 2), shape_runs(), shape_cells),
    "dyn-opt": (MQ2008, 3, (0, 1), [
        Run("poisoning/matrix", run__repeats=3, evaluation__every=1000, attack__clients=2,
            aggregation__malicious=2, grid__attack__kind=",".join(TAILORED),
            grid__aggregation__rule="krum,multi-krum,trimmed-mean,median",
            grid__attack__knowledge="partial,full")],
        pivot("ndcg@10", by("attack.kind", TAILORED), crossed(
            by("aggregation.rule", ["krum", "multi-krum", "trimmed-mean", "median"]),
            by("attack.knowledge", ["partial", "full"])))),
    "promotion": (MQ2008, 3, (0, 1), [Run("poisoning/promotion", data__fold=1)],
                  lambda grids: [
        [promoted(grids[0], rule, "honest")] +
        [promoted(grids[0], rule, kind) for kind in PROMOTE] for rule in PROMOTED]),
    "unlearning": (MQ2008, 30, (0, 2), [
        Run("unlearning/figure-6.2", data__normalize="none", run__repeats=5)],
        saboteur_cells),
    "unlearning-searches": (MQ2008, 4, (0, 2), [
        Run("unlearning/table-6.2", data__normalize="none", run__repeats=1)],
        distance_cells),
    "unlearning-methods": (MQ2008, 3, (0, 2), [
        Run("unlearning/methods", data__normalize="none", run__repeats=1)], method_cells),
    "silo-test-sets": (None, 8, (0, 1), [
        Run("silo/table-1", run__repeats=2, grid__silo__test_documents="sampled"),
        Run("silo/table-1", run__repeats=2, grid__silo__test_documents="all",
            silo__test_share=0.3)],
        lambda grids: [[grid.at(metric, {"method": method})
                        for metric in ("err", "ndcg@10") for grid in grids]
                       for method in ["bm25", "sketched-bm25"] + SILO_METHODS]),
    "silo-untrained": (BEIR, 1, (0, 1), [
        Run("silo/cranfield", grid__silo__epsilon="0", run__repeats=5)],
        pivot("ndcg@10", by("method", ["bm25-title", "bm25-body", "bm25", "lmir",
                                       "sketched-bm25"] + SILO_METHODS), [{}])),
    "cover-rate": (BEIR, 1, (0, 1), [
        Run("silo/cranfield", silo__epsilon=0, run__repeats=1, **sets) for sets in (
            {"silo.top": 10, "grid.silo.alpha": "1,2,3,5,10"},
            {"silo.alpha": 2, "grid.silo.top": "5,10,20,50,100"},
            {"silo.top": 10, "silo.alpha": 3, "grid.silo.beta": "0.1,0.3,0.5,0.7,0.9"})],
        cover_cells("cs-f-ltr")),
    "cover-rate-synthetic": (None, 5, (0, 1), [
        Run("silo/table-1", **COLLECTION, **sets) for sets in (
            {"silo.top": 150, "grid.silo.alpha": "1,2,5,10,20"},
            {"silo.alpha": 5, "grid.silo.top": "20,50,150,300"},
            {"silo.top": 150, "silo.alpha": 5, "grid.silo.beta": "0.1,0.3,0.5,0.7,0.9"})],
        cover_cells("bm25")),
    "parties-with-documents": (None, 8, (0, 1), [Run("silo/icde-figure-6-parties")],
                               lambda grids: [
        [grids[0].at(metric, {"silo.parties": parties, "method": method})
         for parties in range(1, 9)] for metric, method in [
             ("ndcg@10", "bm25"), ("ndcg@10", "local"), ("ndcg@10", "global"),
             ("ndcg@10", "cs-f-ltr"), ("err", "bm25"), ("err", "cs-f-ltr")]]),
    "parties-of-one-collection": (BEIR, 8, (0, 1), [
        Run("silo/cranfield", silo__epsilon=0, silo__method="all", run__repeats=10,
            grid__silo__parties="1,2,3,4,5,6,7,8")],
        lambda grids: [[grids[0].at("ndcg@10", {"silo.parties": parties, "method": method})
                        for parties in range(1, 9)] for method in SILO_METHODS]),
    "silo-epsilon": (BEIR, 8, (0, 1), [
        Run("silo/cranfield", silo__method="all", run__repeats=10,
            grid__silo__epsilon="0,0.1,0.5,1,5,10")],
        lambda grids: [[grids[0].at(metric, {"silo.epsilon": epsilon, "method": method})
                        for epsilon in ["0", "0.1", "0.5", "1", "5", "10"]]
                       for metric, method in [("ndcg@10", "local+"), ("ndcg@10", "cs-f-ltr"),
                                              ("cover_rate", "cs-f-ltr")]]),
}


SEARCHED = {("4-of-10", 1, "mixed"): ["ipm factor=0.6"]}
SAMPLES = {  # of tables: runs and cells
    "matrix": ([Run("poisoning/matrix", data__fold="all",
                    grid__attack__kind="none,stealth step=1")], TABLES["matrix"][4]),
    "matrix-searched": (searched_runs(SEARCHED, ["krum", "trimmed-mean"]),
                        searched_cells(SEARCHED)),
}


def nameless_tables():
    """Returns the lines with which tables without a name begin."""
    lines = PAGE.read_text().splitlines()
    tables = [number for number, line in enumerate(lines) if line.strip().startswith("|")
              and not lines[number - 1].strip().startswith("|")]
    return [number + 1 for number in tables
            if not re.match(r"\s*<!-- table: ", lines[number - 1])]


def page_tables():
    """Returns the rows of cells, as texts, of each table with a name."""
    tables = {}
    lines = PAGE.read_text().splitlines()
    for number, line in enumerate(lines):
        named = re.fullmatch(r"\s*<!-- table: (\S+) -->", line)
        if not named:
            continue
        rows = []
        for row in lines[number + 1:]:
            if row.strip().startswith("|"):
                rows.append([cell.strip() for cell in row.strip().strip("|").split("|")])
            elif rows:
                break
        tables[named[1]] = rows[2:]  # without names and the line below them
    return tables


def number_in(text):
    """Returns the number with which a cell begins; None if it does not."""
    found = re.match(r"\**([-−]?(?:\d+\.?\d*|\.\d+))", text)
    return float(found[1].replace("−", "-")) if found else None


def grid_of(run, data, folder, place, program):
    """Runs a command unless its folder is complete, and reads its grid."""
    if isinstance(run, Script):
        printed = place.with_suffix(".txt")
        if not printed.exists():
            print("+", run.shown(data, folder), flush=True)
            place.parent.mkdir(parents=True, exist_ok=True)
            text = subprocess.run(run.words(data, folder), cwd=ROOT, check=True, text=True,
                                  env={**os.environ, "PYTHONPATH": "build/python"},
                                  stdout=subprocess.PIPE).stdout
            printed.write_text(text)
        return Printed(printed)
    if not (place / "grid.csv").exists():
        command = [program] + run.words(data, folder) + ["--out", str(place), "--force"]
        print("+", shlex.join(command), flush=True)
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return Grid(place)


def compare(rows, first, made):
    """Prints each row with a compared cell; returns the largest difference."""
    largest, cells = 0.0, 0
    for r, row in enumerate(made):
        shown = rows[first[0] + r]
        texts = []
        for c, ours in enumerate(row):
            page = number_in(shown[first[1] + c])
            if ours is None or page is None:
                texts.append("-")
                continue
            largest, cells = max(largest, abs(ours - page)), cells + 1
            texts.append(f"{ours:.4f} ({ours - page:+.4f})")
        if set(texts) != {"-"}:
            print("  ".join([", ".join(shown[:first[1]])] + texts))
    print(f"{cells} cells; largest difference from the page {largest:.4f}")
    return largest if cells else float("inf")


def searched_faults(searched, entries):
    """Checks the searched worst cases that the entries of rules give."""
    faults = []
    for name, *cells in searched:
        rule = name.removesuffix(", plain")
        if rule not in entries or name.endswith(".98") or name == "fltrust, plain":
            continue
        wanted = [cells[column].split()[0] for column in (0, 1, 4)]
        found = re.findall(r"(?<!\d)\.\d{3}", entries[rule].partition("by a search")[2])
        if found != wanted:
            faults.append(f"docs/methods.md: {rule}: searched worst cases {found}, "
                          f"docs/validation.md: {wanted}")
    return faults


def worst_case_faults(worst_cases, searched):
    """Checks that the entries of rules have their worst cases, from the page only."""
    entries = {}
    for entry in METHODS.read_text().split("## rules")[1].split("\n## ")[0].splitlines():
        named = re.match(r"- `(\S+)`: .*; lowest nDCG@10 under [^:]*: (.*?)  \[", entry)
        if named:
            entries[named[1]] = named[2]
    faults = []
    for rule, plain, *_ in worst_cases:
        numbers = re.findall(r"(?<!\d)\.\d{3}", entries.get(rule, ""))
        if not numbers or float(numbers[0]) > number_in(plain):
            faults.append(f"docs/methods.md: {rule} has no worst case of {plain}")
        faults += [f"docs/methods.md: {rule}: {number} is not in docs/validation.md"
                   for number in numbers if number not in PAGE.read_text()]
    return faults + searched_faults(searched, entries)


def check():
    """Checks that each table has commands and fits their cells, and worst cases."""
    page = page_tables()
    faults = [f"{name}: not on the page" for name in TABLES if name not in page]
    recorded = [row[0].strip("`") for row in page.pop("recorded", [])]
    faults += [f"{name}: no command" for name in page if name not in TABLES]
    faults += [f"line {line}: a table without a name" for line in nameless_tables()]
    faults += [f"{name}: not in the table of commits" for name in page
               if name not in recorded]
    for name, (_, _, first, runs, _) in TABLES.items():
        for run in runs:
            if not run.source().exists():
                faults.append(f"{name}: no {run.source()}")
        for row in page.get(name, [])[first[0]:]:
            if not any(number_in(cell) is not None for cell in row[first[1]:]):
                faults.append(f"{name}: a row without numbers: {row}")
    faults += worst_case_faults(page.get("matrix-momentum", []),
                                page.get("matrix-searched", []))
    print("\n".join(faults) or f"{len(TABLES)} tables of docs/validation.md have commands")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("table", nargs="?")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--fedltr", default=str(ROOT / "build/fedltr"))
    parser.add_argument("--out", default="runs/validate")
    parser.add_argument("--print", action="store_true", dest="only_print")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--within", type=float)
    parser.add_argument("--sample", action="store_true")
    given = parser.parse_args()
    if given.check:
        return check()
    if not given.table:
        for name, (data, minutes, *_) in TABLES.items():
            print(f"{name:26} {data or 'synthetic data':30} about {minutes} minutes a core")
        return 0
    if given.table not in TABLES:
        sys.exit(f"validate.py: no table {given.table}; there are {', '.join(TABLES)}")
    data, _, first, runs, cells = TABLES[given.table]
    name = given.table
    if given.sample and name not in SAMPLES:
        sys.exit(f"validate.py: --sample is for the tables {', '.join(SAMPLES)}")
    if given.sample:
        (runs, cells), name = SAMPLES[name], name + "-sample"
    folder = str(pathlib.Path(given.folder).resolve()) if given.folder else "FOLDER"
    if given.only_print:
        for run in runs:
            print(run.shown(data, folder))
        return 0
    if data and not given.folder:
        sys.exit(f"validate.py {given.table}: expected a folder with {data}")
    out = pathlib.Path(given.out).resolve() / name
    grids = [grid_of(run, data, folder, out / str(number), given.fedltr)
             for number, run in enumerate(runs)]
    largest = compare(page_tables()[given.table], first, cells(grids))
    return 1 if given.within is not None and largest > given.within else 0


if __name__ == "__main__":
    sys.exit(main())
