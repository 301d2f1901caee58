#!/usr/bin/env python3
"""Reads mutated real files: each is right, or refused in one line that helps.

Usage: scripts/mutated_files.py PROGRAM DATA [--count N] [--seed N] [--only NUMBER]
                                [--seconds N] [--memory MB]

DATA is a folder with mq2008, cranfield and cacm. Small files of each kind are cut from it
or made of it by PROGRAM: rows, tables, arrays of NumPy, sizes of queries, packed files,
folders of texts, judgements, runs, click logs, UBI, logs of users, and a model. N mutated
ones, at bytes, lines or columns, are read by `data info`, `data convert`, `rank` and
`eval`. A fault is
 - a signal, or an exit code that the command line does not promise,
 - a refusal of more than one line, or of one that names neither file (or its folder),
   line nor option,
 - a result of `data convert` that `data info` refuses or counts otherwise,
 - more than --seconds, or more than --memory.
Each fault is printed with its command. --only makes file NUMBER of a seed again and
leaves its folder.
"""
import argparse
import gzip
import itertools
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import zipfile

CODES = range(7)
ROWS = 250  # of MQ2008
DOCUMENTS = 80  # of a folder of texts
VALUES = ["", "0", "-1", "1", "nan", "NaN", "inf", "-inf", "1e309", "1e-400", "0x1F", "1,5",
          "99999999999999999999", "-0", "1.0", "2147483648", "true", "None", "NULL", "?",
          '"', "'", "#", "qid:", "qid:1", "1:1", ":", "a b", "\u00e9", "\u2028", "\ufeff",
          "{", "[]", "null", "A" * 5000, "2026-02-30T25:61:00Z"]
ROW_COMMANDS = ["data info {}", "data convert {} --to csv --out out.csv",
                "data convert {} --out out.txt", "rank --feature 40 {}",
                "eval --feature 40 {}", "eval rows.run {}"]
TABLE = ["data info rows.csv", "data convert rows.csv --out out.txt",
         "data convert rows.csv --labels clip --missing-as 0 --merge --out out.txt"]
SIZED = ["data convert rows.train --from lightgbm --out out.txt"]
ARRAYS = ["data convert rows.npy --labels rows.labels.npy --groups rows.groups.npy "
          "--out out.txt"]
ARCHIVE = ["data convert rows.npz:X --labels rows.npz:y --groups rows.npz:groups "
           "--out out.txt"]
CLICKS = ["data info clicks.csv", "data convert clicks.csv --to clicks --out out.csv",
          "data convert clicks.csv --features rows.txt --out out.txt",
          "eval --feature 40 rows.txt --log clicks.csv --curve curve.csv"]
UBI = ["data info ubi.ndjson",
       "data convert ubi.ndjson --qid user_query --to clicks --out out.csv",
       "data convert ubi.ndjson --qid user_query --features rows.txt --out out.txt"]
USERS = ["data convert rows.txt --of-users users.csv --out out.txt"]
MODEL = ["rank model.json rows.txt", "eval model.json rows.txt"]
JUDGED = ["eval rows.run rows.qrels", "data info rows.qrels"]

# The commands that read a file; those of a folder of texts follow.
COMMANDS = {
    "rows.txt": [each.format("rows.txt") for each in ROW_COMMANDS] + USERS,
    "rows.txt.gz": [each.format("rows.txt.gz") for each in ROW_COMMANDS],
    "rows.csv": TABLE, "rows.train": SIZED, "rows.train.query": SIZED,
    "rows.npy": ARRAYS, "rows.labels.npy": ARRAYS, "rows.groups.npy": ARRAYS,
    "rows.npz": ARCHIVE, "rows.run": JUDGED[:1] + ["eval rows.run rows.txt"],
    "rows.qrels": JUDGED, "clicks.csv": CLICKS, "curve.csv": CLICKS[3:],
    "ubi.ndjson": UBI, "users.csv": USERS, "model.json": MODEL,
}
for name in ("cranfield", "cacm"):
    for part in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"):
        COMMANDS[f"{name}/{part}"] = [f"eval --method bm25 {name}",
                                      f"features --data {name} --out out.txt"]
    COMMANDS[f"{name}/qrels/test.tsv"] += [f"eval {name}.run {name}/qrels/test.tsv",
                                           f"data info {name}/qrels/test.tsv"]


