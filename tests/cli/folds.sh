#!/usr/bin/env bash
# Five folds of files that are large enough for a cache: each fold's features are read
# when its runs begin, with the same results; a cache that goes or is damaged in the
# midst of a study has the text read, a file that changes ends the study in one line.
# Skipped (77) where the file system allows no cache. Usage: folds.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export FEDLTR_CACHE=$folder/cache
mkdir parts
# Data of 40 features, the first three of which decide relevance; part 2 has one of
# index 0, and part 3 lacks the last one.
for part in 1 2 3 4 5; do
  awk -v part=$part 'BEGIN {
    srand(part)
    for (row = 0; row < 44000; ++row) {
      grade = int(3 * rand())
      line = grade " qid:" part "-" int(row / 20) (part == 2 ? " 0:0.25" : "")
      for (j = 1; j <= 40; ++j)
        if (j == 40 ? part != 3 : rand() < 0.9)
          line = line sprintf(" %d:%.7f", j, (rand() + (j < 4 ? grade : 0)) / 3)
      print line
    }
  }' >parts/S$part.txt &
done
wait
cat >all.ini <<'INI'
[data]
folds = parts
fold = all
storage = float32
[federation]
clients = 20
rounds = 300
[evaluation]
every = 20
[run]
repeats = 2
rankings = yes
threads = 1
INI
sleep 4 # what has just been written is not kept
"$fedltr" run all.ini --quiet --out whole --no-cache >out.txt 2>err.txt || fail "no run"
check "without a cache there is none" [ ! -e cache ]
"$fedltr" run all.ini --quiet --out first >out.txt 2>err.txt || fail "no first run"
ls cache/*.set >/dev/null 2>&1 || { echo "skipped: no cache here; TMPDIR=FOLDER of a file system that sets times"; exit 77; }
check "each part has a cache" [ "$(ls cache/*.set | wc -l)" -eq 5 ]
check "text that is read again: same results" same_files whole first
"$fedltr" run all.ini --quiet --out second >out.txt 2>err.txt || fail "no second run"
check "caches that are read twice: same results" same_files whole second
"$fedltr" run all.ini --quiet --threads 2 --out third >out.txt 2>err.txt || fail "no third run"
check "folds side by side: same results" same_files whole third
same_but_times() {
  diff -rq -x timing.json -I '"seconds"' "$1" "$2"
}
for more in "--set data.storage=sparse64 --set data.normalize=query-minmax" \
  "--set evaluation.on=train --set heterogeneity.kind=label-distribution" \
  "--set aggregation.rule=fltrust --set attack.kind=lie --set attack.clients=3" \
  "--set unlearning.method=federaser --set unlearning.clients=0" \
  "--set federation.local=fedper --set ranker.model=neural --set ranker.init=normal --set ranker.hidden=2"; do
  more="--set federation.rounds=40 $more"
  # shellcheck disable=SC2086  # words
  "$fedltr" run all.ini --quiet $more --out parsed --force --no-cache >out.txt 2>err.txt || fail "$more: not parsed"
  # shellcheck disable=SC2086
  "$fedltr" run all.ini --quiet $more --out late --force >out.txt 2>err.txt || fail "$more: not late"
  check "$more: same results" same_but_times parsed late
done
"$fedltr" data info all.ini >info.txt 2>err.txt || fail "no data info"
check "all folds are described" [ "$(grep -c '^fold' info.txt)" -eq 10 ]

# begun NAME: a run whose first fold has begun, slow enough to do something to its files.
begun() {
  "$fedltr" run all.ini --set federation.rounds=3000 --out "$1" --format ndjson \
    >events.txt 2>err.txt &
  process=$!
  await_line events.txt '"event":"round"'
  check "$1: the last fold has not begun" [ -z "$(grep '"event":"round".*"fold":5' events.txt)" ]
}
begun slow
await "$process" 120
check "a slow run ends" [ $? -eq 0 ]
begun touched
touch -a parts/S*.txt
chmod 600 parts/S*.txt
await "$process" 120
check "with other times of the same files a run ends" [ $? -eq 0 ]
check "with other times: same results" same_files slow touched
sleep 4
"$fedltr" run all.ini --quiet --out anew >out.txt 2>err.txt # makes the caches anew
begun gone
rm cache/*.set
await "$process" 120
check "without its caches a run ends" [ $? -eq 0 ]
check "without its caches: same results" same_files slow gone
"$fedltr" run all.ini --quiet --out again >out.txt 2>err.txt # makes the caches anew
begun damaged
for file in cache/*.set; do printf x | dd of="$file" bs=1 seek=1000000 conv=notrunc 2>dd.txt; done
await "$process" 120
check "with damaged caches a run ends" [ $? -eq 0 ]
check "damage is told" grep -q 'a damaged cache' err.txt
check "with damaged caches: same results" same_files slow damaged
# Without caches the text stays in memory, and a change goes unnoticed.
"$fedltr" run all.ini --quiet --out fresh >out.txt 2>err.txt # makes the caches anew
begun changed
echo '1 qid:new 1:1' >>parts/S5.txt
await "$process" 120
check "a file that changes is a fault of the data" [ $? -eq 3 ]
check "a file that changes is named" \
  grep -q 'S5.txt: has changed since the study began' err.txt

[ $failures -eq 0 ] || exit 1
echo "all $checks checks passed"
