#!/usr/bin/env python3
"""Measures if companies gain by joining a federation of [members] with rows of their
own texts, and at which epsilon: docs/consortium.md.

Usage: scripts/frontier.py FOLDER [--members 3,4,8,16] [--epsilon 0,8,4,2,1]
           [--seeds 1-20] [--choose-on 101-104] [--choices FILE] [--without-titles]
           [--follow-judgements] [--queries N] [--fedltr PROGRAM] [--out FOLDER]

FOLDER holds a collection in BEIR's layout. Each seed deals its documents and queries out
among the members, at random and in equal parts; a member's judgements are those of its
queries on its documents. `fedltr features` makes each member's rows, from its own
statistics; `fedltr run` rehearses the federation. Three tenths of a member's queries are
held out and ranked among the member's own documents.

The zero line is the best ranker that needs no joining: BM25 of title, body or both, query
likelihood of them, a single feature of the rows, their plain sum, or a model of the
member's own rows. It, epochs and clips are chosen by the seeds of --choose-on, per number
of members; --choices FILE takes epochs and clips from the choices.json of another
collection instead. All seeds deal the same queries, so those that choose hold out many
queries that reported seeds hold out too, dealt otherwise.

--without-titles     titles become the first words of the bodies
--follow-judgements  deals a document to a member that has judged it relevant, if any
--queries N          gives each member N queries at most

Prints, per unit of privacy and epsilon: nDCG@10 of the joint model; its difference from
the zero line, from the highest of all without joining on the same test queries (a
choice that favours not joining), from own rows alone and from BM25 of both fields,
paired by query, each query by its mean over seeds, with a 95 % interval by Student's t of
a variance clustered by query and by seed (Cameron, Gelbach and Miller, 2011); p of the
first in the same way, and p by Holm's method over all rows of the run; the worst seed's
mean difference from the zero line; seconds of the rehearsal; bytes of a member's
messages. Keeps scores of each seed in --out and continues from them, with the same
options only; delete that folder after a change of FOLDER's files or program.
"""
import argparse
import csv
import itertools
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import time

from frontier_table import UNTRAINED, by_query, joint_key, mean, print_table

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENARIO = ROOT / "scenarios/members/texts.ini"
CANDIDATES, HELD_OUT, DEPTH = 100, 0.3, 10
GRID = {"members.epochs": ["3", "20"], "members.clip": ["0.25", "1"]}
ALONE = ["1", "3", "10", "30"]
# Divisor of a sum of each unit: of queries a public constant, of members their number.
UNITS = {"query": {"members.divisor": "100"}, "member": {"members.divisor": "0"}}


def numbers(text):
    """Returns 1, 2, 3, 7 of "1-3,7"."""
    found = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def objects(path):
    with open(path, encoding="utf-8") as file:
        try:
            return [json.loads(line) for line in file if line.strip()]
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None


