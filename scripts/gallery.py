#!/usr/bin/env python3
"""Draws all figures and tables of the papers on one page, small, from their short forms.

Usage: scripts/gallery.py [NAME...]    NAME: a scenario of `fedltr list figures`, or a
                                       folder of scenarios; without one: all
Options: --fedltr PROGRAM (build/fedltr), --out FOLDER (build/gallery), --threads N,
         --set KEY=VALUE (added to each run; may be repeated), --full (no short form),
         --print (only the commands), --again (runs what is there again)

Writes FOLDER/index.html and gallery.csv, with a row for each: command, seconds, how many
of the published orders hold in this short form and their test, and what the scenario's
comment says of the full size after "Reproduced:" (yes, in part, no or not measured; p;
data; remarks). A picture that is already in FOLDER is kept, so an interrupted gallery
continues. Exits with 1 if a run fails or if all lines of a figure are equal, which draws
nothing.
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
:root { color-scheme: light dark; --text: #1f2328; --page: #fff; --line: #d0d7de;
        --quiet: #59636e; --link: #0550ae; --wrong: #a40e26 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --page: #0d1117; --line: #3d444d; --quiet: #9da7b1;
          --link: #79b8ff; --wrong: #ff8182 } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 84rem;
       padding: 0 1rem; color: var(--text); background: var(--page) }
a { color: var(--link) }
main { display: grid; gap: 1rem;
       grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)) }
h2 { grid-column: 1 / -1; margin: 1rem 0 0 }
article { border: 1px solid var(--line); border-radius: 6px; padding: .8rem; min-width: 0;
          break-inside: avoid }
h3 { font-size: 1rem; margin: 0 0 .3rem } p { margin: .4rem 0 }
code { font-size: .8rem; overflow-wrap: anywhere }
img { width: 100%; max-height: 18rem; object-fit: contain; object-position: left;
      background: #fff }
.many img { width: 24% } small { color: var(--quiet) } .wrong { color: var(--wrong) }
.all { overflow-x: auto } table { border-collapse: collapse; font-size: .85rem }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
         border-bottom: 1px solid var(--line) }
@media (max-width: 44rem), print { thead { display: none } table, tbody, tr, td { display: block }
  td { border: 0; padding: 0 } tr { border-bottom: 1px solid var(--line); padding: .5rem 0 }
  td:first-child { font-weight: bold } td:empty { display: none }
  td[data-name]::before { content: attr(data-name) ": "; color: var(--quiet) } }
@media print { body { margin: 0; max-width: none; font-size: 11px } main { display: block }
  article { margin: 0 0 .6rem } a { color: inherit } tr { break-inside: avoid } }
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


def reproduced(figure):
    """Returns what a scenario's comment says after "Reproduced:": in a word, p, data and
    remarks, of which the last three may be empty."""
    for note in figure["notes"]:
        found = re.match(r"Reproduced: (yes|in part|no|not measured)(?:, (p [<>=] [.\d]+))?"
                         r"(?:, ([^.]+))?\.(?: (.*))?$", note)
        if found:
            return {name: found[number + 1] or "" for number, name in enumerate(
                ["reproduced", "p", "data", "remarks"])}
    sys.exit(f"{figure['scenario']}: its comment has no paragraph that begins with "
             "'Reproduced: yes', 'in part', 'no' or 'not measured'")


def verdict(figure):
    """Returns the first words of that: yes or no, p, and the data."""
    said = reproduced(figure)
    return ", ".join(each for each in (said["reproduced"], said["p"], said["data"]) if each)


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
    shown |= {"command": "fedltr " + shlex.join(command), "seconds": round(seconds, 1),
              "threads": options.threads or os.cpu_count()}
    (folder / "picture.json").write_text(json.dumps(shown, indent=1))
    return ""


def choose(page, files, run):
    """Returns the pictures of a report's first section, and its sentences but the one that
    repeats the scenario's comment. A report without such a picture shows its first figure,
    else the points' pictures of cross-party instances."""
    drawn = [(section["title"], block) for section in page["sections"]
             for block in section["blocks"] if block["kind"] != "paragraph"]
    assert len(drawn) == len(files), "a picture for each table and figure"
    places = [i for i, (title, _) in enumerate(drawn) if title == PICTURE]
    figures = [i for i, (_, block) in enumerate(drawn) if block["kind"] == "figure"]
    instances = sorted(run.rglob("relevance-tsne.svg")) or sorted(run.rglob("relevance.svg"))
    if not places and (figures or not instances):
        places = (figures or [0])[:1]
    sentences = [block["text"] for section in page["sections"] if section["title"] == PICTURE
                 for block in section["blocks"] if block["kind"] == "paragraph"
                 and not block["text"].startswith("Reproduced at full size: ")]
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
    remarks = html.escape(reproduced(figure)["remarks"])
    more = "".join(f"<p>{html.escape(each)}</p>" for each in shown["sentences"][1:])
    return (f'<article id="{name}"><h3><a href="{up}/scenarios/{name}.ini">{name}</a></h3>'
            f"<p>{html.escape(figure['question'])}</p>{pictures}"
            + (f"<p>Published {orders}.</p>" if orders else "")
            + (f"<details><summary>each</summary>{more}</details>" if more else "")
            + ('<p class="wrong">All lines are equal.</p>' if shown["equal"] else "")
            + f"<p>Reproduced at full size: {html.escape(verdict(figure))}. {remarks}</p>"
            + (f"<p><small>{html.escape(figure['source'])}</small></p>"
               if figure["source"] else "")
            + f"<p><code>{html.escape(shown['command'])}</code> "
            f"<small>{shown['seconds']} s</small></p></article>\n")


