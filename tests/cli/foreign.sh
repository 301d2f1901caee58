#!/usr/bin/env bash
# No verb that writes changes or removes others' files: beside its
# results, in folders that look like its own, behind links, and where another fedltr
# is at work. Usage: foreign.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
folder=$(realpath "$(mktemp -d)")
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
touch planted.txt err.txt

# Prints the contents of a path: bytes of a file, target of a link, or nothing.
state_of() { # PATH
  if [ -L "$1" ]; then echo "$1 -> $(readlink "$1")"
  elif [ -f "$1" ]; then sha256sum "$1"
  elif [ -d "$1" ]; then echo "$1/"
  else echo "$1: gone"; fi
}
all_states() { while read -r path; do state_of "$path"; done <planted.txt; }

put() { # PATH TEXT
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" >"$1"
  echo "$1" >>planted.txt
}
link() { # PATH TARGET
  ln -s "$2" "$1"
  echo "$1" >>planted.txt
}
study() { # FOLDER: a finished study of another user
  cp -r precious/run "$1"
  find "$1" >>planted.txt
}

# Runs a verb, checks its exit code, and checks that all files are still there.
unharmed() { # CODE NAME COMMAND...
  local code
  all_states >before.txt
  "${@:3}" >out.txt 2>err.txt
  code=$?
  all_states >after.txt
  checks=$((checks + 1))
  [ $code -eq "$1" ] || fail "$2: ends with $code"
  diff before.txt after.txt >diff.txt ||
    { fail "$2: what is not its own was touched"; cat diff.txt; }
}

# Files that others may have in a run folder, except names of a study's own points.
plant() { # FOLDER
  local name
  for name in notes.txt summary.json.tmp summary.json.partial grid.csv.partial.tmp \
    rounds.csv.bak model-mine.json .fedltr-notes checkpoint.tmp x=1/notes.txt \
    history/notes.txt checkpoint/notes.txt checkpoint/f1.bin \
    point-3/summary.json y=2/checkpoint/manifest.json methods/notes.txt; do
    put "$1/$name" "somebody's $name"
  done
  for name in lr=0.1 lr=0.2 point-1 honest=1; do study "$1/$name"; done
  study "$1/live=1"
  exec {lock}<"$1/live=1/.fedltr"
  flock -x $lock
  link "$1/old=1" ../precious/run
  link "$1/point-2" "$folder/precious/run"
  link "$1/curve" ../precious/run/rounds.csv
}

cat >one.ini <<'INI'
[synthetic]
like = custom
queries = 12
[federation]
clients = 6
rounds = 4
INI
{ cat one.ini; printf '[grid]\nlearner.rate = 0.1, 0.2\n'; } >grid.ini
{ cat one.ini; printf '[attack]\nkind = lie\nclients = 1\n'; } >attacked.ini
{ cat attacked.ini; printf '[unlearning]\nmethod = federaser\nclients = 0\n'; } >unlearned.ini
{ cat one.ini; printf '[grid]\nlearner.rate = 0.1, 100\n'; } |
  sed 's/^rounds = 4/rounds = 20000/; s/0.1, 100/0.1, 0.2, 0.3, 0.4/' >long.ini
{ silo_scenario 1 4; printf '[grid]\nsilo.top = 5, 10\n'; } >silos.ini
silo_scenario 2 4 >silo.ini
run=("$fedltr" run --quiet)
"${run[@]}" one.ini --out precious/run >out.txt || exit 1
echo "somebody's" >precious/notes.txt
find precious >>planted.txt

# --- runs
"${run[@]}" grid.ini --out grid >out.txt || exit 1
plant grid
unharmed 2 'a study at work' "${run[@]}" one.ini --out grid/live=1 --force
unharmed 2 'a grid, refused' "${run[@]}" grid.ini --out grid
unharmed 0 'a grid, --force' "${run[@]}" grid.ini --out grid --force
unharmed 0 'another grid, --force' "${run[@]}" grid.ini --out grid --force \
  --set grid.learner.rate=0.2,0.3
check 'a point that is no longer in it is gone' [ ! -e grid/learner.rate=0.1 ]
unharmed 0 'a grid that is complete, --resume' "${run[@]}" grid.ini --out grid \
  --set grid.learner.rate=0.2,0.3 --resume
