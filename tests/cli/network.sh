#!/usr/bin/env bash
# A consortium over a bad network: a relay and four parties in network namespaces
# of their own, joined by a bridge, with 20 ms each way and 1 % of packets lost
# (tc netem, or, where the kernel has none, tests/cli/rough_network.py); that
# script also resets connections and flips bits. It ends with the bits
# of `fedltr run`. Cranfield in four folders where it is, else made-up texts.
# Usage: network.sh PROGRAM [SEED [made-up]]
set -u
here=$(dirname "$(realpath "$0")")
seed_of_network=${2:-1}
skip() { echo "skipped: $*"; exit 77; }
for tool in ip python3 unshare; do
  command -v $tool >/dev/null || skip "no $tool; scripts/setup.sh tests"
done
# Namespaces, and what is mounted for them, end with this process.
if [ -z "${FEDLTR_IN_NAMESPACE:-}" ]; then
  unshare -rmn true 2>/dev/null || skip "no network namespaces here"
  FEDLTR_IN_NAMESPACE=1 exec unshare -rmn "$0" "$@"
fi
. "$here/namespaces.sh"
make_bridge || skip "no bridge in a network namespace"
. "$here/consortium_common.sh"

number=1
for name in relay "${members[@]}"; do
  join_network "$name" $((number++)) || skip "no virtual Ethernet here"
done
delay=20
if ip netns exec relay tc qdisc add dev eth0 root netem delay 20ms loss 1% \
  2>/dev/null; then
  for name in "${members[@]}"; do
    ip netns exec "$name" tc qdisc add dev eth0 root netem delay 20ms loss 1%
  done
  delay=0
fi
[ $delay = 0 ] && by='tc netem' || by='a program, for the kernel has no netem'

# Documents and queries of Cranfield, one in four each.
part_cranfield() { # FOLDER
  local k name
  for k in 0 1 2 3; do
    name=${members[k]}
    for file in corpus queries; do
      awk -v k=$k 'NR % 4 == k' "$1/$file.jsonl" >"data/$name/$file.jsonl"
      sed 's/.*"_id": *"\([^"]*\)".*/\1/' "data/$name/$file.jsonl" >$file.ids
    done
    awk 'FILENAME == "queries.ids" { query[$1]; next }
         FILENAME == "corpus.ids" { document[$1]; next }
         FNR == 1 || ($1 in query && $2 in document)' \
      queries.ids corpus.ids "$1/qrels/test.tsv" >"data/$name/qrels/test.tsv"
  done
}
texts='made-up texts'
cranfield=${FEDLTR_SHARED:-$here/../../../shared}/data/cranfield
if [ "${3:-}" != made-up ] && [ -r "$cranfield/corpus.jsonl" ]; then
  texts=Cranfield
  part_cranfield "$cranfield"
fi
check 'one process is done' "$fedltr" run four.ini --set data.folder=data \
  --out alone --quiet >run.out 2>&1

begin=$(date +%s%N)
ip netns exec relay "$fedltr" relay four.ini --listen 10.9.0.1:7000 --out rough \
  --threads 1 --rehearsal --wait 60 >relay.out 2>relay.err &
relay=$!
started+=("$relay")
await_line relay.out 'listens on'
declare -A way
for member in "${members[@]}"; do
  ip netns exec "$member" python3 "$here/rough_network.py" 10.9.0.1 7000 $delay \
    $((seed_of_network++)) >"$member.way" &
  way[$member]=$!
  started+=("$!")
  await_line "$member.way" '[0-9]'
  ip netns exec "$member" "$fedltr" party four.ini --rehearsal --yes --threads 1 \
    --connect "127.0.0.1:$(head -1 "$member.way")" --certificates "ca/$member" \
    --data "data/$member" --out "rough-$member" --wait 60 \
    >"$member.out" 2>"$member.err" &
  party[$member]=$!
  started+=("$!")
done
for member in "${members[@]}"; do
  await "${party[$member]}" 500
  check "$member is done: $(tail -1 "$member.err")" [ $? -eq 0 ]
done
# A goodbye may be lost: then the relay waits for the party before it ends.
check 'the relay is done' ends_with 0 "$relay" 120
end=$(date +%s%N)
check 'no bit differs' same_models rough
check 'nobody is left out' bash -c '! grep -q "left out" relay.out'
for member in "${members[@]}"; do
  kill -TERM "${way[$member]}"
  await "${way[$member]}"
  echo "$member: $(tail -1 "$member.way"), $(grep -c 'joined as' "$member.err") connections"
done
echo "$texts, 20 ms and 1 % by $by: $(((end - begin) / 1000000)) ms," \
  "$(tail -qn 1 ./*.way | awk '{ n += $1 } END { print n }') bytes over the network"
echo "$((checks - failures)) of $checks checks"
[ $failures -eq 0 ]
