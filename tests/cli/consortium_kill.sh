#!/usr/bin/env bash
# A consortium whose relay and parties are killed at random instants and started
# again with --resume, as is one party's network: it ends with the bits of one
# undisturbed process.
# Usage: consortium_kill.sh PROGRAM [KILLS [SEED]]
set -u
here=$(dirname "$(realpath "$0")")
. "$here/consortium_common.sh"
kills=${2:-6}
RANDOM=${3:-7}

# Long enough to be killed in.
sed -i 's/^joint-iterations.*/joint-iterations = 400/' four.ini
printf 'share-metrics = noisy\nmetrics-epsilon = 2\n' >>four.ini
check 'one process is done' "$fedltr" run four.ini --set data.folder=data \
  --out alone --quiet >run.out 2>&1

# Starts one with --resume; its process is in ${process[NAME]}. The relay prints
# its port once and keeps it. North connects through a network of its own if
# Python is available to simulate it.
declare -A process
port=0
net=0
start() { # NAME
  local to=$port
  [ "$1" = north ] && [ "$net" != 0 ] && to=$net
  if [ "$1" = net ]; then
    python3 "$forward_py" "$net" "$port" >>net.out 2>>net.err &
  elif [ "$1" = relay ]; then
    "$fedltr" relay four.ini --listen "127.0.0.1:$port" --out killed \
      --threads 1 --rehearsal --resume --grace 20 >>relay.out 2>>relay.err &
  else
    "$fedltr" party four.ini --connect "127.0.0.1:$to" --data "data/$1" \
      --certificates "ca/$1" --out "killed-$1" --threads 1 --wait 60 \
      --rehearsal --resume --yes >>"$1.out" 2>>"$1.err" &
  fi
  process[$1]=$!
  started+=("$!")
}
start relay
await_line relay.out 'listens on'
port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' relay.out)
all=(relay "${members[@]}")
if command -v python3 >/dev/null; then
  start net
  await_line net.out '[0-9]'
  net=$(head -1 net.out)
  all+=(net)
else
  echo "no python3: the network is not taken away"
fi
for member in "${members[@]}"; do start "$member"; done

# A stopped party leaves an account of its messages so far, until a later one.
await_line north.out '^safety code'
kill -INT "${process[north]}"
check 'north is stopped' ends_with 130 "${process[north]}"
check 'it says what it told' bash -c \
  "grep -q '\"outcome\": \"stopped\"' killed-north/disclosure-*.json &&
   grep -q '^The run has no results here (stopped)' killed-north/disclosure-*.md &&
   grep -q '^told .*killed-north/disclosure-' north.out"
start north

hit=0
for _ in $(seq "$kills"); do
  sleep "0.$((RANDOM % 9))"
  name=${all[$((RANDOM % ${#all[@]}))]}
  kill -9 "${process[$name]}" 2>/dev/null || continue
  wait "${process[$name]}" 2>/dev/null
  hit=$((hit + 1))
  start "$name"
done
for name in relay "${members[@]}"; do
  check "$name is done" ends_with 0 "${process[$name]}"
done
check 'killed again and again, and no bit differs' same_models killed
check 'the noise on shared metrics is drawn once' all_hear killed
for member in "${members[@]}"; do
  check "$member: what it told is what one process has" same_shared killed "$member"
done
check 'most kills found a process' [ $((2 * hit)) -ge "$kills" ]
check 'nobody is left out' bash -c '! grep -q "left out" relay.out'
check 'no account of an early end is left' [ -z "$(find killed* -name 'disclosure-*')" ]
check 'no journal is left' [ -z "$(find killed* -name '*.journal')" ]
for member in "${members[@]}"; do
  check "$member: its ledger has answers" [ "$(wc -l <"killed-$member/ledger.csv")" -gt 1 ]
  check "$member: no answer is in the ledger twice" [ -z \
    "$(cut -d, -f3-5,9 "killed-$member/ledger.csv" | sort | uniq -d)" ]
done
start north
check 'who is done has nothing to do' ends_with 0 "${process[north]}"
check 'and says so' grep -q 'already complete' north.out

echo "$((checks - failures)) of $checks checks, $hit kills, $SECONDS s"
[ $failures -eq 0 ]
