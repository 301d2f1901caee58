#!/usr/bin/env python3
"""Draws all figures and tables of the papers on one page, small, from their short forms.

Usage: scripts/gallery.py [NAME...]    NAME: a scenario of `fedltr list figures`, or a
                                       folder of scenarios; without one: all
Options: --fedltr PROGRAM (build/fedltr), --out FOLDER (build/gallery), --threads N,
         --set KEY=VALUE (added to each run; may be repeated), --full (no short form),
         --print (only the commands), --again (runs what is there again)

Writes FOLDER/index.html and gallery.csv (a row for each: command, seconds, how many of
the paper's orders hold). A picture that is already in FOLDER is kept, so an
interrupted gallery continues. Exits with 1 if a run fails or if all lines of a
figure are equal, which draws nothing.
"""
import argparse
import csv
import html
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURE = "Figure and table of the scenario"
BUDGET_SPENT = 5  # the exit code of a run that ended for lack of privacy budget

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Figures and tables of the papers</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 84rem;
       padding: 0 1rem; color: #1f2328; background: #fff }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 1rem }
h2 { grid-column: 1 / -1; margin: 1rem 0 0 }
article { border: 1px solid #d0d7de; border-radius: 6px; padding: .8rem; break-inside: avoid }
h3 { font-size: 1rem; margin: 0 0 .3rem } p { margin: .4rem 0 } code { font-size: .8rem }
img { width: 100%; max-height: 18rem; object-fit: contain; object-position: left }
.many img { width: 24% } small { color: #59636e } .wrong { color: #a40e26 }
</style></head><body>
<h1>Figures and tables of the papers</h1>
"""


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__, add_help=True)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--fedltr", type=pathlib.Path, default=ROOT / "build/fedltr")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/gallery")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    options.fedltr = options.fedltr.resolve()
    return options


def fedltr(options, *words):
    return subprocess.run([options.fedltr, *words], cwd=ROOT, capture_output=True, text=True,
                          check=False)


def short_form(figure):
    """Returns the settings after "Short form:" in a scenario's comment."""
    for note in figure["notes"]:
        found = re.search(r"Short form[^:]*:((?: --set \S+=\S+)+)", note)
        if found:
            return found[1].split()[1::2]
    sys.exit(f"{figure['scenario']}: its comment has no short form")


def wanted(figures, names):
    for name in names:
        if not any(each["scenario"] == name or each["scenario"].startswith(name + "/")
                   for each in figures):
            sys.exit(f"{name}: no figure or table; all: fedltr list figures")
    return [each for each in figures if not names or any(
        each["scenario"] == name or each["scenario"].startswith(name + "/")
        for name in names)]


def command_of(figure, options):
    sets = ([] if options.full else short_form(figure)) + options.set
    return ["run", f"scenarios/{figure['scenario']}.ini"] + [
        word for each in sets for word in ("--set", each)]


def run(figure, options, folder):
    """Runs a scenario and writes its pictures and picture.json; returns an error or ''."""
    command = command_of(figure, options)
    print("fedltr", shlex.join(command), flush=True)
    began = time.monotonic()
    made = fedltr(options, *command, "--out", folder / "run", "--force", "--quiet",
                  "--threads", str(options.threads))
    seconds = time.monotonic() - began
    if made.returncode not in (0, BUDGET_SPENT):
        return made.stderr.strip()
    page = fedltr(options, "report", folder / "run", "--to", "json")
    pictures = fedltr(options, "report", folder / "run", "--to", "svg", "--force",
                      "--out", folder / "all")
    if page.returncode or pictures.returncode:
        return (page.stderr + pictures.stderr).strip()
    shown = choose(json.loads(page.stdout), sorted((folder / "all").glob("*.svg")),
                   folder / "run")
    for place, svg in enumerate(shown.pop("files")):
        shutil.copy(svg, folder / f"picture-{place + 1:02}.svg")
    shutil.rmtree(folder / "all")
    shutil.rmtree(folder / "run")
    shown |= {"command": "fedltr " + shlex.join(command), "seconds": round(seconds, 1)}
    (folder / "picture.json").write_text(json.dumps(shown, indent=1))
    return ""


def choose(page, files, run):
    """Returns the pictures of a report's first section, and its sentences. A report without
    that section shows its first figure, else the points' pictures of cross-party instances."""
    drawn = [(section["title"], block) for section in page["sections"]
             for block in section["blocks"] if block["kind"] != "paragraph"]
    assert len(drawn) == len(files), "a picture for each table and figure"
    places = [i for i, (title, _) in enumerate(drawn) if title == PICTURE]
    figures = [i for i, (_, block) in enumerate(drawn) if block["kind"] == "figure"]
    instances = sorted(run.rglob("relevance-tsne.svg")) or sorted(run.rglob("relevance.svg"))
    if not places and (figures or not instances):
        places = (figures or [0])[:1]
    sentences = [block["text"] for section in page["sections"] if section["title"] == PICTURE
                 for block in section["blocks"] if block["kind"] == "paragraph"]
    chosen = [(files[i], drawn[i][1]["title"]) for i in places] or [
        (svg, svg.parent.name) for svg in instances]
    return {"files": [svg for svg, _ in chosen], "titles": [title for _, title in chosen],
            "sentences": sentences,
            "equal": any(all_equal(drawn[i][1]) for i in places)}


def all_equal(block):
    """True if several lines of a figure have the same points in all panels."""
    if block["kind"] != "panels":
        return False
    several = [panel["curves"] for panel in block["panels"] if len(panel["curves"]) > 1]
    return bool(several) and all(curve == curves[0] for curves in several for curve in curves)


def card(figure, folder, up):
    name = html.escape(figure["scenario"])
    shown = json.loads((folder / "picture.json").read_text())
    pictures = "".join(
        f'<a href="{each}" title="{html.escape(title)}">'
        f'<img loading="lazy" src="{each}" alt="{html.escape(title)}"></a>'
        for each, title in ((f"{figure['scenario']}/{svg.name}", title) for svg, title in zip(
            sorted(folder.glob("picture-*.svg")), shown["titles"])))
    if len(shown["titles"]) > 2:
        pictures = f'<div class="many">{pictures}</div>'
    orders = html.escape(shown["sentences"][0]) if shown["sentences"] else ""
    more = "".join(f"<p>{html.escape(each)}</p>" for each in shown["sentences"][1:])
    return (f'<article id="{name}"><h3><a href="{up}/scenarios/{name}.ini">{name}</a></h3>'
            f"<p>{html.escape(figure['question'])}</p>{pictures}"
            + (f"<p>Published {orders}.</p>" if orders else "")
            + (f"<details><summary>each</summary>{more}</details>" if more else "")
            + ('<p class="wrong">All lines are equal.</p>' if shown["equal"] else "")
            + (f"<p><small>{html.escape(figure['source'])}</small></p>"
               if figure["source"] else "")
            + f"<p><code>{html.escape(shown['command'])}</code> "
            f"<small>{shown['seconds']} s</small></p></article>\n")


def write_page(figures, options):
    """Writes the page and the table of all figures that have been drawn."""
    there = [each for each in figures
             if (options.out / each["scenario"] / "picture.json").exists()]
    up = os.path.relpath(ROOT, options.out)
    text, folder, rows = HEAD, None, []
    text += f"<p>{len(there)} of {len(figures)}, from the commands below each.</p><main>\n"
    for each in there:
        if each["scenario"].split("/")[0] != folder:
            folder = each["scenario"].split("/")[0]
            text += f"<h2>{html.escape(folder)}</h2>\n"
        text += card(each, options.out / each["scenario"], up)
        shown = json.loads((options.out / each["scenario"] / "picture.json").read_text())
        rows.append([each["scenario"], shown["command"], shown["seconds"],
                     shown["sentences"][0] if shown["sentences"] else "", each["source"]])
    (options.out / "index.html").write_text(text + "</main></body></html>\n")
    with open(options.out / "gallery.csv", "w", newline="") as file:
        csv.writer(file).writerows(
            [["scenario", "command", "seconds", "published", "source"]] + rows)


def main():
    options = arguments()
    listed = fedltr(options, "list", "figures", "--format", "json")
    if listed.returncode:
        sys.exit(listed.stderr.strip())
    figures = json.loads(listed.stdout)
    chosen = wanted(figures, options.names)
    if options.print:
        for each in chosen:
            print("fedltr", shlex.join(command_of(each, options)))
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    options.out = options.out.resolve()
    failed = 0
    for each in chosen:
        folder = options.out / each["scenario"]
        if (folder / "picture.json").exists() and not options.again:
            continue
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        error = run(each, options, folder)
        if error:
            print(f"{each['scenario']}: {error}", file=sys.stderr)
            failed += 1
        elif json.loads((folder / "picture.json").read_text())["equal"]:
            print(f"{each['scenario']}: all lines are equal", file=sys.stderr)
            failed += 1
        write_page(figures, options)
    print(options.out / "index.html")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