class Collection:
    def __init__(self, folder, options):
        self.documents = objects(folder / "corpus.jsonl")
        self.queries = objects(folder / "queries.jsonl")
        lines = (folder / "qrels/test.tsv").read_text().splitlines()[1:]
        self.judgements = [line.split() for line in lines if line.strip()]
        self.options = options
        if options.without_titles:
            for each in self.documents:
                each["text"] = f"{each.get('title', '')} {each.get('text', '')}"
                each["title"] = ""

    def deal(self, members, seed):
        """Returns the owners of documents and of queries, by name."""
        rng = random.Random(f"{seed} {members}")

        def dealt(items):
            owners = [i * members // len(items) for i in range(len(items))]
            rng.shuffle(owners)
            return {str(item["_id"]): owner for item, owner in zip(items, owners)}

        of_document, queries = dealt(self.documents), self.queries
        if self.options.queries:
            judged = {query for query, _, grade in self.judgements if int(grade) > 0}
            queries = [each for each in queries if str(each["_id"]) in judged]
            rng.shuffle(queries)
            queries = queries[:self.options.queries * members]
        of_query = dealt(queries)
        if self.options.follow_judgements:
            wanted = {}
            for query, document, grade in self.judgements:
                if query in of_query and int(grade) > 0:
                    wanted.setdefault(document, set()).add(of_query[query])
            for document in sorted(wanted):
                of_document[document] = rng.choice(sorted(wanted[document]))
        return of_document, of_query

    def write(self, folder, members, seed):
        """Writes each member's folder of texts; returns the names."""
        of_document, of_query = self.deal(members, seed)
        names = [f"m{i + 1}" for i in range(members)]
        for place, name in enumerate(names):
            own = folder / name
            (own / "qrels").mkdir(parents=True, exist_ok=True)
            for file, items, owner in (("corpus.jsonl", self.documents, of_document),
                                       ("queries.jsonl", self.queries, of_query)):
                with open(own / file, "w", encoding="utf-8") as out:
                    for each in items:
                        if owner.get(str(each["_id"])) == place:
                            out.write(json.dumps(each) + "\n")
            with open(own / "qrels/test.tsv", "w", encoding="utf-8") as out:
                out.write("query-id\tcorpus-id\tscore\n")
                for query, document, grade in self.judgements:
                    if of_query.get(query) == of_document.get(document) == place:
                        out.write(f"{query}\t{document}\t{grade}\n")
        return names


def rows_of(path):
    """Returns labels and features of each query of a LETOR file."""
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            rows.setdefault(words[1][4:], []).append(
                (int(words[0]), [float(word.split(":")[1]) for word in words[2:]]))
    return rows


def scaled(features):
    """Scales each feature of a query to [0, 1], as data.normalize = query-minmax."""
    low = [min(column) for column in zip(*features)]
    high = [max(column) for column in zip(*features)]
    return [[(x - a) / (b - a) if b > a else 0.0 for x, a, b in zip(row, low, high)]
            for row in features]


def ndcg(labels, scores):
    def dcg(grades):
        return sum((2 ** grade - 1) / math.log2(rank + 2)
                   for rank, grade in enumerate(grades[:DEPTH]))
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    return dcg([labels[i] for i in order]) / dcg(sorted(labels, reverse=True))


class Refused(Exception):
    """The program's reason."""


class Setting:
    """One dealing of a collection: rows of all members, and runs on them."""

    def __init__(self, collection, members, seed, options):
        self.folder = options.out / f"{members}-{seed}"
        self.seed, self.program = seed, options.fedltr
        self.names = collection.write(self.folder, members, seed)
        self.labels, self.features, self.scaled, self.owner = {}, {}, {}, {}
        for recipe in ("listwise", "papers"):
            (self.folder / f"{recipe}.ini").write_text(
                f"[silo]\nmembers = {', '.join(self.names)}\nmethod = global\n"
                f"epsilon = 0\nrecipe = {recipe}\n")
        for name in self.names:
            own = self.folder / name
            for recipe, file in (("listwise", "rows.letor"), ("papers", "text.letor")):
                self.call("features", "--data", own, "--consortium",
                          self.folder / f"{recipe}.ini", "--candidates", CANDIDATES,
                          "--out", own / file, "--force")
            texts = rows_of(own / "text.letor")
            for query, rows in rows_of(own / "rows.letor").items():
                self.owner[query] = name
                self.labels[query] = [label for label, _ in rows]
                self.features[query] = [row + more[1] for (_, row), more in
                                        zip(rows, texts[query])]
                self.scaled[query] = scaled([row for _, row in rows])

    def call(self, *words):
        done = subprocess.run([self.program, *map(str, words)], text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode:
            raise Refused(f"{words}: {done.stderr}")

    def run(self, names, folder, sets):
        """Rehearses a federation; returns the folder of its results."""
        out = self.folder / "run"
        sets = {"members.names": ",".join(names), "members.folder": folder,
                "members.features": self.folder / "m1/rows.letor.names",
                "members.hold-out": HELD_OUT, "run.seed": self.seed,
                "evaluation.every": 1000000, **sets}
        self.call("run", SCENARIO, "--threads", 1, "--no-cache", "--force", "--out", out,
                  *[word for key, value in sets.items()
                    for word in ("--set", f"{key}={value}")])
        return out

    def joint(self, sets):
        """Rehearses the federation, without members that have nothing to learn from."""
        try:
            return self.run(self.names, self.folder, sets)
        except Refused as refused:
            left = [name for name in self.names
                    if not re.search(f"/{name}/rows.letor: no query is left", str(refused))]
            if len(left) == len(self.names):
                raise
            self.names = left
            return self.joint(sets)

    def alone(self, name, sets):
        """Rehearses three members with the same rows: the model of one alone."""
        same = self.folder / f"alone-{name}"
        copies = [f"{name}-{i}" for i in (1, 2, 3)]
        for each in copies:
            (same / each).mkdir(parents=True, exist_ok=True)
            link = same / each / "rows.letor"
            if not link.exists():
                link.symlink_to((self.folder / name / "rows.letor").resolve())
        return self.run(copies, same, {
            "members.unit": "member", "members.epsilon": 0, "members.clip": 1000,
            "members.divisor": 0, **sets})

    def scores(self, queries, score):
        """Returns nDCG of held-out queries by a score of features."""
        return {query: ndcg(self.labels[query], [score(row) for row in self.features[query]])
                for query in queries}

    def model_scores(self, queries, model):
        """Returns nDCG of held-out queries by a model of the rows, as the program does."""
        a, b, c, d = json.loads((model / "model-f1-r1.json").read_text())["parameters"]
        values = {query: ndcg(self.labels[query], [a * w + b * x + c * y + d * z
                                                   for w, x, y, z in self.scaled[query]])
                  for query in queries}
        theirs = held_out(model)
        for query, value in values.items():
            if abs(value - theirs[query]) > 1e-9:
                raise Refused(f"{model}: query {query} has nDCG {theirs[query]} there, "
                              f"{value} here")
        return values


def held_out(run):
    """Returns the program's nDCG of the queries that a run held out and that have a
    relevant row."""
    with open(run / "per_query.tsv", newline="") as file:
        return {row["qid"]: float(row["value"]) for row in csv.DictReader(
            file, delimiter="\t") if row["value"] != "nan"}


def point(run, place):
    """Returns the folder of a point of a grid."""
    with open(run / "grid.csv", newline="") as file:
        for row in csv.DictReader(file):
            if all(row[key] == value for key, value in place.items()):
                return run / row["folder"]
    raise Refused(f"{run}: no point {place}")


def untrained_scores(setting, queries):
    return {name: setting.scores(queries, lambda row, at=columns: sum(row[i] for i in at))
            for name, columns in UNTRAINED.items()}


def alone_scores(setting, queries, epochs):
    """Returns nDCG of models of own rows alone; of BM25, where no row teaches one."""
    values = {each: setting.scores(queries, lambda row: row[0] + row[1])
              for each in epochs}
    for name in setting.names:
        own = [query for query in queries if setting.owner[query] == name]
        taught = any(any(labels) for query, labels in setting.labels.items()
                     if setting.owner[query] == name and query not in own)
        if not own or not taught:
            continue
        for each in epochs:
            model = setting.alone(name, {"members.epochs": each})
            values[each].update(setting.model_scores(own, model))
    return {f"alone {each}": value for each, value in values.items()}


def explore(setting, epsilons, given):
    """Returns the scores of a seed that chooses: of what needs no joining, and of the
    grid of joint settings, unless they are given."""
    scores = {}
    first = setting.joint({"members.unit": "member", "members.epochs": 1})
    queries = held_out(first)
    for unit, sets in ({} if given else UNITS).items():
        grid = {"members.epsilon": epsilons, **GRID}
        run = setting.joint({"members.unit": unit, **sets, **{
            f"grid.{key}": ",".join(values) for key, values in grid.items()}})
        for values in itertools.product(*grid.values()):
            folder = point(run, dict(zip(grid, values)))
            scores[joint_key(unit, *values)] = setting.model_scores(queries, folder)
    return {**scores, **untrained_scores(setting, queries),
            **alone_scores(setting, queries, ALONE)}


def report(setting, epsilons, choices):
    """Returns the scores of the chosen settings, and their seconds and bytes."""
    scores, costs, queries = {}, {}, None
    for unit, sets in UNITS.items():
        for epsilon in epsilons:
            epochs, clip = choices[f"{unit} {epsilon}"]
            began = time.monotonic()
            run = setting.joint({
                "members.unit": unit, **sets, "members.epsilon": epsilon,
                "members.epochs": epochs, "members.clip": clip})
            seconds = time.monotonic() - began
            queries = queries or held_out(run)
            key = joint_key(unit, epsilon, epochs, clip)
            scores[key] = setting.model_scores(queries, run)
            with open(run / "rounds.csv", newline="") as file:
                last = list(csv.DictReader(file))[-1]
            costs[key] = [seconds] + [float(last[column]) / len(setting.names)
                                      for column in ("bytes_up", "bytes_down")]
    return {**scores, **untrained_scores(setting, queries), "costs": costs,
            **alone_scores(setting, queries, [choices["alone"]])}


def kept(path, make):
    """Reads what an earlier call kept, or makes and keeps it."""
    if not path.exists():
        part = path.with_name(path.name + ".part")
        part.write_text(json.dumps(make()))
        part.replace(path)
    return json.loads(path.read_text())


def choose(seeds, epsilons, given):
    """Returns the best ranker without joining, and the best epochs and clips."""
    def best(keys):
        return max(keys, key=lambda key: mean(list(by_query(seeds, key).values())))
    choices = {"alone": best([f"alone {each}" for each in ALONE]).split()[1]}
    choices["zero"] = best([*UNTRAINED, f"alone {choices['alone']}"])
    for unit in UNITS:
        for epsilon in epsilons:
            choices[f"{unit} {epsilon}"] = given[f"{unit} {epsilon}"] if given else best(
                [joint_key(unit, epsilon, epochs, clip) for epochs in GRID["members.epochs"]
                 for clip in GRID["members.clip"]]).split()[2:]
    return choices


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--members", default="3,4,8,16")
    parser.add_argument("--epsilon", default="0,8,4,2,1")
    parser.add_argument("--seeds", default="1-20")
    parser.add_argument("--choose-on", default="101-104")
    parser.add_argument("--choices", type=pathlib.Path)
    parser.add_argument("--without-titles", action="store_true")
    parser.add_argument("--follow-judgements", action="store_true")
    parser.add_argument("--queries", type=int, default=0)
    parser.add_argument("--fedltr", default="build/fedltr")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("runs/frontier"))
    options = parser.parse_args()
    both = set(numbers(options.seeds)) & set(numbers(options.choose_on))
    if both:
        parser.error(f"seeds {sorted(both)} would choose their own settings")
    options.out = options.out.resolve()
    options.out.mkdir(parents=True, exist_ok=True)
    collection = Collection(options.folder, options)
    epsilons = options.epsilon.split(",")
    given = json.loads(options.choices.read_text()) if options.choices else {}
    lacks = [f"{members} members, {unit} {epsilon}" for members in options.members.split(",")
             for unit in UNITS for epsilon in epsilons
             if options.choices and f"{unit} {epsilon}" not in given.get(members, {})]
    if lacks:
        parser.error(f"{options.choices} has no choice for {lacks[0]}")
    settings = {"folder": str(options.folder.resolve()), "choices": given, **{
        key: getattr(options, key) for key in (
            "epsilon", "choose_on", "without_titles", "follow_judgements", "queries")}}
    if kept(options.out / "settings.json", lambda: settings) != settings:
        parser.error(f"{options.out} keeps scores of other options: name another --out")
    results, choices = {}, {}
    for members in options.members.split(","):
        def setting(seed, members=members):
            return Setting(collection, int(members), seed, options)
        chosen_on = [kept(options.out / f"choose-{members}-{seed}.json",
                          lambda seed=seed: explore(setting(seed), epsilons, given))
                     for seed in numbers(options.choose_on)]
        choices[members] = choose(chosen_on, epsilons, given.get(members))
        results[members] = [
            kept(options.out / f"report-{members}-{seed}.json", lambda seed=seed: report(
                setting(seed), epsilons, choices[members]))
            for seed in numbers(options.seeds)]
        print(f"{members} members: done", file=sys.stderr, flush=True)
    (options.out / "choices.json").write_text(json.dumps(choices, indent=1))
    print_table(results, UNITS, epsilons, choices)


if __name__ == "__main__":
    try:
        main()
    except (Refused, OSError, ValueError) as error:
        sys.exit(f"frontier.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
