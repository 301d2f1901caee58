#!/usr/bin/env bash
# A short run of each kind gets no memory, or no thread, once or from there on, at
# its n-th request. A command that reports success has succeeded; another one prints
# the reason in a line, at once, and can resume or be repeated to the same files.
# Usage: memory.sh PROGRAM LIBRARY [MOST]
#
# MOST: number of values of n for each command, evenly picked, at most all.
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

threads=0 # 1: none of these
without_memory() { # AT ON COMMAND...
  local settings=(FAIL_ON="$2" FAIL_THREADS=$threads LD_PRELOAD="$library")
  if [ "$1" -eq 0 ]; then settings+=(FAIL_LOG="$folder/log")
  else settings+=(FAIL_AT="$1"); fi
  shift 2
  runs=$((runs + 1))
  timeout 60 env "${settings[@]}" "$@" >out.txt 2>err.txt
  local code=$?
  # glibc's own line, of another thread that ends at the same time.
  sed -i '/^Fatal glibc error: failed to register TLS destructor/d' err.txt
  return $code
}

# As in failing.sh: out/ is to become whole/, whatever fails.
sweep() { # NAME ON AGAIN COMMAND...
  local name=$1 on=$2 again=$3 at code asked stride
  shift 3
  rm -rf out
  cp -r start out
  without_memory 0 0 "$@" || { fail "$name: no run"; return; }
  asked=$(cat log)
  stride=$(((asked + most - 1) / most))
  for ((at = 1 + (RANDOM * 32768 + RANDOM) % stride; at <= asked; at += stride)); do
    rm -rf out
    cp -r start out
    without_memory "$at" "$on" "$@"
    code=$?
    checks=$((checks + 1))
    if [ $code -ne 0 ]; then
      is_told $code || fail "$name: $at of $asked: ends with $code"
      "$@" $again >out.txt 2>err.txt || fail "$name: $at of $asked: not again"
    fi
    same_files whole out >diff.txt ||
      fail "$name: $at of $asked: $(cat diff.txt)"
  done
  check "$name: what is asked for is seen" [ "$asked" -ge "$least" ]
}

least=100 # requests of a run, minimum
sweeps() { # NAME AGAIN COMMAND...
  rm -rf start out whole
  mkdir start out
  "${@:3}" >out.txt 2>err.txt || fail "$1 doesn't run"
  mv out whole
  sweep "$1, once" 0 "${@:2}"
  sweep "$1, from there" 1 "${@:2}"
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
INI
{
  cat federation.ini
  printf '[grid]\nlearner.rate = 0.1, 0.2\n'
} >grid.ini
{ silo_scenario 2 4; } >silo.ini

for scenario in federation grid silo; do
  sweeps $scenario --resume "$fedltr" run $scenario.ini --quiet --out out
done

threads=1 least=2
for scenario in federation silo; do
  sweeps "threads of $scenario" --resume "$fedltr" run $scenario.ini --quiet --out out
done
threads=0 least=100

"$fedltr" run federation.ini --quiet --out learned >out.txt || exit 1
for query in 1 2; do
  for document in 1 2 3; do echo "$document qid:$query 1:$document 20:.5"; done
done >data.txt
model=learned/model-f1-r1.json
# Results written before memory ran out remain.
sweeps rank --force "$fedltr" rank $model data.txt --out out/ranked.run
sweeps export --force "$fedltr" export $model --to c --out out/made
sweeps report --force "$fedltr" report learned --out out/report.html
sweeps convert --force "$fedltr" data convert data.txt --to csv --out out/data.csv

echo "$((checks - failures)) of $checks checks, $runs runs, $SECONDS s"
[ $failures -eq 0 ]
