#!/usr/bin/env bash
# A run that is killed at random moments, and resumed each time, ends as if
# nothing had happened: a federation and silos. Usage: kill.sh PROGRAM [SEED]
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
RANDOM=${2:-4711}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

fail() {
  echo "FAILED: $*"
  exit 1
}

# Waits for a number of milliseconds.
pause() { sleep "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"; }

# All files of two run folders except the times.
same_results() { # SCENARIO
  local file
  while read -r file; do
    cmp "whole-$1/$file" "killed-$1/$file" || exit 1
  done < <(cd "whole-$1" && find . -type f ! -name timing.json)
}

# Kills SCENARIO.ini KILLS times at random moments, for at most SECONDS:
# a machine that is busy with other things must not fail the test.
kill_and_resume() { # SCENARIO KILLS SECONDS
  local scenario=$1 wanted=$2 end=$((SECONDS + $3))
  local start length kills=0 tries=0 process code
  local run=("$fedltr" run "$scenario.ini" --quiet)
  "${run[@]}" --out "whole-$scenario" >out.txt || exit 1
  start=$(date +%s%N)
  "${run[@]}" --out again >out.txt || exit 1
  length=$((($(date +%s%N) - start) / 1000000))
  rm -r again
  while [ $kills -lt "$wanted" ] && [ $SECONDS -lt $end ]; do
    tries=$((tries + 1))
    "${run[@]}" --out "killed-$scenario" --resume >out.txt 2>err.txt &
    process=$!
    pause $((RANDOM % (length * 3 / 4 + 1)))
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
    code=$?
    [ $code -eq 137 ] && kills=$((kills + 1))
    [ $code -eq 137 ] || [ $code -eq 0 ] ||
      fail "$scenario: a resumed run ends with $code: $(cat err.txt)"
    # It ended before: the next one starts over, and is killed sooner.
    if [ $code -eq 0 ]; then
      same_results "$scenario"
      rm -r "killed-$scenario"
      length=$((length * 3 / 4 + 1))
    fi
  done
  "${run[@]}" --out "killed-$scenario" --resume >out.txt 2>err.txt
  code=$?
  [ $code -eq 0 ] || fail "$scenario: ends with $code: $(cat err.txt)"
  same_results "$scenario"
  [ -z "$(find "killed-$scenario" -name checkpoint)" ] || fail "$scenario: a checkpoint stays"
  [ $kills -gt 0 ] || fail "$scenario: no kill hit a run"
  echo "$scenario: $kills kills in $tries runs of $length ms or less: the same results"
}

# Two shards that are killed once each of their runs has a checkpoint, and a
# merge that is killed KILLS times: the results of one run. A merge
# that ended before starts over, and is killed sooner.
kill_merge() { # SCENARIO KILLS
  local out=killed-$1/shard- shard process kills=0 tries=0 length=300 code
  local whole=whole-$1 merge=("$fedltr" merge "$1.ini" --no-cache --quiet --out "killed-$1")
  rm -rf "killed-$1"
  local runs
  runs=$(find "$whole" -name 'model-*.json' | wc -l)
  for shard in 1 2; do
    "$fedltr" run "$1.ini" --quiet --out "killed-$1" --shard $shard/2 >out.txt 2>err.txt &
    process=$!
    while kill -0 $process 2>/dev/null && [ "$(find "$out$shard-of-2" \
      -name 'f*.bin' 2>/dev/null | wc -l)" -lt $((runs / 2)) ]; do sleep 0.01; done
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
  done
  cp -r "killed-$1" shards
  while [ $kills -lt "$2" ] && [ $tries -lt 100 ]; do
    tries=$((tries + 1))
    "${merge[@]}" --resume >out.txt 2>err.txt &
    process=$!
    pause $((RANDOM % length))
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
    code=$?
    [ $code -eq 137 ] && kills=$((kills + 1))
    [ $code -eq 137 ] || [ $code -eq 0 ] || fail "$1: merge ends with $code: $(cat err.txt)"
    if [ $code -eq 0 ]; then
      same_results "$1"
      rm -r "killed-$1"
      cp -r shards "killed-$1"
      length=$((length * 3 / 4 + 1))
    fi
  done
  "${merge[@]}" --resume --threads 2 >out.txt 2>err.txt || fail "$1: merge: $(cat err.txt)"
  same_results "$1"
  [ $kills -gt 0 ] || fail "$1: no kill hit a merge"
  echo "$1: $kills kills in $tries merges: the same results"
}