unharmed 3 'a grid that can not run' "${run[@]}" grid.ini --out grid --force \
  --set data.folds=/nope
check 'and removes nothing' [ -s grid/grid.csv ]
unharmed 0 'a page of a grid' "$fedltr" report grid/learner.rate=0.2 --out grid/report.html
unharmed 0 'no grid any more, --force' "${run[@]}" one.ini --out grid --force
check 'the old points are gone' [ ! -e grid/learner.rate=0.2 ]
unharmed 0 'attacked, --force' "${run[@]}" attacked.ini --out grid --force
unharmed 0 'unlearned, --force' "${run[@]}" unlearned.ini --out grid --force
check 'it has its baselines' [ -s grid/honest/summary.json -a -s grid/retrained/summary.json ]
unharmed 0 'nobody attacks any more, --force' "${run[@]}" one.ini --out grid --force
check 'their baselines are gone' [ ! -e grid/honest -a ! -e grid/retrained ]

killed() { # OPTIONS...
  "${run[@]}" long.ini --out grid --threads 1 "$@" &
  local process=$!
  for _ in $(seq 500); do
    [ -e "grid/learner.rate=0.1/summary.json" ] && break
    sleep 0.02
  done
  kill -9 $process
  wait $process 2>/dev/null
  [ $? -eq 137 ]
}
unharmed 0 'killed, --force' killed --force
unharmed 0 'killed, --resume' "${run[@]}" long.ini --out grid --resume
unharmed 0 'one, --force' "${run[@]}" one.ini --out grid --force
unharmed 0 'silos, --force' "${run[@]}" silos.ini --out grid --force
unharmed 0 'a silo, --force' "${run[@]}" silo.ini --out grid --force
unharmed 0 'a federation, --force' "${run[@]}" one.ini --out grid --force

"${run[@]}" one.ini --out speed --threads 1,2 >out.txt || exit 1
plant speed
study speed/threads=8
unharmed 0 'numbers of threads, --force' "${run[@]}" one.ini --out speed --threads 2,4 --force
check 'one that is no longer among them is gone' [ ! -e speed/threads=1 ]
unharmed 2 'threads that are another study' "${run[@]}" one.ini --out speed --threads 2,8 --force
unharmed 3 'threads that can not run' "${run[@]}" one.ini --out speed --threads 2,4 --force \
  --set data.folds=/nope
check 'and keep their table' [ -s speed/speedup.csv ]

for part in 1 2; do "${run[@]}" grid.ini --out merged --shard $part/2 >out.txt; done
plant merged
unharmed 0 'a merge' "$fedltr" merge grid.ini --out merged --quiet
unharmed 0 'a merge, --force' "$fedltr" merge grid.ini --out merged --quiet --force
unharmed 0 'a shard, --force' "${run[@]}" grid.ini --out merged --shard 1/2 --force

# If files of others are in the way of a study, it does not begin.
for kind in study link text; do
  mkdir "way-$kind"
  "${run[@]}" one.ini --out "way-$kind" >out.txt || exit 1
  case $kind in
    study) study "way-$kind/learner.rate=0.1" ;;
    link) link "way-$kind/learner.rate=0.1" ../precious/run ;;
    text) put "way-$kind/learner.rate=0.1/summary.json" "somebody's" ;;
  esac
  unharmed 2 "a $kind in the way" "${run[@]}" grid.ini --out "way-$kind" --force
done
link way-study/checkpoint ../precious/run
unharmed 2 'a link for checkpoints' "${run[@]}" one.ini --out way-study --force
mkdir way-folder
"${run[@]}" one.ini --out way-folder >out.txt || exit 1
rm way-folder/summary.json
put way-folder/summary.json/notes.txt "somebody's"
find way-folder >>planted.txt
unharmed 1 'a folder in the way' "${run[@]}" one.ini --out way-folder --force
unharmed 2 'a folder of other studies' "${run[@]}" one.ini --out precious --force

# fedltr 0.1 left no list: the folders in its table are removed.
"${run[@]}" grid.ini --out older >out.txt || exit 1
echo 'A run folder of fedltr: fedltr run --force replaces its results.' >older/.fedltr
plant older
unharmed 0 'of an older version, --force' "${run[@]}" grid.ini --out older --force \
  --set grid.learner.rate=0.2,0.3
