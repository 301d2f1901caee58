#!/usr/bin/env bash
# A run that is killed at random moments, and resumed each time, ends as if
# nothing had happened. Usage: kill.sh PROGRAM
set -u
fedltr=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# Folds, repeats, networks whose output layers stay with their clients, and
# an optimizer with a memory.
cat > long.ini <<'INI'
[run]
repeats = 2
[synthetic]
twin = custom
queries = 60
features = 8
[data]
fold = all
[ranker]
model = neural
hidden = 4
init = normal
[federation]
clients = 40
interactions = 4
rounds = 150
participation = 0.5
server = adam
local = fedper
[evaluation]
every = 4
[checkpoint]
every = 10
seconds = 0.02
INI

"$fedltr" run long.ini --out whole --quiet >whole.txt || exit 1
start=$(date +%s%N)
"$fedltr" run long.ini --out again --quiet >again.txt || exit 1
length=$((($(date +%s%N) - start) / 1000000))
rm -r again
echo "a run takes $length ms"

RANDOM=4711
kills=0
tries=0
# A machine that is busy with other things may need longer: no reason to fail.
while [ $kills -lt 20 ] && [ $SECONDS -lt 45 ]; do
  tries=$((tries + 1))
  "$fedltr" run long.ini --out killed --resume --quiet >out.txt 2>err.txt &
  process=$!
  pause=$((RANDOM % (length * 3 / 4 + 1)))
  sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
  if kill -9 $process 2>/dev/null; then kills=$((kills + 1)); fi
  wait $process 2>/dev/null
  code=$?
  if [ $code -ne 137 ] && [ $code -ne 0 ]; then
    echo "FAILED: a resumed run ends with $code: $(cat err.txt)"
    exit 1
  fi
  # It came to its end before: the next one starts over, and is killed sooner.
  if [ $code -eq 0 ]; then
    for file in rounds.csv clients.csv per_query.tsv summary.json manifest.json; do
      cmp whole/$file killed/$file || exit 1
    done
    rm -r killed
    length=$((length * 3 / 4 + 1))
  fi
done
"$fedltr" run long.ini --out killed --resume --quiet >out.txt 2>err.txt
code=$?
[ $code -eq 0 ] || { echo "FAILED: ends with $code: $(cat err.txt)"; exit 1; }
for file in $(cd whole && ls | grep -v timing.json); do
  cmp "whole/$file" "killed/$file" || exit 1
done
[ ! -e killed/checkpoint ] || { echo "FAILED: the checkpoint stays"; exit 1; }
[ $kills -gt 0 ] || { echo "FAILED: no kill hit a run"; exit 1; }
echo "$kills kills in $tries sittings: the same results"
