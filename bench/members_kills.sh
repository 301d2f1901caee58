#!/usr/bin/env bash
# A federation of four members with noise and real keys, as processes, of which twenty are
# killed (kill -9) at random moments: members and the server, which starts again with
# --resume. At the end all must have ended well, each ledger must have each epoch in whose
# sum its member is, once, and the model must rank held-out queries better than before. Prints
# counts; exit code 1 if a claim is not met. Takes a minute.
# Usage: members_kills.sh FEDLTR [SEED]
set -u
cli=$(realpath "$(dirname "$0")/../tests/cli")
fedltr=$(realpath "${1:?usage: members_kills.sh FEDLTR [SEED]}")
RANDOM=${2:-4}
kills=20
terms=four.ini
members=(north east south west)
. "$cli/common.sh"
. "$cli/members_common.sh"

make_rows 1000 12
deal_rows
cat >four.ini <<'INI'
[members]
names = north, east, south, west
features = features.txt
epochs = 3000
window = 4
deadline = 2
unit = query
divisor = 700
clip = 0.25
epsilon = 8
INI
make_authority

# Waits up to a second.
wait_a_moment() { sleep "$(awk -v r="$RANDOM" 'BEGIN { print r / 32768 }')"; }
# Kills a process, which must run.
kill_at_once() { # NAME PROCESS
  jobs -rp | grep -qx "$2" || { echo "FAILED: $1 has ended before its kill"; exit 1; }
  kill -9 "$2"
  wait "$2" 2>/dev/null
  killed[$1]=$((${killed[$1]:-0} + 1))
}

all=(server "${members[@]}")
declare -A killed
port=
lead killed
for each in "${members[@]}"; do member killed "$each"; done
await_line killed.err 'epoch 2 '
for _ in $(seq $kills); do
  wait_a_moment
  each=${all[RANDOM % 5]}
  if [ "$each" = server ]; then
    kill_at_once server "$lead"
    lead killed --resume
  else
    kill_at_once "$each" "${process[$each]}"
    member killed "$each"
  fi
done
for each in "${members[@]}"; do
  check "$each ends well" ends_with 0 "${process[$each]}" 200
done
check 'the server ends well' ends_with 0 "$lead"

check 'one model' same_signature killed/federation.json killed-{north,east,south,west}/model.json
check 'the model is finite' bash -c "! grep -qiE 'nan|inf|null' killed/model.json"
epochs=killed/epochs.csv
no_epoch_twice() { # COLUMN FILE
  [ -z "$(cut -d, -f"$1" "$2" | sort | uniq -d)" ]
}
check 'no epoch twice' no_epoch_twice 1 $epochs
# True if a member's ledger has each epoch in whose sum it is.
charged() { # MEMBER LEDGER
  awk -F, -v member="$1" 'NR == FNR { if (FNR > 1) has[$4] = 1; next }
    FNR > 1 && $5 ~ /^(opened|evaluated)/ && $4 !~ "(^| )" member "( |$)" {
      ++sums
      if (!has[$1]) { print member " lacks epoch " $1; bad = 1 }
    }
    END { exit bad || !sums }' "$2" $epochs
}
# Prints a member's metric of a line of the comparison at the end.
metric() { # LINE MEMBER
  awk -v line="$1" '$1 == line { value = $2 } END { print value }' "killed-$2.out"
}
is_better() { # MEMBER
  awk -v before="$(metric untrained "$1")" -v after="$(metric joined "$1")" \
    'BEGIN { exit !(before > 0 && after > before + 0.05) }'
}
for each in "${members[@]}"; do
  ledger=ca/$each/members-ledger.csv
  check "$each: the ledger covers what left" charged "$each" "$ledger"
  check "$each: no epoch twice in the ledger" no_epoch_twice 4 "$ledger"
  check "$each: the model is better than none" is_better "$each"
done

printf '%-8s %6s %9s %10s %7s\n' process killed charged untrained joined
for each in "${members[@]}"; do
  printf '%-8s %6d %9d %10s %7s\n' "$each" "${killed[$each]:-0}" \
    "$(($(wc -l <"ca/$each/members-ledger.csv") - 1))" "$(metric untrained "$each")" \
    "$(metric joined "$each")"
done
printf '%-8s %6d\n' server "${killed[server]:-0}"
echo "epochs, by outcome and who was missing:"
awk -F, 'NR > 1 { outcome = $5 ~ /^(opened|evaluated)/ ? $5 : "lost"
    ++count[outcome ($4 == "" ? "" : ", without " $4)] }
  END { for (each in count) print "  " count[each] " " each }' $epochs | sort -k2
echo "$((checks - failures)) of $checks checks"
[ $failures -eq 0 ]
