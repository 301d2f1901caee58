#!/usr/bin/env bash
# Runs each figure and table of the papers in a form even shorter than its short form:
# scripts/gallery.py fails if a run does, or if all lines of a figure are equal.
# Usage: short_forms.sh SOURCE FEDLTR
set -euo pipefail
gallery=$1/scripts/gallery.py
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $*"
  exit 1
}

draw() {
  "$gallery" --fedltr "$program" --threads 2 --out page "$@" >printed 2>error
}

draw heterogeneity poisoning unlearning \
  --set federation.rounds=10 --set evaluation.every=5 --set synthetic.queries=25 ||
  fail "$(cat error)"
draw online --set federation.rounds=4 --set evaluation.every=2 --set synthetic.queries=25 ||
  fail "$(cat error)"
# Each of these points makes pictures by t-SNE.
draw silo/icde-figure-5 silo/journal-figure-7 --set synthetic.documents=300 \
  --set synthetic.queries=40 --set grid.silo.columns=50 --set grid.silo.real-rows=5 ||
  fail "$(cat error)"
draw silo/icde-figure-6-parties silo/journal-figure-8-parties --set silo.documents=60 \
  --set silo.queries=20 || fail "$(cat error)"
draw silo --set run.repeats=1 --set synthetic.documents=300 --set synthetic.queries=40 ||
  fail "$(cat error)"
python3 - <<'END' || fail "a figure or table was not drawn"
import csv
assert all(row["seconds"] for row in csv.DictReader(open("page/gallery.csv")))
END

# With three clients, the mean without the highest and lowest value is the median.
draw poisoning/figure-5.4 --again --set federation.rounds=4 --set federation.clients=3 \
  --set aggregation.malicious=1 --set grid.aggregation.rule=trimmed-mean,median &&
  fail "equal lines are not found"
grep -q '^poisoning/figure-5.4: all lines are equal$' error || fail "equal lines: $(cat error)"
