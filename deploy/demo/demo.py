#!/usr/bin/env python3
"""Three companies learn one ranker from the clicks of their users, on this machine.

Usage: demo.py FOLDER [--users] [--epochs N] [--every 4] [--fedltr PROGRAM] [--out FOLDER]
           [--port PORT]

FOLDER holds a collection in BEIR's layout, with titles, such as Cranfield. Its queries
are dealt out among the members: one of three of a member's judges the model, its users
search the others. Starts `fedltr serve`, three `fedltr member` and a search engine for
each (demo.ini, engine.py), and prints the addresses of their pages, where you can search
and click.

--users   users of each member search in Chromium, without a window, and click by the
          judgements, with noise: nine of ten relevant documents that they look at, one of
          ten others; after a click every second user leaves the list
--fedltr  the program; build/fedltr beside this folder unless given
--epochs  10 with --users, else 10,000
--every   seconds from one epoch to the next
--out     keeps all files in this new folder
--port    of the first page, the others follow; else any free ones

Prints nDCG@10 on each member's judged queries, which no user searches, after each epoch.
The first model scores all documents alike, so its lists are in random order; to compare,
the first line has the order by BM25 of the texts.
"""
import argparse
import csv
import json
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

from browser import PROGRAMS, Browser
from engine import Engine, serve

HERE = pathlib.Path(__file__).resolve().parent
MEMBERS = ("north", "east", "south")
CANDIDATES = 100
SEARCHES_A_TURN = 10
PATIENCE = 60  # seconds


class Document(NamedTuple):
    name: str
    row: list
    label: int
    line: str


class Query(NamedTuple):
    text: str
    documents: list  # best by BM25 first


