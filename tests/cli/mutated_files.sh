#!/usr/bin/env bash
# Mutated real files are read, or refused in one line that helps: the first 60 of seed 1.
# Usage: mutated_files.sh ROOT PROGRAM
set -eu
data=${FEDLTR_SHARED:-$1/../shared}/data
[ -d "$data" ] || { echo "skipped: no $data; set FEDLTR_SHARED"; exit 77; }
"$1/scripts/mutated_files.py" "$2" "$data" --count 60