class Folder:
    """The originals, each of which may be changed and put back."""

    def __init__(self, options, path):
        self.options, self.path = options, path
        self.right = self.refused = 0
        self.environment = {**os.environ, "FEDLTR_CACHE": str(path / "cache")}

    def run(self, command, keep=False):
        """Returns exit code (negative: a signal; None: too long), stdout and stderr."""
        for old in [] if keep else self.path.glob("out.*"):
            old.unlink()
        memory = self.options.memory << 20
        try:
            done = subprocess.run(
                [self.options.program, *command.split()], cwd=self.path, timeout=
                self.options.seconds, capture_output=True, env=self.environment,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (memory, memory)))
        except subprocess.TimeoutExpired:
            return None, "", ""
        return (done.returncode, done.stdout.decode(errors="replace"),
                done.stderr.decode(errors="replace"))

    def make(self, command):
        code, _, errors = self.run(command)
        if code != 0:
            sys.exit(f"{command}: {errors}")

    def fill(self):
        rows = head(self.options.data / "mq2008" / "S1.txt", ROWS)
        self.write("rows.txt", rows)
        self.write("rows.txt.gz", gzip.compress(rows, mtime=0))
        self.make("rank --feature 40 rows.txt --out rows.run")
        self.make("data convert rows.txt --to csv --out rows.csv")
        self.make("data convert rows.txt --to lightgbm --out rows.train")
        self.make("data convert rows.txt --to npy --out rows.npy")
        self.write("rows.qrels", judgements(rows))
        with zipfile.ZipFile(self.path / "rows.npz", "w", zipfile.ZIP_DEFLATED) as archive:
            for array, file in (("X", "rows.npy"), ("y", "rows.labels.npy"),
                                ("groups", "rows.groups.npy")):
                archive.writestr(zipfile.ZipInfo(array + ".npy"), self.read(file),
                                 zipfile.ZIP_DEFLATED)
        self.write("ubi.ndjson", searches(self.read("rows.run").decode()))
        self.make("data convert ubi.ndjson --qid user_query --to clicks "
                  "--out clicks.csv --write-users users.csv")
        self.write("curve.csv", b"rank,propensity\n" + b"".join(
            b"%d,%g\n" % (rank, 1 / rank) for rank in range(1, 11)))
        for name in ("cranfield", "cacm"):
            self.texts(name)
        self.write("train.ini", b"[data]\ntrain = rows.txt\n[evaluation]\non = train\n"
                   b"[federation]\nclients = 2\nrounds = 2\n")
        self.make("run train.ini --quiet --out run")
        shutil.copy(next((self.path / "run").glob("model*.json")),
                    self.path / "model.json")

    def texts(self, name):
        source = self.options.data / name
        self.write(f"{name}/corpus.jsonl", head(source / "corpus.jsonl", DOCUMENTS))
        for part in ("queries.jsonl", "qrels/test.tsv"):
            self.write(f"{name}/{part}", head(source / part, DOCUMENTS))
        self.make(f"features --data {name} --out {name}.txt")
        self.make(f"rank --feature 1 {name}.txt --out {name}.run")

    def read(self, name):
        return (self.path / name).read_bytes()

    def write(self, name, data):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def fault_of(self, command, name):
        """Returns a fault of a command that reads a mutated file; None if none."""
        code, out, errors = self.run(command)
        if code is None:
            return f"takes more than {self.options.seconds} s"
        if code not in CODES:
            return f"ends with {code}\n{errors[-2000:]}"
        lines = [line for line in errors.splitlines()
                 if not re.match(r"(fedltr: )?(note|warning): ", line)]
        if code == 0:
            self.right += 1
            return self.fault_of_result(command, out) if not lines else \
                "prints an error and succeeds\n" + errors[:2000]
        self.refused += 1
        if len(lines) != 1:
            return f"ends with {code} and {len(lines)} lines\n{errors[:2000]}"
        files = [pathlib.Path(name).name, *name.split("/")[:-1]]
        if not any(each in lines[0] for each in files) and \
                not re.search(r"line \d|--[a-z]", lines[0]):
            return "names neither file, line nor option\n" + lines[0]
        return None

    def fault_of_result(self, command, out):
        """Returns a fault of the file that `data convert` wrote, by `data info`."""
        result = re.search(r" --out (out\.\w+)", command)
        if not command.startswith("data convert") or not result:
            return None
        unlabelled = " --unlabelled" if "grades     none" in out else ""
        code, info, errors = self.run(f"data info {result[1]}{unlabelled}", keep=True)
        if code != 0:
            return "makes a file that data info refuses\n" + errors
        for name in ("queries", "documents", "searches"):
            counts = [re.search(rf"^  {name} +(\d+(?:,\d+)*)", text, re.M) for text in (out, info)]
            if all(counts) and counts[0][1] != counts[1][1]:
                return f"writes {counts[0][1]} {name}, and data info counts {counts[1][1]}"
        return None


def head(path, lines):
    with open(path, "rb") as file:
        return b"".join(itertools.islice(file, lines))


def judgements(rows):
    """Returns TREC's judgements of LETOR rows."""
    words = [row.split() for row in rows.decode().splitlines()]
    return "".join(f"{row[1][4:]} 0 {row[row.index('=') + 1]} {row[0]}\n"
                   for row in words).encode()


