#!/usr/bin/env bash
# page_faults.sh ROOT PROGRAM: a round takes hardly a page from the system, as
# bench/README.md has it for most scenarios; two of them here.
set -e
"$1/bench/page_faults.py" "$2" "$1/scenarios/online/fpdgd.ini" \
  "$1/scenarios/poisoning/vigilant.ini" | tee /dev/stderr |
  awk 'NF == 2 && $2 ~ /^-?[0-9.]+$/ { rows++; if ($2 >= 5) bad++ } END { exit rows != 2 || bad > 0 }'
