#!/usr/bin/env bash
# A consortium whose relay and parties are killed at random instants and started
# again with --resume: it ends with the bits of one process that nobody
# disturbs. And a party that only falls off the net.
# Usage: consortium_kill.sh PROGRAM [KILLS [SEED]]
set -u
. "$(dirname "$0")/consortium_common.sh"
kills=${2:-6}
RANDOM=${3:-7}

# Long enough to be killed in.
sed -i 's/^joint-iterations.*/joint-iterations = 400/' four.ini
check 'one process is done' "$fedltr" run four.ini --set data.folder=data \
  --out alone --quiet >run.out 2>&1

# Starts one of five with --resume; its process is in ${process[NAME]}. The
# relay says its port once, and has it ever after.
declare -A process
port=0
start() { # NAME
  if [ "$1" = relay ]; then
    "$fedltr" relay four.ini --listen "127.0.0.1:$port" --out killed \
      --threads 1 --rehearsal --resume --grace 20 >>relay.out 2>>relay.err &
  else
    "$fedltr" party four.ini --connect "127.0.0.1:$port" --data "data/$1" \
      --certificates "ca/$1" --out "killed-$1" --threads 1 --wait 60 \
      --rehearsal --resume --yes >>"$1.out" 2>>"$1.err" &
  fi
  process[$1]=$!
  started+=("$!")
}
start relay
await_line relay.out 'listens on'
port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' relay.out)
for member in "${members[@]}"; do start "$member"; done

all=(relay "${members[@]}")
hit=0
for _ in $(seq "$kills"); do
  sleep "0.$((RANDOM % 9))"
  name=${all[$((RANDOM % 5))]}
  kill -9 "${process[$name]}" 2>/dev/null || continue
  wait "${process[$name]}" 2>/dev/null
  hit=$((hit + 1))
  start "$name"
done
for name in "${all[@]}"; do
  check "$name is done" ends_with 0 "${process[$name]}"
done
check 'killed again and again, and no bit differs' same_models killed
check 'most kills found a process' [ $((2 * hit)) -ge "$kills" ]
check 'nobody is left out' bash -c '! grep -q "left out" relay.out'
check 'no journal is left' [ -z "$(find killed* -name '*.journal')" ]
for member in "${members[@]}"; do
  check "$member: no answer is in the ledger twice" [ -z \
    "$(cut -d, -f2-4 "killed-$member/ledger.csv" | sort | uniq -d)" ]
done
start north
check 'who is done has nothing to do' ends_with 0 "${process[north]}"
check 'and says so' grep -q 'already complete' north.out

echo "$((checks - failures)) of $checks checks, $hit kills, $SECONDS s"
[ $failures -eq 0 ]