check 'its old point is gone' [ ! -e older/learner.rate=0.1 ]

# --- files
model=$folder/model.json
cp precious/run/model-f1-r1.json "$model"
echo "$model" >>planted.txt
for query in 1 2; do
  for document in 1 2 3; do echo "$document qid:$query 1:$document 20:.5"; done
done >data.txt
echo data.txt >>planted.txt
mkdir files
# Beside each file what once was taken for its own, and a link in its place.
beside() { # FILE
  local end
  for end in .tmp .partial .next; do put "$1$end" "somebody's"; done
  ln -s "$folder/precious/notes.txt" "$1"
}
for file in scores.txt data.csv page.html rows.npy; do beside files/$file; done
unharmed 0 'rank' "$fedltr" rank "$model" data.txt --out files/scores.txt --force
unharmed 2 'rank over its data' "$fedltr" rank "$model" data.txt --out ./data.txt --force
unharmed 2 'rank over its model' "$fedltr" rank "$model" data.txt --out "$model" --force
unharmed 0 'convert' "$fedltr" data convert data.txt --to csv --out files/data.csv --force
unharmed 0 'convert, three files' "$fedltr" data convert data.txt --to npy \
  --out files/rows.npy --force
unharmed 2 'convert over its input' "$fedltr" data convert data.txt --to csv \
  --out files/../data.txt --force
unharmed 2 'convert, two results in one' "$fedltr" data convert files/data.csv \
  --out files/c.txt --write-feature-names ./files/c.txt
unharmed 0 'report' "$fedltr" report precious/run --out files/page.html --force
unharmed 0 'synth' "$fedltr" data synth --out files --like custom --queries 10
for n in 1 2 3 4 5; do put files/S$n.txt.tmp "somebody's"; done
unharmed 0 'synth, --force' "$fedltr" data synth --out files --like custom --queries 10 --force
for to in svg csv latex; do
  unharmed 0 "report, $to" "$fedltr" report precious/run --to $to --out files/report --force
done
put files/made/notes.txt "somebody's"
unharmed 0 'export' "$fedltr" export "$model" --to json --out files/made
unharmed 0 'export, --force' "$fedltr" export "$model" --to json --out files/made --force
put files/runs.db "somebody's"
unharmed 2 'export to a database that is there' "$fedltr" export precious/run --to sqlite \
  --out files/runs.db
unharmed 0 'export to a database' "$fedltr" export precious/run --to sqlite --out files/new.db
beside files/split.csv
unharmed 0 'a split' "$fedltr" data info one.ini --split --out files/split.csv --force
cp one.ini copy.ini
echo copy.ini >>planted.txt
unharmed 2 'a split over its scenario' "$fedltr" data info copy.ini --split --out ./copy.ini --force
unharmed 2 'a page over a result' "$fedltr" report precious/run --out precious/run/summary.json --force
mkdir -p docs/qrels
echo '{"_id": "d1", "title": "", "text": "apple pear"}' >docs/corpus.jsonl
echo '{"_id": "q1", "text": "apple"}' >docs/queries.jsonl
printf 'query-id\tcorpus-id\tscore\nq1\td1\t1\n' >docs/qrels/test.tsv
printf 'q1\tapple\n' >asked.tsv
find docs asked.tsv >>planted.txt
unharmed 2 'features over a text' "$fedltr" features --data docs --out docs/corpus.jsonl --force
unharmed 0 'features' "$fedltr" features --data docs --out docs/rows.txt
for out in docs/corpus.jsonl asked.tsv; do
  unharmed 2 "a search over $out" "$fedltr" search --data docs --queries asked.tsv \
    --method bm25 --out $out --force
done
mkdir audited
touch audited/.fedltr
plant audited
unharmed 0 'an audit' "$fedltr" audit silo.ini --out audited --quiet
put files/metrics.prom "somebody's"
unharmed 2 'metrics over a file' "${run[@]}" one.ini --out grid --force \
  --metrics-file files/metrics.prom

echo "$checks checks, $failures failures, $SECONDS s"
[ $failures -eq 0 ]