def short_orders(shown):
    """Returns how many published orders hold in the drawn short form, and their test."""
    tests = [each for each in shown["sentences"] if each.startswith("significant ")]
    return (shown["sentences"][0] if shown["sentences"] else "", tests[0] if tests else "")


def table_of_all(figures, drawn):
    threads = sorted({str(shown["threads"]) for shown in drawn.values()
                      if shown and "threads" in shown})  # earlier galleries lack it
    heads = ["scenario", "reproduced at full size", "remarks", "orders in the short form",
             f"seconds (threads: {', '.join(threads)})", "source"]
    rows = ""
    for figure in figures:
        name, shown = html.escape(figure["scenario"]), drawn[figure["scenario"]]
        cells = [f'<a href="#{name}">{name}</a>' if shown else name,
                 html.escape(verdict(figure)), html.escape(reproduced(figure)["remarks"]),
                 html.escape(". ".join(filter(None, short_orders(shown)))) if shown else "",
                 f"{shown['seconds']:.1f}" if shown else "", html.escape(figure["source"])]
        rows += f"<tr><td>{cells[0]}</td>" + "".join(
            f'<td data-name="{head}">{cell}</td>'
            for head, cell in zip(heads[1:], cells[1:])) + "</tr>\n"
    return ("<div class=all><table><thead><tr>" + "".join(f"<th>{each}</th>" for each in heads)
            + f"</tr></thead><tbody>\n{rows}</tbody></table></div>\n")


def write_table(figures, drawn, file):
    with open(file, "w", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(["scenario", "source", "command", "seconds", "threads", "short_orders",
                        "short_test", "reproduced", "p", "data", "remarks"])
        for each in figures:
            shown = drawn[each["scenario"]] or {"sentences": []}
            table.writerow([each["scenario"], each["source"], shown.get("command", ""),
                            shown.get("seconds", ""), shown.get("threads", ""),
                            *short_orders(shown), *reproduced(each).values()])


def write_page(figures, options):
    """Writes the page, and the table of all figures, of which some may not be drawn."""
    drawn = {}
    for each in figures:
        file = options.out / each["scenario"] / "picture.json"
        drawn[each["scenario"]] = json.loads(file.read_text()) if file.exists() else None
    there = [each for each in figures if drawn[each["scenario"]]]
    up = os.path.relpath(ROOT, options.out)
    text, folder = HEAD, None
    text += (f"<p>{len(there)} of {len(figures)} drawn, from the commands below each. The full "
             "size is what each scenario's comment says of it.</p>\n")
    text += table_of_all(figures, drawn) + "<main>\n"
    for each in there:
        if each["scenario"].split("/")[0] != folder:
            folder = each["scenario"].split("/")[0]
            text += f"<h2>{html.escape(folder)}</h2>\n"
        text += card(each, options.out / each["scenario"], up)
    (options.out / "index.html").write_text(text + "</main></body></html>\n")
    write_table(figures, drawn, options.out / "gallery.csv")


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
