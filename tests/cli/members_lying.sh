#!/usr/bin/env bash
# A federation of four companies that need not trust their server (members.level =
# lying), in processes of their own: a rehearsal with the bits of `fedltr run`, a real run
# with signed keys in which a member is killed, and a server that goes back to an older
# copy of its folder, which members notice.
# Usage: members_lying.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
folder=${KEEP:-$(mktemp -d)}
started=()
# Ends only processes started here.
finish() {
  for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null; done
  [ -n "${KEEP:-}" ] || rm -rf "$folder"
}
trap finish EXIT
cd "$folder" || exit 1
members=(north east south west)

"$fedltr" data synth --out rows --like custom --queries 80 --features 6 >/dev/null
for member in "${members[@]}"; do mkdir -p "data/$member"; done
awk 'BEGIN { split("north east south west", m) }
     $2 != q { q = $2; n = n % 4 + 1 }
     { print > "data/" m[n] "/rows.letor" }' rows/S?.txt
for i in $(seq 6); do echo "feature number $i"; done >features.txt
cat >four.ini <<'INI'
[members]
names = north, east, south, west
features = features.txt
epochs = 5
window = 4
deadline = 2
level = lying
colluders = 0
INI
"$fedltr" ca init >/dev/null 2>&1
for member in "${members[@]}"; do "$fedltr" ca issue "$member" >/dev/null; done
mkdir server
cp -r ca/ca.pem ca/server.pem ca/server.key ca/tokens server
chmod 700 server

terms=four.ini
# Starts the server; its port is in $port.
lead() { # NAME ARGUMENTS...
  local name=$1
  shift
  : >"$name.out" # else an earlier server's line is found
  "$fedltr" serve "$terms" --listen "127.0.0.1:${port:-0}" --certificates server \
    --out "$name" --threads 1 "$@" >"$name.out" 2>"$name.err" &
  lead=$!
  started+=("$lead")
  await_line "$name.out" 'listens on'
  port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' "$name.out")
}
# Starts a member; its process is in ${process[MEMBER]}.
declare -A process
member() { # RUN MEMBER ARGUMENTS...
  local run=$1 member=$2
  shift 2
  "$fedltr" member "$terms" --connect "127.0.0.1:$port" --data "data/$member" \
    --certificates "ca/$member" --out "$run-$member" --threads 1 --wait 20 --yes \
    "$@" >"$run-$member.out" 2>"$run-$member.err" &
  process[$member]=$!
  started+=("${process[$member]}")
}
ends_with() { # CODE PROCESS
  await "$2"
  local code=$?
  [ $code -eq "$1" ] || { echo "exit code $code, expected $1"; return 1; }
}
signature() { sed -n 's/.*"signature": "\([0-9a-f]*\)".*/\1/p' "$1"; }
same_signature() {
  local first
  first=$(signature "$1")
  [ -n "$first" ] || return 1
  for file in "$@"; do [ "$(signature "$file")" = "$first" ] || return 1; done
}

# --- sizes that can't stand it
check 'four members stand no dropout beside a colluder' bash -c \
  "'$fedltr' check four.ini --set members.colluders=0.25 2>&1 |
   grep -q '0, or lower members.colluders'"
check 'show names the level' bash -c "'$fedltr' member four.ini --certificates ca/north \
  --show | grep -q 'Level lying (experimental: no cryptographer has read it)'"
check 'certificates are needed' bash -c "'$fedltr' member four.ini --name north \
  --connect 127.0.0.1:1 --data data/north --insecure --yes 2>&1 |
  grep -q 'members.level = lying needs --certificates'"

# --- a rehearsal has the bits of a run, and of the level honest
check 'run rehearses it' "$fedltr" run four.ini --set members.folder=data --out alone \
  --quiet >/dev/null
check 'honest has the same bits' "$fedltr" run four.ini --set members.folder=data \
  --set members.level=honest --out honest --quiet >/dev/null
lead rehearsal --rehearsal
for each in "${members[@]}"; do member rehearsal "$each" --rehearsal; done
for each in "${members[@]}"; do
  check "$each ends well" ends_with 0 "${process[$each]}"
done
check 'the server ends well' ends_with 0 "$lead"
check 'the same bits everywhere' same_signature alone/summary.json honest/summary.json \
  rehearsal/federation.json rehearsal-{north,east,south,west}/model.json

# --- a real run; a member is killed, then the server, which goes back
sed -i 's/epochs = 5/epochs = 1000\nevery = 1s/' four.ini
port=
lead real
for each in "${members[@]}"; do member real "$each"; done
await_line real.err 'epoch 2 '
cp -r real older
kill -9 "${process[west]}"
await_line real.err '3 of 4 members  sum opened'
member real west
await_line real-west.err ' of 4 members'
check 'a member remembers the history' grep -q '"history": "[0-9a-f]*"' \
  real-north/history.json
kill -9 "$lead"
cp older/lead.json real/lead.json
lead real --resume
for each in "${members[@]}"; do
  check "$each ends: the server has gone back" ends_with 4 "${process[$each]}"
  check "$each has the reason" grep -q 'it has gone back' "real-$each.err"
done
kill -9 "$lead"

exit $failures
