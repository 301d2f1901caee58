#!/usr/bin/env bash
# Four companies that share how well they rank: plain means, means
# under noise, and none by default. Usage: consortium_metrics.sh PROGRAM
set -u
. "$(dirname "$0")/consortium_common.sh"

run() { # NAME OPTIONS...
  relay "$1" --transcript "$1.bytes" "${@:2}"
  for member in "${members[@]}"; do
    party "$1" "$member" --yes --ledger "$1-$member.csv" "${@:2}"
  done
  for member in "${members[@]}"; do
    check "$1: $member is done" ends_with 0 "${party[$member]}"
  done
  check "$1: the relay is done" ends_with 0 "$relay"
}
check 'run shares nothing by default' "$fedltr" run four.ini \
  --set data.folder=data --out alone --quiet >run.out 2>&1
check 'and says nothing of it' bash -c \
  "! grep -q '\"shared\"' alone/summary.json && ! grep -q '^shared' run.out"
(cat four.ini; echo 'share-metrics = plain') >plain.ini
(cat four.ini; printf 'share-metrics = noisy\nmetrics-epsilon = 2\n') >noisy.ini

agreement=plain.ini
run plain --rehearsal
check 'plain: all hear what each told' all_hear plain
check 'plain: models have the bits of a run without' same_models plain
mean_of() { grep -o '"ndcg@10":[0-9.]*' | head -1 | cut -c1-21; }
own=$(compact plain-north/metrics.json |
  sed -n 's/.*"methods":.*"cs-f-ltr":\({[^}]*}\).*/\1/p' | mean_of)
check 'plain: means are the own ones' test "$own" = "$(heard plain south north | mean_of)"
check 'plain: and are there' test -n "$own"
check 'plain: the console has a line for each' bash -c \
  "grep -A4 '^shared by members: cs-f-ltr' plain-west.out | grep -q '^  east '"
check 'plain: the account says so' grep -q '"sharing": "plain"' \
  plain-west/disclosure.json
check 'plain: --show says so' bash -c \
  "'$fedltr' party plain.ini --connect 127.0.0.1:9 --data data/east --show \
   --certificates ca/east --ledger x.csv | tr '\n' ' ' |
   grep -q 'all other members; sealed'"
check 'plain: not that it is kept back' bash -c \
  "! grep -q 'or how well it ranks' plain-west.out"

agreement=noisy.ini
run noisy --rehearsal
check 'noisy: all hear what each told' all_hear noisy
check 'noisy: models have the bits of a run without' same_models noisy
check 'noisy: one process is done' "$fedltr" run noisy.ini \
  --set data.folder=data --out alone-noisy >run.out 2>&1
mv alone alone-none && mv alone-noisy alone
for member in "${members[@]}"; do
  check "noisy: $member told the bits of one process" same_shared noisy "$member"
done
check 'noisy: one process shows them all' bash -c \
  "grep -A5 '^Metrics that members shared' run.out | grep -q '^  west '"
rm -r alone && mv alone-none alone
check 'noisy: it is not what it is' bash -c \
  "[ '$(told noisy north)' != '$(told plain north)' ]"
check 'noisy: epsilon is accounted' bash -c \
  "tr -d ' \n' <noisy-west/disclosure.json | grep -q '\"metrics\":{[^}]*\"epsilon\":2'"
first=$(told noisy north)
run again --rehearsal
check 'noisy: a rehearsal has the same noise' test "$(told again north)" = "$first"
run real
check 'real: all hear what each told' all_hear real
check 'real: other noise' bash -c "[ '$(told real north)' != '$first' ]"

# A killed party sends the others one value, however often it restarts.
relay killed --grace 20
for member in "${members[@]}"; do
  party killed "$member" --yes --ledger "killed-$member.csv"
done
for _ in 1 2 3 4 5 6; do
  sleep 0.5
  kill -9 "${party[north]}" 2>/dev/null || break
  wait "${party[north]}" 2>/dev/null
  party killed north --yes --ledger killed-north.csv --resume
done
for member in "${members[@]}"; do
  check "killed: $member is done" ends_with 0 "${party[$member]}"
done
check 'killed: all hear what each told' all_hear killed

agreement=four.ini
run none --rehearsal
check 'none: the account has none' bash -c \
  "! grep -q '\"metrics\"' none-north/disclosure.json"
check 'none: nothing is shared' bash -c \
  "! grep -q '\"shared\"' none-north/metrics.json && ! grep -q '^shared' none-north.out"
check 'none: as it was said' grep -q 'or how well it ranks' none-north.out
check 'an untrained method has no metrics to share' bash -c \
  "(sed '/iterations/d' plain.ini; echo 'method = bm25') >x.ini
   '$fedltr' check x.ini 2>x.err; [ \$? -eq 2 ] && grep -q 'needs .* a trained silo.method' x.err"
check 'an epsilon without noise is refused' bash -c \
  "(cat plain.ini; echo 'metrics-epsilon = 2') >x.ini; '$fedltr' check x.ini 2>x.err
   [ \$? -eq 2 ] && grep -q 'share-metrics = noisy' x.err"
check 'without members there is nobody to tell' bash -c \
  "printf '[silo]\nshare-metrics = plain\n' >x.ini; '$fedltr' check x.ini 2>x.err
   [ \$? -eq 2 ] && grep -q 'silo.members' x.err"

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
