#!/usr/bin/env bash
# Many members on one machine: a server and its members, each with a TLS connection
# of its own, in network namespaces joined by a bridge, 2,000 members a namespace and
# process (members_load). From each epoch to the next a SHARE of them loses its
# connection for a minute. Prints the members of each sum, the seconds of each epoch
# beyond its window, and processor time and memory of the server. Exit code 1 if a sum
# was not opened. 10,000 members need 12 GB and two cores with nothing else to do.
# Usage: members_many.sh BUILD [MEMBERS [SHARE [EPOCHS]]]
set -eu
build=$(realpath "${1:?usage: members_many.sh BUILD [MEMBERS [SHARE [EPOCHS]]]}")
members=${2:-10000}
share=${3:-.1}
epochs=${4:-6}
window=20
deadline=30
each=2000
# Namespaces, and what is mounted for them, end with this process.
if [ -z "${FEDLTR_IN_NAMESPACE:-}" ]; then
  FEDLTR_IN_NAMESPACE=1 exec unshare -rmn "$0" "$@"
fi
. "$(dirname "$(realpath "$0")")/../tests/cli/common.sh"
. "$(dirname "$(realpath "$0")")/../tests/cli/namespaces.sh"
own_folder
make_bridge
ulimit -n "$(ulimit -Hn)"

cat >many.ini <<INI
[members]
names = $(seq -s, -f m%.0f "$members")
features = features.txt
epochs = $epochs
window = $window
deadline = $deadline
hold-out = 0
dropouts = 0.2
colluders = 0.1
[data]
normalize = query-minmax
[synthetic]
like = mslr
queries = $((2 * members))
documents = 20
INI
seq -f f%.0f 136 >features.txt
"$build/members_load" many.ini certificates certify
join_network server 1
ip netns exec server "$build/fedltr" serve many.ini --listen 10.9.0.1:7000 \
  --certificates certificates --out lead --rehearsal --log-format json --silence 120 \
  >/dev/null 2>log &
server=$!
started+=($server)
sleep 5
spaces=$(((members + each - 1) / each))
for space in $(seq "$spaces"); do
  join_network "s$space" $((space + 1))
  first=$(((space - 1) * each))
  count=$((members - first < each ? members - first : each))
  ip netns exec "s$space" "$build/members_load" many.ini certificates 10.9.0.1:7000 \
    $first $count "$share" 5 60 >"load$space" 2>&1 &
  started+=($!)
  sleep 10 # the time its members take to connect, one each 5 ms
done
# The server's processor seconds and largest memory, as long as it runs.
while kill -0 $server 2>/dev/null; do
  now=$(awk -v per="$(getconf CLK_TCK)" '{ print ($14 + $15) / per }' /proc/$server/stat) || true
  most=$(awk '/VmHWM/ { print $2 / 1e6 }' /proc/$server/status) || true
  if [ -n "$most" ]; then processor=$now memory=$most; fi
  sleep 1
done 2>/dev/null
wait $server && code=0 || code=$?
sleep 5 # members with a connection end with the server, others would wait for it
for load in "${started[@]:1}"; do kill "$load" 2>/dev/null || true; done
grep -h '^members' load* || tail -qn 2 load*
python3 - log $window <<'PYTHON'
import datetime
import json
import sys

before = None
for line in open(sys.argv[1]):
    line = json.loads(line)
    if " members  " not in line["message"]:
        continue
    time = datetime.datetime.fromisoformat(line["time"].replace("Z", "+00:00"))
    beyond = "" if before is None else "  %.1f s beyond the window" % (
        (time - before).total_seconds() - int(sys.argv[2]))
    print(line["message"] + beyond)
    before = time
PYTHON
echo "server: $processor s of a processor, $memory GB, exit code $code"
opened=$(grep -c ',opened,' lead/epochs.csv)
[ "$opened" = "$epochs" ] && [ $code = 0 ]
