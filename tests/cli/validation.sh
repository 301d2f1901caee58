#!/usr/bin/env bash
# validation.sh ROOT PROGRAM: makes cells of two tables of docs/validation.md again, on
# real data: 12 rules without attack and under the steady small step that defeats most, and
# two worst cases that a search found. Cells may differ from the page by two standard
# errors, .02.
set -e
data=${FEDLTR_SHARED:-$1/../shared}/data/mq2008
[ -d "$data" ] || { echo "skipped: no $data; set FEDLTR_SHARED"; exit 77; }
runs=$(mktemp -d)
trap 'rm -rf "$runs"' EXIT
for table in matrix matrix-searched; do
  "$1/scripts/validate.py" $table "$data" --sample --within 0.02 --fedltr "$2" --out "$runs"
done