# Prints the summaries that stand, not those being put in place.
summaries() { # FOLDER
  find "$1" -name '.fedltr-*' -prune -o -name summary.json -print 2>err.txt
}

# Ended points are written while others still run, and stay whatever becomes of
# these.
kill_after_first_point() { # SCENARIO
  local process
  "$fedltr" run "$1.ini" --quiet --out "early-$1" >out.txt 2>err.txt &
  process=$!
  for _ in $(seq 2000); do
    [ -n "$(summaries "early-$1")" ] && break
    sleep 0.02
  done
  kill -9 $process || fail "$1: no point was written before the end"
  wait $process 2>/dev/null
  grep -q '"complete": true' "early-$1"/*/summary.json ||
    fail "$1: no point is complete"
}

# Folds, repeats, networks whose output layers stay with their clients, and
# an optimizer with a memory.
cat > federation.ini <<'INI'
[run]
repeats = 2
[synthetic]
like = custom
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
kill_and_resume federation 20 45
kill_merge federation 5
# Two of 40 clients train in a round: others keep no state, however often a run continues.
few() { # ROUNDS FOLDER ARGUMENTS...
  "$fedltr" run federation.ini --quiet --set federation.participation=0.05 \
    --set evaluation.every=1 --set federation.rounds="$1" --out "${@:2}" >out.txt || exit 1
}
few 12 few
few 6 continued
few 12 continued --resume
cmp few/state-f1-r1.bin continued/state-f1-r1.bin || fail "FedPer: another state"

# Repeats of several points, of which each is kept when it ends.
{ silo_scenario 4 300; printf '[grid]\nsilo.top = 5, 10\n'; } > silo.ini
kill_and_resume silo 10 45

cat > grid.ini <<'INI'
[synthetic]
like = custom
queries = 20
[federation]
clients = 10
[evaluation]
every = 1000
[grid]
federation.rounds = 2, 10000000
INI
kill_after_first_point grid
{ silo_scenario 1 20; printf '[grid]\nsilo.joint-iterations = 2, 100000\n'; } |
  sed '/^joint-iterations/d' > silo-grid.ini
kill_after_first_point silo-grid
echo "two grids: what had ended was written"

# Written results are also kept, however long before the next checkpoint is due.
{ cat federation.ini | sed '/^\[checkpoint\]/,$d'; echo '[grid]'
  echo 'learner.rate = 0.1, 0.2, 0.3, 0.4, 0.5, 0.6'; } >kept.ini
"$fedltr" run kept.ini --quiet --out kept --threads 1 >out.txt 2>err.txt &
process=$!
for _ in $(seq 2000); do
  [ "$(summaries kept | wc -l)" -ge 2 ] && break
  sleep 0.01
done
kill -9 $process || fail "the grid ended before its second point was seen"
wait $process 2>/dev/null
written=$(summaries kept | wc -l)
"$fedltr" run kept.ini --out kept --resume >out.txt 2>err.txt || fail "no resume: $(cat err.txt)"
finished=$(sed -n 's/.* \([0-9]*\) run(s) were already finished.*/\1/p' err.txt)
[ "${finished:-0}" -ge $((10 * written)) ] ||
  fail "$written points of ten runs were written, but ${finished:-no} runs kept"
echo "a grid: $written points were written before a kill, $finished runs are not run again"