class Program:
    """Runs `fedltr` in the demo's folder."""

    def __init__(self, options):
        self.file, self.folder = options.fedltr, options.out
        self.agreement = [HERE / "demo.ini"]
        for key, value in {"epochs": options.epochs, "every": f"{options.every}s",
                           "features": options.out / "features.txt"}.items():
            self.agreement += ["--set", f"members.{key}={value}"]
        self.started = []

    def run(self, *arguments):
        done = subprocess.run([self.file, *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        return done.stdout

    def start(self, name, *arguments):
        """Starts it with the agreement; its output goes to NAME.txt."""
        with open(self.folder / f"{name}.txt", "w", encoding="utf-8") as output:
            self.started.append(subprocess.Popen(
                [self.file, arguments[0], *self.agreement, *arguments[1:], "--threads", "1"],
                cwd=self.folder, stdout=output, stderr=subprocess.STDOUT))

    def has_ended(self):
        for process in self.started:
            if process.poll():
                raise SystemExit(f"fedltr {process.args[1]}: exit code {process.returncode}; "
                                 f"--out keeps its output")
        return any(process.poll() is not None for process in self.started)

    def stop(self):
        for process in self.started:
            process.terminate()
        for process in self.started:
            process.wait()


def read_jsonl(file):
    with open(file, encoding="utf-8") as lines:
        return {each["_id"]: each for each in map(json.loads, lines)}


def read_queries(options, rows, names):
    """Returns the queries of LETOR rows."""
    bm25 = names.index("body-bm25")
    texts = read_jsonl(options.folder / "queries.jsonl")
    found = {}
    with open(rows, encoding="utf-8") as lines:
        for line in lines:
            values, _, name = line.partition("# docid =")
            label, query, *row = values.split()
            found.setdefault(query.removeprefix("qid:"), []).append(Document(
                name.strip(), [float(each.split(":")[1]) for each in row], int(label), line))
    return [Query(texts[name]["text"].strip(),
                  sorted(documents, key=lambda each: -each.row[bm25]))
            for name, documents in found.items()]


def deal(options, program):
    """Writes each member's judged rows. Returns the queries that its users search."""
    program.run("features", "--data", options.folder, "--candidates", CANDIDATES, "--out",
                "all.letor")
    names = options.out / "features.txt"
    shutil.move(options.out / "all.letor.names", names)
    queries = read_queries(options, options.out / "all.letor", names.read_text().split())
    searched = {}
    order = random.Random(1)
    for place, member in enumerate(MEMBERS):
        own = queries[place::len(MEMBERS)]
        judged, searched[member] = own[::3], own[1::3] + own[2::3]
        data = options.out / "data" / member
        data.mkdir(parents=True)
        with open(data / "rows.letor", "w", encoding="utf-8") as rows:
            for query in judged:
                # An untrained model leaves the order of the rows: random, as for users.
                for document in order.sample(query.documents, len(query.documents)):
                    rows.write(document.line)
    return searched


def start_members(program):
    """Returns the addresses of their agents."""
    program.run("ca", "init")
    program.start("server", "serve", "--listen", "127.0.0.1:0", "--address-file", "address",
                  "--certificates", "ca", "--out", "server")
    for member in MEMBERS:
        program.run("ca", "issue", member)
        program.start(member, "member", "--connect-file", "address", "--certificates",
                      f"ca/{member}", "--data", f"data/{member}", "--agent", "127.0.0.1:0",
                      "--yes", "--out", f"out-{member}")
    return {member: agent_of(member, program) for member in MEMBERS}


def agent_of(member, program):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for line in (program.folder / f"{member}.txt").read_text().splitlines():
            if line.startswith("agent "):
                return line.split("http://")[1].split()[0]
        program.has_ended()
        time.sleep(0.05)
    raise SystemExit(f"{member} has no agent after {PATIENCE} s")


def open_pages(options, searched, agents):
    """Returns the addresses of the members' pages."""
    texts = {name: (each.get("title", ""), each["text"])
             for name, each in read_jsonl(options.folder / "corpus.jsonl").items()}
    pages = {}
    for place, member in enumerate(MEMBERS):
        candidates = {query.text: [(each.name, each.row) for each in query.documents]
                      for query in searched[member]}
        engine = Engine(member, agents[member], options.out / "data" / member,
                        options.out / f"out-{member}", candidates, texts)
        port = options.port and options.port + place
        try:
            pages[member] = serve(engine, port)
        except OSError as problem:
            raise SystemExit(f"--port: can't listen on {port}: {problem.strerror}") from None
        print(f"{member:6} {pages[member]}", flush=True)
    return pages


class Users:
    """Users of all members, who take turns at one browser."""

    def __init__(self, browser, pages, searched):
        self.browser, self.pages, self.searched = browser, pages, searched
        self.chance = random.Random(2)
        self.searches = 0

    def take_turns(self):
        for member, page in self.pages.items():
            self.browser.open(page)
            for _ in range(SEARCHES_A_TURN):
                self.search(self.chance.choice(self.searched[member]))

    def search(self, query):
        browser, chance = self.browser, self.chance
        labels = {each.name: each.label for each in query.documents}
        before = browser.value("Number(list.dataset.searches ?? 0)")
        browser.value("query.value = ''; query.focus()")
        browser.type(query.text)
        browser.enter()
        browser.wait(f"Number(list.dataset.searches ?? 0) > {before}")
        self.searches += 1
        shown = browser.value("[...list.children].map((item) => item.dataset.name)")
        for place, name in enumerate(shown, 1):
            if chance.random() < (0.9 if labels[name] > 0 else 0.1):
                browser.click(f"#list > :nth-child({place}) button")
                if chance.random() < 0.5:
                    return


class Curves:
    """Prints a metric of all members after each epoch, once all have its model."""

    def __init__(self, out, program):
        self.out, self.printed = out, -1
        print("nDCG@10 on judged queries that no user searches")
        print("epoch  " + "".join(f"{member:>7}" for member in MEMBERS) + "   mean")
        self.print_line("BM25", [self.by_bm25(member, program) for member in MEMBERS])

    def print_line(self, name, values):
        print(f"{name:>5}  " + "".join(f"{value:7.3f}" for value in values) +
              f"{sum(values) / len(values):7.3f}", flush=True)

    def by_bm25(self, member, program):
        table = program.run("eval", "--feature", "body-bm25", "--feature-names",
                            "features.txt", f"data/{member}/rows.letor", "--metric",
                            "ndcg@10", "--format", "tsv")
        return float(table.split()[-1])

    def of_member(self, member):
        try:
            with open(self.out / f"out-{member}" / "own.csv", newline="") as file:
                return {int(row["epoch"]): float(row["ndcg@10"])
                        for row in csv.DictReader(file)}
        except FileNotFoundError:
            return {}

    def print_new(self):
        curves = [self.of_member(member) for member in MEMBERS]
        for epoch in sorted(set.intersection(*map(set, curves))):
            if epoch > self.printed:
                self.print_line(epoch, [curve[epoch] for curve in curves])
                self.printed = epoch


def search_by_users(options, program, pages, searched, curves):
    browser = Browser(next(filter(shutil.which, PROGRAMS)), options.out / "browser")
    try:
        users = Users(browser, pages, searched)
        while not program.has_ended():
            users.take_turns()
            curves.print_new()
        if browser.errors:
            raise SystemExit(f"the page: {browser.errors}")
    finally:
        browser.close()
    print(f"{users.searches} searches")


def demonstrate(options):
    program = Program(options)
    searched = deal(options, program)
    try:
        pages = open_pages(options, searched, start_members(program))
        curves = Curves(options.out, program)
        if options.users:
            search_by_users(options, program, pages, searched, curves)
        while not program.has_ended():
            time.sleep(0.5)
            curves.print_new()
        curves.print_new()
    finally:
        program.stop()


def parse():
    # The text above explains usage and options.
    parser = argparse.ArgumentParser(description=__doc__, usage=argparse.SUPPRESS,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)

    def add(name, **kind):
        parser.add_argument(name, help=argparse.SUPPRESS, **kind)

    add("folder", type=pathlib.Path)
    add("--users", action="store_true")
    add("--epochs", type=int)
    add("--every", type=int, default=4)
    add("--fedltr", type=pathlib.Path, default=HERE.parents[1] / "build/fedltr")
    add("--out", type=pathlib.Path)
    add("--port", type=int, default=0)
    options = parser.parse_args()
    if options.users and not any(map(shutil.which, PROGRAMS)):
        parser.error("--users needs Chromium: " + ", ".join(PROGRAMS))
    if not options.fedltr.is_file():
        parser.error(f"no {options.fedltr}: build it, or name it by --fedltr")
    if options.out and options.out.exists():
        parser.error(f"--out {options.out}: exists; expected a new folder")
    if not 0 <= options.port <= 65536 - len(MEMBERS):
        parser.error(f"--port {options.port}: expected 1 to {65536 - len(MEMBERS)}")
    if options.epochs is None:
        options.epochs = 10 if options.users else 10000
    options.folder, options.fedltr = options.folder.resolve(), options.fedltr.resolve()
    for file in ("corpus.jsonl", "queries.jsonl", "qrels"):
        if not any(options.folder.glob(f"{file}*")):
            parser.error(f"FOLDER {options.folder}: has no {file}, as BEIR's layout has")
    return options


def main():
    options = parse()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as scratch:
        if options.out:
            options.out.mkdir(parents=True)
        options.out = (options.out or pathlib.Path(scratch)).resolve()
        try:
            demonstrate(options)
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
