#!/usr/bin/env python3
"""Mutation test of algorithms/privacy and algorithms/aggregation: changes one
place of one source, builds that source, links it with these folders' tests, and
runs them. Prints each mutant that no test detects.

Usage: scripts/mutants.py [--seed N] [--count N] [--only PATH] [--keep FOLDER]
Needs a finished build/ (make build). Takes about ten seconds per mutant."""
import argparse
import concurrent.futures
import pathlib
import random
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("privacy", "aggregation")
FLAGS = "-std=c++20 -O1 -w -ffp-contract=off"

# Texts and their replacements. Spaces keep templates, pointers and includes out.
CHANGES = [
    (r" < ", (" <= ", " > ")), (r" > ", (" >= ", " < ")),
    (r" <= ", (" < ", " > ")), (r" >= ", (" > ", " < ")),
    (r" == ", (" != ",)), (r" != ", (" == ",)),
    (r" \+ ", (" - ",)), (r" - ", (" + ",)),
    (r" \* ", (" / ",)), (r" / ", (" * ",)),
    (r" \+= ", (" -= ", " = ")), (r" -= ", (" += ",)),
    (r" && ", (" || ",)), (r" \|\| ", (" && ",)),
    (r"std::min\(", ("std::max(",)), (r"std::max\(", ("std::min(",)),
    (r"\btrue\b", ("false",)), (r"\bfalse\b", ("true",)),
    (r"(?<![\w.\"'])0(?![\w.])", ("1",)), (r"(?<![\w.\"'])1(?![\w.])", ("0", "2")),
    (r"(?<![\w.\"'])2(?![\w.])", ("3",)), (r"\b0\.5\b", ("0.6",)),
    (r"return (?=[^;]+;)(?!\{)", ("return -",)),
    (r"^  +[a-z_]+(?:\.|->)[a-z_]+\([^;]*\);$", ("",)),  # a call, left out
]


def negated(code, at):
    """The line with the condition that opens before `at` inverted; None if it does
    not end in this line."""
    depth = 1
    for end in range(at, len(code)):
        depth += (code[end] == "(") - (code[end] == ")")
        if depth == 0:
            return f"{code[:at]}!({code[at:end]}){code[end:]}"
    return None


def changes_of(code):
    """Each change of one place of a line."""
    for pattern, others in CHANGES:
        for match in re.finditer(pattern, code):
            in_text = code[:match.start()].count('"') % 2
            for other in () if in_text else others:
                yield code[:match.start()] + other + code[match.end():]
    for match in re.finditer(r"if \(", code):
        if (after := negated(code, match.end())) is not None:
            yield after


def mutants_of(source):
    """(line number, line before, line after), outside of comments and texts."""
    skipped = ("//", "#", "namespace", "using", "throw ", '"')
    return [(number, line, after)
            for number, line in enumerate(source.read_text().split("\n"))
            if line.strip() and not line.strip().startswith(skipped)
            for after in changes_of(line.split("//")[0])
            if after != line.split("//")[0]]


class Build:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.compile = f"g++ {FLAGS} -I{ROOT} -isystem /usr/include/eigen3"
        self.sources = [s for f in FOLDERS
                        for s in sorted((ROOT / "algorithms" / f).glob("*.cpp"))]
        self.tests = [s for f in FOLDERS
                      for s in sorted((ROOT / "tests/algorithms" / f).glob("*.cpp"))]
        self.tests.append(ROOT / "tests/support/main.cpp")

    def object_of(self, source):
        name = "_".join(source.relative_to(ROOT).parts)
        return self.folder / (name + ".o")

    def build(self, source, target, text=None):
        command = shlex.split(self.compile) + ["-c", "-o", str(target)]
        if text is None:
            return subprocess.run(command + [str(source)], cwd=ROOT,
                                  capture_output=True, text=True)
        copy = target.with_suffix(".cpp")
        copy.write_text(text)
        return subprocess.run(command + [f"-I{source.parent}", str(copy)], cwd=ROOT,
                              capture_output=True, text=True)

    def link(self, program, replaced=None, by=None):
        # The first definition counts: these folders' before the library's.
        objects = [by if s == replaced else self.object_of(s) for s in self.sources]
        objects += [self.object_of(s) for s in self.tests]
        return subprocess.run(
            ["g++", "-o", str(program), *map(str, objects),
             "-Wl,--allow-multiple-definition", str(ROOT / "build/libfedltr_algorithms.a"),
             "-lcrypto", "-lz", "-lstemmer", "-lutf8proc", "-lfmt", "-lspdlog",
             "-lpthread"],
            capture_output=True, text=True)

    def prepare(self):
        def one(source):
            if not self.object_of(source).exists():
                done = self.build(source, self.object_of(source))
                if done.returncode:
                    sys.exit(done.stderr)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(one, self.sources + self.tests))
        program = self.folder / "whole"
        done = self.link(program)
        if done.returncode:
            sys.exit(done.stderr)
        if verdict(program) != "survived":
            sys.exit("the tests fail without any mutant")


def verdict(program):
    try:
        done = subprocess.run([str(program), "--abort-after=1", "--minimal"], cwd=ROOT,
                              capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "killed"
    return "killed" if done.returncode else "survived"


def try_mutant(build, source, number, after, index):
    lines = source.read_text().split("\n")
    lines[number] = after
    target = build.folder / f"mutant{index}.o"
    if build.build(source, target, "\n".join(lines)).returncode:
        return "not built"
    program = build.folder / f"mutant{index}"
    if build.link(program, source, target).returncode:
        return "not built"
    found = verdict(program)
    for file in (target, program, target.with_suffix(".cpp")):
        file.unlink(missing_ok=True)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", default="build-mutants")
    wanted = parser.parse_args()
    build = Build(ROOT / wanted.keep)
    build.prepare()
    all_mutants = [(source, *mutant) for source in build.sources
                   if wanted.only in str(source) for mutant in mutants_of(source)]
    print(f"{len(all_mutants)} possible mutants of {len(build.sources)} sources", flush=True)
    chosen = random.Random(wanted.seed).sample(all_mutants,
                                               min(wanted.count, len(all_mutants)))
    counts = {"killed": 0, "survived": 0, "not built": 0}
    for index, (source, number, before, after) in enumerate(chosen):
        found = try_mutant(build, source, number, after, index)
        counts[found] += 1
        if found == "survived":
            print(f"{source.relative_to(ROOT)}:{number + 1}: survived\n"
                  f"  - {before.strip()}\n  + {after.strip()}", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counts.items()))


if __name__ == "__main__":
    main()
