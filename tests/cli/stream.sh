#!/usr/bin/env bash
# Lines of JSON as a user meets them: a reader that leaves, a full disk,
# Ctrl-C and --resume. Usage: stream.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
printf '[federation]\nclients = 20\nrounds = 3000\n[run]\nrepeats = 3\n' > mid.ini

"$fedltr" run mid.ini --out whole --format ndjson --threads 2 >whole.txt 2>err.txt
check "a streamed run ends with 0" [ $? -eq 0 ]
check "a streamed run is silent on standard error" [ ! -s err.txt ]
rows() { grep -h '"event":"round"' "$@"; }
check "a line an evaluated round" \
  [ "$(rows whole.txt | wc -l)" -eq $(($(wc -l <whole/rounds.csv) - 1)) ]

# A reader that leaves early: the run continues, and ends with 0.
(timeout 120 "$fedltr" run mid.ini --out left --format ndjson --set federation.rounds=30; echo $? >code.txt) 2>err.txt |
  head -1 >first.txt
check "a reader that goes away is no fault" [ "$(cat code.txt)" -eq 0 ]
check "a reader that goes away is not told" [ ! -s err.txt ]
check "a reader that goes away leaves the results" grep -q '"complete": true' left/summary.json
check "the first line is the study" grep -q '^{"event":"study"' first.txt
if [ -w /dev/full ]; then
  "$fedltr" run mid.ini --out full --format ndjson --set federation.rounds=30 >/dev/full 2>err.txt
  check "a stream that can't be written ends with 1" [ $? -eq 1 ]
  check "a stream that can't be written is told" grep -q "can't be written" err.txt
  check "a stream that can't be written leaves the results" [ -s full/summary.json ]
fi

# A stopped run resumes: the lines of both together are those of one run.
"$fedltr" run mid.ini --out stopped --format ndjson --threads 1 >first.txt 2>err.txt &
process=$!
for _ in $(seq 600); do
  [ "$(grep -c '"event":"round"' first.txt)" -gt 20 ] && break
  sleep 0.1
done
kill -TERM $process
wait $process
check "a stopped stream ends with 130" [ $? -eq 130 ]
check "a stopped stream has a last line" grep -q '"study-end","complete":false' first.txt
"$fedltr" run mid.ini --out stopped --format ndjson --resume >second.txt 2>err.txt
check "a stopped stream goes on" [ $? -eq 0 ]
check "a resumed stream says after which round" grep -qE '"resumed_after":[0-9]+' second.txt
check "both together hold every round" \
  cmp -s <(rows whole.txt | sort) <(rows first.txt second.txt | sort -u)
check "both end with the same signature" \
  [ "$(tail -1 second.txt)" = "$(tail -1 whole.txt)" ]

echo "$((checks - failures)) passed, $failures failed"
[ $failures -eq 0 ]
