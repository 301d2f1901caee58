#!/usr/bin/env bash
# Each file call of a short run fails once: disk full, torn, or broken from there
# on. A command that reports success has succeeded; another one prints the reason in
# a line, and can resume or be repeated. Usage: failing.sh PROGRAM LIBRARY [MOST]
#
# MOST: number of calls of each command that fail, evenly picked, at most all.
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
library=$(realpath "$2")
most=${3:-8}
folder=$(realpath "$(mktemp -d)")
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
runs=0
RANDOM=4711

# Runs a command with its AT-th call failing; 0 counts and lists them all.
with_fault() { # AT ERROR ON READ COMMAND...
  local settings=(FAIL_BELOW="$folder/out" FAIL_WITH="$2" FAIL_ON="$3"
    FAIL_READ="$4" LD_PRELOAD="$library" ASAN_OPTIONS=verify_asan_link_order=0)
  if [ "$1" -eq 0 ]; then settings+=(FAIL_LOG="$folder/log")
  else settings+=(FAIL_AT="$1"); fi
  shift 4
  runs=$((runs + 1))
  env "${settings[@]}" timeout 60 "$@" >out.txt 2>err.txt
}

# Fails each call of COMMAND, that writes into the folder out/ what is in whole/,
# from what is in start/, once; then does it again without faults.
sweep() { # NAME ERROR ON READ AGAIN COMMAND...
  local name=$1 error=$2 on=$3 read=$4 again=$5 at code calls stride
  shift 5
  rm -rf out log
  cp -r start out
  with_fault 0 "$error" "$on" "$read" "$@" || { fail "$name: no run"; return; }
  calls=$(grep -c . log)
  stride=$(((calls + most - 1) / most))
  for ((at = 1 + RANDOM % stride; at <= calls; at += stride)); do
    rm -rf out
    cp -r start out
    with_fault "$at" "$error" "$on" "$read" "$@"
    code=$?
    checks=$((checks + 1))
    if [ $code -ne 0 ]; then
      is_told $code ||
        fail "$name: call $at of $calls, $(sed -n "${at}p" log): ends with $code"
      "$@" $again >out.txt 2>err.txt ||
        fail "$name: call $at of $calls, $(sed -n "${at}p" log): not again"
    fi
    same_files whole out >diff.txt ||
      fail "$name: call $at of $calls, $(sed -n "${at}p" log): $(cat diff.txt)"
  done
  check "$name: calls are seen" [ "$calls" -ge 5 ]
}

# Three kinds of faults.
sweeps() { # NAME AGAIN COMMAND...
  sweep "$1, disk full" 28 0 0 "${@:2}"
  sweep "$1, disk full from there" 28 1 0 "${@:2}"
  sweep "$1, half a write" 0 0 0 "${@:2}"
}

cat >federation.ini <<'INI'
[synthetic]
like = custom
queries = 12
[federation]
clients = 6
rounds = 4
[checkpoint]
every = 2
[grid]
learner.rate = 0.1, 0.2
INI
{ silo_scenario 2 4; } >silo.ini

for scenario in federation silo; do
  rm -rf whole start
  mkdir start
  run=("$fedltr" run $scenario.ini --quiet)
  "${run[@]}" --out whole >out.txt || exit 1
  sweeps $scenario --resume "${run[@]}" --out out
done

# Interrupted before the first result is written, it resumes: reading also fails.
run=("$fedltr" run federation.ini --quiet --out out)
"$fedltr" run federation.ini --quiet --out whole --force >out.txt || exit 1
rm -rf out log
with_fault 0 28 0 0 "${run[@]}" || fail "no run"
rm -rf out
with_fault "$(grep -n -m 1 'mkdir.*fedltr-new' log | cut -d : -f 1)" 28 1 0 "${run[@]}"
check "it stops where its disk is full" [ $? -eq 1 ]
rm -rf start
mv out start
check "a checkpoint is left" [ -n "$(find start -name f1-r1.bin)" ]
sweeps "resumed" "" "${run[@]}" --resume
sweep "resumed, files can't be opened" 24 0 1 "" "${run[@]}" --resume
sweep "resumed, files can't be read" 5 0 1 "" "${run[@]}" --resume

# Older results are replaced whole: none of them stands beside new ones.
rm -rf start out
"${run[@]}" --set run.seed=2 >out.txt || exit 1
mv out start
whole_or_none() {
  local code
  "$fedltr" run federation.ini --quiet --out out --force
  code=$?
  if [ $code -ne 0 ] && [ -e out/grid.csv ]; then
    same_files out start >/dev/null || same_files out whole >/dev/null ||
      echo "fedltr: old and new results are mixed: $(same_files out whole)" >&2
  fi
  return $code
}
export -f whole_or_none same_files
export fedltr
sweeps "forced" "" bash -c whole_or_none

# Verbs that write a file or a folder: whole, or not at all.
model=model.json
cp "whole/learner.rate=0.1/model-f1-r1.json" $model
cp -r "whole/learner.rate=0.1" learned
for query in 1 2; do
  for document in 1 2 3; do echo "$document qid:$query 1:$document 20:.5"; done
done >data.txt
verb() { # NAME COMMAND...
  rm -rf start out whole
  mkdir start out
  "${@:2}" >out.txt 2>err.txt || fail "$1 doesn't run"
  mv out whole
  sweeps "$1" "" "${@:2}"
}
verb rank "$fedltr" rank $model data.txt --out out/ranked.run
verb export "$fedltr" export $model --to c --out out/made
verb report "$fedltr" report learned --out out/report.html
verb convert "$fedltr" data convert data.txt --to csv --out out/data.csv

echo "$((checks - failures)) of $checks checks, $runs runs, $SECONDS s"
[ $failures -eq 0 ]
