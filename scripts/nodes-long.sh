#!/usr/bin/env bash
# Tests that take too long for the suite, as root: nodes in network namespaces, over a
# link with 50 ms and 1 % loss that is also cut; start, stop, kill and reconnect
# repeatedly. Each step has a deadline.
# Usage: scripts/nodes-long.sh PROGRAM [TIMES]      200
set -u
fedltr=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
times=${2:-200}
folder=$(mktemp -d)
prefix=fl$$
started=()
finish() {
  for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null; done
  for name in s a b c; do ip netns del "$prefix$name" 2>/dev/null; done
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder" || exit 1
fail() {
  echo "FAILED: $*"
  tail -n 20 ./*.err
  exit 1
}

await() { # PROCESS SECONDS CODE
  local end=$((SECONDS + $2)) code
  while kill -0 "$1" 2>/dev/null; do
    [ $SECONDS -lt $end ] || fail "process $1 takes more than $2 s"
    sleep 0.02
  done
  wait "$1" 2>/dev/null
  code=$?
  [ $code -eq "$3" ] || fail "process $1 ends with $code, not $3"
}

await_line() { # FILE PATTERN SECONDS
  local end=$((SECONDS + $3))
  until grep -qs -- "$2" "$1"; do
    [ $SECONDS -lt $end ] || fail "no '$2' in $1"
    sleep 0.02
  done
}

same() { # FOLDER
  local file
  for file in rounds.csv clients.csv per_query.tsv summary.json; do
    cmp "alone/$file" "$1/$file" || fail "$1 differs"
  done
}

printf '[synthetic]\nlike = custom\nqueries = 60\nfeatures = 8\n[federation]\nclients = 700\nrounds = %s\n[checkpoint]\nevery = 5\n' 100 >s.ini
"$fedltr" run s.ini --out alone --quiet >/dev/null || exit 1
"$fedltr" ca init >/dev/null
for name in a b c; do "$fedltr" ca issue $name >/dev/null; done

# Use in the background only: replaces its shell, so that its process can be killed.
at() { # MACHINE COMMAND...
  local name=$1
  shift
  exec ip netns exec "$prefix$name" "$@"
}
server_at() { # NAME ARGUMENTS...
  local name=$1
  shift
  at s "$fedltr" serve s.ini --listen 10.77.0.1:4711 --out "$name" --silence 3 \
    --verbose "$@" >"$name.out" 2>"$name.err" &
  server=$!
  started+=("$server")
}
node_at() { # MACHINE
  at "$1" "$fedltr" node --connect 10.77.0.1:4711 --certificates "ca/$1" \
    --threads 1 --silence 3 --wait 60 >>"node-$1.err" 2>&1 &
  node=$!
  started+=("$node")
}
# Separate machines, and the links between them.
for name in s a b c; do ip netns add "$prefix$name"; done
link=
connect() { # MILLISECONDS LOSS
  if [ -n "$link" ]; then
    kill "$link"
    wait "$link" 2>/dev/null
  fi
  : >link.out
  "$here/slow_link.py" "$1" "$2" 10.77.0 "$prefix"{s,a,b,c} >link.out 2>link.err &
  link=$!
  started+=("$link")
  await_line link.out ready 10
}
connect 0 0

echo "== namespaces"
begin=$SECONDS
server_at net --nodes 3
nodes=()
for name in a b c; do
  node_at $name
  nodes+=("$node")
done
await $server 60 0
for node in "${nodes[@]}"; do await "$node" 10 0; done
same net
echo "three nodes in namespaces: the same results, $((SECONDS - begin)) s"

echo "== 50 ms and 1 % loss either way"
begin=$SECONDS
connect 50 0.01
server_at slow --nodes 3
nodes=()
for name in a b c; do
  node_at $name
  nodes+=("$node")
done
await_line slow.err 'closes round 5:' 60
ip -n "${prefix}b" link set v0 down  # a cut cable: neither end is notified
await_line slow.err 'lost node b: no sign of life from it' 20
ip -n "${prefix}b" link set v0 up
for _ in $(seq 600); do
  [ "$(grep -c 'node b joins' slow.err)" -eq 2 ] && break
  sleep 0.05
done
[ "$(grep -c 'node b joins' slow.err)" -eq 2 ] || fail "b does not come back"
await $server 120 0
for node in "${nodes[@]}"; do await "$node" 90 0; done
same slow
echo "with delay, loss and a cut cable: the same results, $((SECONDS - begin)) s"
connect 0 0

echo "== $times times start, kill, reconnect, stop"
begin=$SECONDS
RANDOM=4711
for i in $(seq "$times"); do
  rm -rf again ./again.* ./node-*.err
  server_at again --nodes 2
  node_at a
  a=$node
  node_at b
  b=$node
  await_line again.err "closes round $((RANDOM % 20 + 1)):" 20
  if [ $((i % 2)) -eq 0 ]; then
    kill -9 $b
    wait $b 2>/dev/null
    node_at b
    b=$node
  else
    kill -9 $server
    wait $server 2>/dev/null
    server_at again --nodes 2 --resume
  fi
  await $server 40 0
  await $a 20 0
  await $b 20 0
  same again
done
echo "$times times the same results, $((SECONDS - begin)) s"
