#!/usr/bin/env bash
# A scenario holds a value and a text of each key, and set() changes both: names
# the lines that assign one alone. Usage: settings.sh ROOT
set -u
cd "$1" || exit 1

sections=$(sed -n 's/^  [A-Za-z]*Settings \([a-z]*\);$/\1/p' app/schema/scenario.hpp | paste -sd'|')
[ "$(tr '|' '\n' <<<"$sections" | wc -l)" -gt 10 ] || { echo "no sections"; exit 1; }

# scenario.run.seed = 1, but not faults.spared, which is set by no key.
found=$(grep -rnE --include='*.?pp' --exclude-dir=schema \
  "scenario_?\.($sections|faults|silo)(\.[a-z_]+)*( [-+|&]?= |\.(clear|push_back|set|erase)\()" app |
  grep -v 'faults\.spared = ') || { echo "set() alone changes scenarios"; exit 0; }
echo "changes a value without its text, use set():"
echo "$found"
exit 1
