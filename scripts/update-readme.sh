#!/usr/bin/env bash
# Puts what `fedltr list` prints into the README. Usage: update-readme.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."
"${1:-build}/fedltr" list >list.partial
awk '/^From `fedltr list`:/ { print; print ""; print "```"; while ((getline line < "list.partial") > 0) print line; skip = 1; next }
     skip && /^```$/ { fences++; if (fences == 2) { print; skip = 0 } next }
     !skip' README.md >README.partial
mv README.partial README.md
rm list.partial
