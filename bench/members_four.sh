#!/usr/bin/env bash
# Four parts of MQ2008 as a federation of four members, as docs/members.md reports it: parts
# 1 to 3 dealt out by query, tested on part 5. `fedltr run`, a rehearsal in processes, and
# processes with real keys, alone and over a rough network (tests/cli/rough_network.py: 20 ms
# each way, 1 % of pieces late, resets and flipped bits), end with one signature. Without noise:
# with it, real keys draw other noise than a rehearsal. The server's bytes are searched for
# rows (tests/cli/leaks.py). Prints a line for each run; exit code 1 if a claim is not met.
# Usage: members_four.sh FOLDER [PROGRAM [SEED]]; FOLDER has S1.txt, S2.txt, S3.txt, S5.txt
set -u
cli=$(realpath "$(dirname "$0")/../tests/cli")
mq2008=$(realpath "${1:?usage: members_four.sh FOLDER [PROGRAM [SEED]]}")
fedltr=$(realpath "${2:-$cli/../../build/fedltr}")
seed_of_network=${3:-1}
for part in 1 2 3 5; do
  [ -r "$mq2008/S$part.txt" ] || { echo "$mq2008/S$part.txt: can't be read"; exit 2; }
done
terms=four.ini
members=(north east south west)
. "$cli/common.sh"
. "$cli/members_common.sh"

for each in "${members[@]}"; do mkdir -p "data/$each"; done
awk -v names="${members[*]}" 'BEGIN { n = split(names, m, " ") }
  $2 != q { q = $2; i = i % n + 1 }
  { print > "data/" m[i] "/rows.letor" }' "$mq2008"/S[123].txt
seq -f 'feature %g' 46 >features.txt
cat >four.ini <<'INI'
[members]
names = north, east, south, west
features = features.txt
epochs = 30
evaluate = 15
INI
make_authority

now() { date +%s%N; }
# Prints a run's line. Bytes are those of messages, without TLS.
tell() { # WHAT SIGNATURE-FILE MODEL SECONDS [EPOCHS.csv]
  local ndcg bytes=-
  ndcg=$("$fedltr" eval "$3" "$mq2008/S5.txt" | awk '$1 == "ndcg@10" { print $2 }')
  [ $# -lt 5 ] || bytes=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { up += $at["bytes_up"]; down += $at["bytes_down"] }
    END { printf "%d up, %d down", up, down }' "$5")
  printf '%-28s %s  %s  %5.1f s  %s\n' "$1" "$(signature "$2")" "$ndcg" "$4" "$bytes"
}
seconds_since() { echo "$(($(now) - $1))" | awk '{ print $1 / 1e9 }'; }

# Runs a server and four processes. They join through a network each if one is given.
declare -A way
federate() { # NAME WHAT NETWORK ARGUMENTS...
  local name=$1 what=$2 network=$3 begin server each
  shift 3
  begin=$(now)
  port=
  lead "$name" "$@"
  server=$port
  for each in "${members[@]}"; do
    if [ "$network" = rough ]; then
      python3 "$cli/rough_network.py" 127.0.0.1 "$server" 20 $((seed_of_network++)) \
        >"$each.way" &
      way[$each]=$!
      started+=("$!")
      await_line "$each.way" '[0-9]'
      port=$(head -1 "$each.way")
    fi
    # --transcript is for the server alone.
    if [ "${1:-}" = --rehearsal ]; then
      member "$name" "$each" --rehearsal
    else
      member "$name" "$each"
    fi
  done
  for each in "${members[@]}"; do
    check "$what: $each ends well" ends_with 0 "${process[$each]}" 300
  done
  check "$what: the server ends well" ends_with 0 "$lead" 120
  tell "$what" "$name/federation.json" "$name" "$(seconds_since "$begin")" "$name/epochs.csv"
  if [ "$network" = rough ]; then
    for each in "${members[@]}"; do
      kill -TERM "${way[$each]}"
      await "${way[$each]}"
      echo "  $each: $(tail -1 "$each.way")"
    done
  fi
  check "$what: the signature of fedltr run" same_signature alone/summary.json \
    "$name/federation.json" "$name"-{north,east,south,west}/model.json
}

begin=$(now)
check 'fedltr run' "$fedltr" run four.ini --set members.folder=data --out alone \
  --quiet >run.out
tell 'fedltr run' alone/summary.json alone/model-f1-r1.json "$(seconds_since "$begin")"
federate rehearsal 'rehearsal, processes' none --rehearsal
federate real 'real keys' none --transcript transcript
federate rough 'real keys, rough network' rough
python3 "$cli/leaks.py" transcript data/*/rows.letor >found.txt
check 'no row in what the server gets' [ $? -eq 3 ]
echo "found in $(stat -c %s transcript) bytes of the server: $(wc -l <found.txt)"
echo "$((checks - failures)) of $checks checks"
[ $failures -eq 0 ]