def searches(run):
    """Returns events of UBI: each query's first ten documents, and clicks on some."""
    events = []
    for number, (query, lines) in enumerate(
            itertools.groupby(run.splitlines(), lambda line: line.split()[0])):
        for place, line in enumerate(itertools.islice(lines, 10)):
            for action in ["impression"] + ["click"] * ((number + place) % 4 == 0):
                events.append({
                    "action_name": action, "query_id": f"s{number}", "user_query": query,
                    "client_id": f"u{number % 3}",
                    "timestamp": f"2026-01-01T10:{number:02}:{place:02}.000Z",
                    "event_attributes": {"object": {"object_id": line.split()[2]},
                                         "position": {"ordinal": place}}})
    return "".join(json.dumps(each) + "\n" for each in events).encode()


def change_bytes(data, rng):
    at = rng.randrange(len(data))
    end = min(len(data), at + rng.choice([1, 2, 8, 100, 5000]))
    return rng.choice([
        lambda: data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:],
        lambda: data[:at] + bytes(rng.choices(range(256), k=end - at)) + data[end:],
        lambda: data[:at] + rng.choice([b"\0", b"\xff", b"\r", b"\n", b" "]) + data[at:],
        lambda: data[:at],
        lambda: data[at:],
        lambda: data[:at] + data[end:],
        lambda: data[:end] + data[at:],
        lambda: b"\xef\xbb\xbf" + data,
    ])()


def change_lines(data, rng):
    lines = data.splitlines(keepends=True)
    a, b = (rng.randrange(len(lines)) for _ in range(2))
    return b"".join(rng.choice([
        lambda: lines[:a] + lines[a + 1:],
        lambda: lines[:a] + lines[b:],
        lambda: lines[:a] + [lines[b]] + lines[a:],
        lambda: lines[:a] + [b"\n"] + lines[a:],
        lambda: lines[:a] + [lines[a].rstrip(b"\r\n")] + lines[a + 1:],
        lambda: lines[:a] + [lines[a].rstrip(b"\r\n") * 300 + b"\n"] + lines[a + 1:],
        lambda: [each.rstrip(b"\r\n") + b"\r\n" for each in lines],
        lambda: [each.rstrip(b"\r\n") + b"\r" for each in lines],
        lambda: sorted(lines),
        lambda: rng.sample(lines, len(lines)),
        lambda: lines[1:],
        lambda: lines[:1],
    ])())


def change_columns(data, rng):
    """Changes a column of one line, or of all."""
    lines = data.split(b"\n")
    one = rng.randrange(len(lines))
    separator = max([b"\t", b",", b" ", b'"'], key=lines[0].count)
    width = lines[0].count(separator) + 1
    a, b = (rng.randrange(width) for _ in range(2))
    value = rng.choice(VALUES).encode()
    other = rng.choice([b"\t", b",", b";", b" ", b"  "])
    how = rng.choice(["drop", "twice", "swap", "value", "value", "value", "separator"])

    def changed(line):
        cells = line.split(separator)
        if max(a, b) >= len(cells):
            return line
        if how == "drop":
            del cells[a]
        elif how == "twice":
            cells.insert(a, cells[b])
        elif how == "swap":
            cells[a], cells[b] = cells[b], cells[a]
        elif how == "value":
            cells[a] = value
        return (other if how == "separator" else separator).join(cells)

    if rng.random() < 0.5:
        return b"\n".join(map(changed, lines))
    lines[one] = changed(lines[one])
    return b"\n".join(lines)


def mutated(original, rng):
    """Returns other bytes than the original's."""
    data = original
    while data == original:
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            if data:
                data = rng.choice([change_bytes, change_lines, change_columns])(data, rng)
    return data


def check(folder, number):
    """Makes and reads a mutated file; returns its faults."""
    rng = random.Random(f"{folder.options.seed}/{number}")
    name = rng.choice(sorted(COMMANDS))
    original = folder.read(name)
    folder.write(name, mutated(original, rng))
    faults = []
    for command in COMMANDS[name]:
        if fault := folder.fault_of(command, name):
            faults.append(f"file {number}, {name}: {command}: {fault}")
    if folder.options.only is None:
        folder.write(name, original)
    return faults


def run(options, path, numbers):
    """Returns the exit code: 1 if a file has a fault."""
    folder = Folder(options, pathlib.Path(path))
    folder.fill()
    faults = 0
    for number in numbers:
        for fault in check(folder, number):
            print(fault, flush=True)
            faults += 1
    print(f"{len(numbers)} mutated files: {folder.right} readings, "
          f"{folder.refused} refusals, {faults} faults")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("data", type=lambda path: pathlib.Path(path).resolve())
    for name, default in (("count", 1000), ("seed", 1), ("only", None), ("seconds", 10),
                          ("memory", 2048)):
        parser.add_argument("--" + name, type=int, default=default)
    options = parser.parse_args()
    if options.only is not None:
        path = tempfile.mkdtemp()
        print("made in", path)
        return run(options, path, [options.only])
    with tempfile.TemporaryDirectory() as path:
        return run(options, path, range(options.count))


if __name__ == "__main__":
    sys.exit(main())
