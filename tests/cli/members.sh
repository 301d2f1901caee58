#!/usr/bin/env bash
# A federation of four companies in processes of their own, as docs/members.md sets it
# up: certificates of an authority whose key the server does not have, a rehearsal
# with the bits of `fedltr run`, a real run with a ledger, kills of the server and a
# member, other terms, masked evaluations, simulated users, one that leaves; and the
# server's bytes, searched for rows.
# Usage: members.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
leaks_py=$(realpath "$(dirname "$0")/leaks.py")
fedltr=$(realpath "$1")
terms=four.ini
members=(north east south west)
. "$(dirname "$0")/members_common.sh"

make_rows 120 12
deal_rows
cat >four.ini <<'INI'
[members]
names = north, east, south, west
features = features.txt
epochs = 6
window = 4
deadline = 2
evaluate = 3
INI

make_authority

# --- a rehearsal has the bits of a run, and the server sees no row
check 'check accepts it' "$fedltr" check four.ini --set members.folder=data >/dev/null
check 'run reads the folders' "$fedltr" run four.ini --set members.folder=data \
  --out alone --quiet >run.out 2>&1
check 'it compares each member' grep -q 'west .*ndcg@10' run.out
lead rehearsal --rehearsal --transcript transcript --metrics-file lead.prom
for each in "${members[@]}"; do member rehearsal "$each" --rehearsal; done
for each in "${members[@]}"; do
  check "$each ends well" ends_with 0 "${process[$each]}"
done
check 'the server ends well' ends_with 0 "$lead"
check 'its metrics are in Prometheus'"'"' format' metrics lead.prom
check 'they count its epochs' bash -c "grep -qE '^fedltr_epochs_total\{.*outcome=\"opened\"\} [1-9]' lead.prom &&
  grep -q '^fedltr_complete{.*} 1' lead.prom"
check 'status prints them' bash -c "'$fedltr' status lead.prom |
  grep -qE '^  epochs: ([0-9]+) of \1 opened, 0 lost, the last over'"
check 'the same bits everywhere' same_signature alone/summary.json \
  rehearsal/federation.json rehearsal-{north,east,south,west}/model.json
check 'own rows alone, joined, untrained' \
  grep -q 'own rows alone' rehearsal-north.out
leaks() { # FILE
  grep -oaF -m 1 'feature number' "$1" || python3 "$leaks_py" "$1" data/*/rows.letor
}
leaks_nothing() {
  leaks "$1"
  [ $? = 3 ]
}
check 'the server gets no row' leaks_nothing transcript
check 'and only its owner reads what it gets' [ "$(stat -c %a transcript)" = 600 ]
echo notes >notes
check 'a transcript replaces no file' bash -c "timeout 10 '$fedltr' serve four.ini --listen \
  127.0.0.1:0 --certificates server --out again --transcript notes 2>&1 |
  grep -q 'notes: can.t be made: File exists' && grep -qx notes notes"
check 'a refused --metrics-file leaves an earlier federation as it is' bash -c "timeout 10 \
  '$fedltr' serve four.ini --listen 127.0.0.1:0 --certificates server --rehearsal --force \
  --out rehearsal --transcript letters --metrics-file notes 2>&1 | grep -q 'notes: exists and holds no metrics' &&
  [ -s rehearsal/federation.json ] && [ -s rehearsal/epochs.csv ] && [ ! -e letters ]"
leaks_if_given() { # BYTES-OF-A-ROW...
  for piece in "$@"; do
    (cat transcript; eval "$piece") >leaked
    leaks leaked >/dev/null || { echo "not found: $piece"; return 1; }
  done
}
# Bytes of two numbers of the last of many rows.
last_values() { # FORMAT
  tail -1 data/north/rows.letor | sed 's/.* 2:\([^ ]*\) 3:\([^ ]*\).*/\1 \2/' | python3 -c \
    "import struct, sys; sys.stdout.buffer.write(struct.pack('$1', *map(float, input().split())))"
}
short=$(tail -1 data/west/rows.letor | sed 's/.*qid:\([^ ]*\).*/\1/')
short_document=$(tail -1 data/west/rows.letor | sed 's/.* //')
check 'there are rows enough' test "$(wc -l <data/north/rows.letor)" -gt 200 \
  -a "${#short}" -eq 5 -a "${#short_document}" -eq 5
check 'what leaks is found' leaks_if_given "head -1 data/north/rows.letor | cut -d' ' -f3-" \
  'echo secret-query-1' 'echo -n secret-query-1 | sha256sum' \
  'echo -n secret-query-1 | openssl dgst -md5 -binary' \
  'echo -n secret-document-1 | openssl dgst -sha1 -binary | base64' \
  "last_values '<2d'" "last_values '>2d'" "last_values '<2f'" "last_values '>2f'" \
  'echo 388acbe60a941e81 the own hash of secret-query-1, key 1' \
  'echo -n secret-query-1 | sha224sum | tr a-f A-F' \
  'tail -1 data/north/rows.letor | sed "s/.*docid = //"' \
  'echo "{\"query\": \"$short\"}"' 'echo "qid:$short"' \
  'echo -n $short | sha256sum' 'echo -n $short | openssl dgst -md5 -binary' \
  'echo -n $short_document | sha512sum' \
  'echo -n $short_document | openssl dgst -sha1 -binary | base64'
python3 -c 'import random, sys; sys.stdout.buffer.write(random.Random(1).randbytes(300000))' >noise
check 'random bytes hold nothing' leaks_nothing noise
check 'rank reads the model' bash -c \
  "'$fedltr' rank rehearsal-north data/north/rows.letor | grep -q ."

same_curve() { # RUN.csv FILES...
  local expected
  expected=$(cut -d, -f3- "$1")
  [ "$(wc -l <"$1")" -eq 4 ] || return 1
  shift
  for file in "$@"; do [ "$(cat "$file")" = "$expected" ] || return 1; done
}
check 'all learn one held-out curve, the one of the run' same_curve alone/held_out.csv \
  rehearsal/held_out.csv rehearsal-{north,east,south,west}/held_out.csv
check 'its end is in the summaries' bash -c \
  "grep -A5 held_out alone/summary.json | grep mean >a && \
   grep -A5 held_out rehearsal/federation.json | grep mean >b && cmp a b"

# --- simulated users: the same bits as processes, also if they compare models
for unit in $'unit = member\nevaluate = 2\ncompare = last' $'unit = query\ndivisor = 90'; do
  sed 's/evaluate = 3/source = simulated\ngrades = 5\nsearches = 20/' four.ini >users.ini
  echo "$unit" >>users.ini
  run=users-${unit:7:5}
  check "$run: run learns from clicks" "$fedltr" run users.ini \
    --set members.folder=data --out "$run" --quiet >/dev/null
  port=
  terms=users.ini
  lead "$run-lead" --rehearsal
  for each in "${members[@]}"; do member "$run" "$each" --rehearsal; done
  for each in "${members[@]}"; do await "${process[$each]}"; done
  await "$lead"
  terms=four.ini
  check "$run: the same bits everywhere" same_signature "$run/summary.json" \
    "$run-lead/federation.json" "$run"-{north,east,south,west}/model.json
done
check 'all learn the same comparisons' same_curve users-membe/compared.csv \
  users-membe-lead/compared.csv users-membe-{north,east,south,west}/compared.csv
check 'epochs.csv has the interval' grep -q ',compared: 0.* to ' users-membe-lead/epochs.csv
check 'and no metric' test ! -e users-membe/held_out.csv
check 'they learn something else than judgements' bash -c \
  "! cmp -s users-membe-north/model.json rehearsal-north/model.json"
check 'a grade too high is refused' bash -c \
  "'$fedltr' run users.ini --set members.folder=data --set members.grades=2 --out g \
   2>&1 | grep -q 'members.grades = 2 allows 0 to 1'"

# --- a log of clicks on lists of the engine: again the same bits
clicks_of() { # ROWS.letor
  awk 'BEGIN { print "qid,docno,position,click,user,timestamp" }
       { query = substr($2, 5); if (query != last) { last = query; rank = 0; n++ }
         if (++rank <= 10)
           print query "," query "." rank "," rank "," ($1 >= 2) ",user" n % 7 "," n }' "$1"
}
sed 's/evaluate = 3/source = log\ngrades = 5\nsearches = 9/' four.ini >log.ini
printf '[learner]\nmethod = ips\n[logging]\npropensities = file\ncurve = curve.csv\n' >>log.ini
(echo rank,propensity; for rank in $(seq 10); do echo "$rank,0.$((11 - rank))"; done) >curve.csv
for each in "${members[@]}"; do
  mkdir -p "logs/$each"
  sed 's/ #.*//' "data/$each/rows.letor" >"logs/$each/rows.letor"
  clicks_of "logs/$each/rows.letor" >"logs/$each.csv"
done
port=
terms=log.ini
rows=logs
lead logged --rehearsal
for each in "${members[@]}"; do
  member logged "$each" --rehearsal --log "logs/$each.csv" \
    --features "logs/$each/rows.letor"
done
for each in "${members[@]}"; do
  check "$each ends well with a log" ends_with 0 "${process[$each]}"
done
await "$lead"
rows=
check 'lists with clicks are new' grep -q 'lists with clicks, [1-9][0-9]* of them new' \
  logged-north.out
check 'run learns from what was logged' "$fedltr" run log.ini --set members.folder=logs \
  --out logged-run --quiet >/dev/null
check 'the same bits by logs' same_signature logged-run/summary.json \
  logged/federation.json logged-{north,east,south,west}/model.json
for each in "${members[@]}"; do
  mkdir -p "fresh/$each"
  cp "logs/$each/rows.letor" "fresh/$each/"
  cp "logs/$each.csv" "fresh/$each/clicks.csv"
done
check 'run learns from the log itself' "$fedltr" run log.ini --set members.folder=fresh \
  --out fresh-run --quiet >/dev/null
check 'the same bits by the log itself' same_signature fresh-run/summary.json \
  logged/federation.json
# An agent beside a log ranks and forgets, and learns from no click.
"$fedltr" member log.ini --connect 127.0.0.1:1 --certificates ca/north --data logs/north \
  --out logged-agent --agent 127.0.0.1:0 --wait 60 --yes --rehearsal >agent.out 2>&1 &
agent=$!
await_line agent.out 'ranks and forgets users'
door=$(sed -n 's/^agent .*http:..\([0-9.:]*\) .*/\1/p' agent.out)
token=$(cat logs/north/agent.token)
post() { # TARGET BODY
  curl -s "http://$door/$1" -H "Authorization: Bearer $token" -d "$2"
}
row="[$(seq -s , "$(wc -l <features.txt)")]"
ranked=$(post rank "{\"documents\": [\"a\"], \"rows\": [$row]}")
check 'it ranks' grep -q '"documents":\["a"\]' <<<"$ranked"
search=$(sed 's/.*"search":"\([0-9a-f]*\)".*/\1/' <<<"$ranked")
check 'it takes no click' grep -q 'members.source = log' <<<"$(post clicks \
  "{\"search\": \"$search\", \"clicked\": [\"a\"]}")"
check 'it has searches of a user' grep -q '"clicks":\[' <<<"$(post searches '{"user": "user3"}')"
check 'it forgets them' grep -q '"searches":[1-9]' <<<"$(post forget '{"user": "user3"}')"
check 'and has none' grep -q '"searches":\[\]' <<<"$(post searches '{"user": "user3"}')"
kill "$agent"
wait "$agent" 2>/dev/null
"$fedltr" member log.ini --connect 127.0.0.1:1 --certificates ca/north --data logs/north \
  --log logs/north.csv --features logs/north/rows.letor --out logged-agent --wait 60 --yes \
  --rehearsal >agent.out 2>&1 &
agent=$!
await_line agent.out 'lists with clicks, '
check 'what taught is not new after it was forgotten' grep -q ' 0 of them new' agent.out
kill "$agent"
wait "$agent" 2>/dev/null
check 'a log needs members.source = log' bash -c "'$fedltr' member four.ini \
  --connect 127.0.0.1:1 --certificates ca/north --data data/north --log logs/north.csv \
  --features logs/north/rows.letor 2>&1 | grep -q -- '--log needs members.source = log'"
check 'the page of what leaves names the bias' bash -c "'$fedltr' member log.ini \
  --connect 127.0.0.1:1 --certificates ca/north --show | grep -q 'trust bias remains'"
terms=four.ini

# --- one leaves: the others continue, it is refused, and two alone stop
port=
sed 's/epochs = 6/epochs = 100000/; s/evaluate = 3/every = 1s/' four.ini >long.ini
terms=long.ini
lead left --metrics-file left.prom
for each in "${members[@]}"; do member left "$each"; done
await_line left.err 'epoch 2 '
leave() { # MEMBER ARGUMENTS...
  local member=$1
  shift
  "$fedltr" member long.ini --connect "127.0.0.1:$port" --certificates "ca/$member" \
    --out "left-$member" --wait 10 --leave "$@"
}
kill -TERM "${process[west]}"
await "${process[west]}"
check 'the server has the reason of a stop' await_line left.err 'west stops: its user has stopped it'
check 'and in its list of members' await_line left/members.csv '^west,stopped,'
start_proxy
member left west --proxy "$proxy"
check 'a member joins through a proxy' await_line proxy.out "^CONNECT 127.0.0.1:$port HTTP"
check 'as are the metrics of who is there' await_line left.prom 'state="connected".* 4$'
check 'which has those who are there' await_line left/members.csv '^west,connected,.*,[1-9]'
check 'no means that it stays' bash -c "echo n | '$fedltr' member long.ini \
  --connect 127.0.0.1:$port --certificates ca/west --leave >no.out 2>&1; [ \$? -eq 2 ]"
check 'the server knows of none that left' bash -c "! grep -q west left/lead.json"
check 'west leaves' leave west --yes >leave.out 2>&1
check 'it is told what stays' grep -q 'What stays of it' leave.out
check 'and no log of users, which it has not' bash -c "! grep -q searches.log leave.out"
check 'its process ends, refused' ends_with 4 "${process[west]}"
kill -9 "$lead"
lead left --resume
check 'again, after a kill: the same' leave west --yes >leave.out 2>&1
cp left-west/agreed.csv agreed.csv
member left west
check 'it is refused when it comes back' ends_with 4 "${process[west]}"
check 'with the reason' grep -q 'agreed.csv: this member has left this federation for good' left-west.err
check 'and nothing is written' cmp -s agreed.csv left-west/agreed.csv
rm left-west/agreed.csv
member left west
check 'also by the server' ends_with 4 "${process[west]}"
check 'with the same reason' grep -q 'west has left this federation for good' left-west.err
check 'which its list of members has' await_line left/members.csv '^west,left,'
grep -c 'sum opened' left.err >before
await_line left.err '3 of 4 members'
check 'nobody waits for it' bash -c "sleep 6; [ \$(grep -c 'sum opened' left.err) -ge \
  \$((\$(cat before) + 4)) ]"
check 'south leaves too' leave south --yes >leave.out 2>&1
check 'two can not go on' ends_with 4 "$lead"
check 'the server names them' grep -q '2 members have not left (north, east)' left.err
check 'north has the reason' ends_with 4 "${process[north]}"
check 'and the model stays' test -s left/model.json
check 'nor can they resume, for the same reason' bash -c "'$fedltr' serve long.ini \
  --listen 127.0.0.1:0 --certificates server --out left --resume >again.out 2>&1
  [ \$? -eq 4 ] && grep -q '2 members have not left' again.out"
terms=four.ini

# --- begun anew, and stopped before the first epoch: the older one is removed
terms=long.ini
port= # members of the last federation still try the other one
lead anew
for each in "${members[@]}"; do member anew "$each"; done
await_line anew.err 'epoch 2 '
kill -9 "$lead" "${process[@]}"
for each in "${members[@]}"; do
  check "$each has one model an epoch" bash -c \
    "test -z \"\$(cut -d, -f1 anew-$each/own.csv | sort | uniq -d)\""
done
lead anew --force
kill -9 "$lead"
check 'nothing of it can be resumed' test ! -e anew/lead.json
terms=four.ini
lead rehearsal --set members.clip=2 --force
kill -9 "$lead"
check 'results of another agreement give way to --force' \
  test ! -e rehearsal/federation.json

# --- groups: one who lies in each epoch is left out, and named
names=$(seq -f 'm%02g' -s ', ' 12)
printf '[members]\nnames = %s\nfeatures = features.txt\n' "$names" >groups.ini
printf 'groups = 3\ncolluders = 0\nliars = 1\nlie = 1000\nepochs = 25\n' >>groups.ini
for i in $(seq -f 'm%02g' 12); do "$fedltr" ca issue "$i" >/dev/null; done
cp -r ca/tokens server
mkdir -p grouped/m{01..12}
awk '$2 != q { q = $2; n = n % 12 + 1 }
     { print > sprintf("grouped/m%02d/rows.letor", n) }' rows/S?.txt
check 'run reads twelve folders' "$fedltr" run groups.ini --set members.folder=grouped \
  --out grouped-run >grouped-run.out 2>&1
check 'a liar in groups is named' grep -q 'm01 is left out' grouped-run.out
port=
terms=groups.ini
rows=grouped
lead grouped-lead --rehearsal
for i in m{01..12}; do member grouped "$i" --rehearsal; done
check 'the liar ends, refused' ends_with 4 "${process[m01]}"
check 'with the reason' grep -q 'leaves this member out' grouped-m01.err
for i in m{02..12}; do await "${process[$i]}"; done
check 'the server ends well with groups' ends_with 0 "$lead"
check 'the same bits by groups' same_signature grouped-run/summary.json \
  grouped-lead/federation.json grouped-m{02..12}/model.json
check 'epochs.csv names it' grep -q '1 of 3 sums discarded; m01 left out' \
  grouped-lead/epochs.csv
port=
sed -i 's/epochs = 25/epochs = 100000\nwindow = 4\ndeadline = 2/' groups.ini
lead again --rehearsal
for i in m{01..12}; do member again "$i" --rehearsal; done
await_line again.err 'm01 is left out'
# The first may not know it yet.
kill -9 "$lead" "${process[m01]}" "${process[m12]}"
wait "$lead" "${process[m01]}" "${process[m12]}" 2>/dev/null
lead again --rehearsal --resume
member again m01 --rehearsal
check 'after a kill it is refused' ends_with 4 "${process[m01]}"
await_line again.err '10 of 12 members'
check 'the others continue, without one that failed' bash -c \
  "sleep 6; [ \$(grep -c 'sum opened' again.err) -ge 2 ]"
kill -9 "$lead"
for i in m{02..11}; do kill -9 "${process[$i]}"; done
rows=
terms=four.ini
check 'a real run has no liars' bash -c "'$fedltr' serve groups.ini --listen 127.0.0.1:0 \
  --certificates server --out l 2>&1 | grep -q 'members.liars is for rehearsals'"
check 'show tells of groups' bash -c "'$fedltr' member groups.ini --certificates ca/north \
  --rehearsal --set members.names=north,$(seq -f 'm%g' -s , 11) --show |
  grep -q 'groups of 4 or one more'"

# --- a real run, with noise and ledgers; a member and the server are killed
sed -i 's/epochs = 6/epochs = 12/' four.ini
cat >>four.ini <<'INI'
every = 1s
unit = query
divisor = 80
epsilon = 8
INI
check 'show names what the server can subtract' bash -c \
  "'$fedltr' member four.ini --certificates ca/north --show \
   --set members.evaluate=2 --set members.epsilon=0 | grep -q 'the server can subtract'"
check 'show says what leaves' bash -c \
  "'$fedltr' member four.ini --certificates ca/north --show |
   grep -q 'What is not protected'"
check 'no means no' bash -c "echo n | '$fedltr' member four.ini \
  --connect 127.0.0.1:1 --certificates ca/north --data data/north >/dev/null 2>&1
  [ \$? -eq 2 ]"
port=
lead real
for each in "${members[@]}"; do
  member real "$each" --metrics-file "$each.prom"
done
await_line real.err 'epoch 3 '
kill -9 "${process[west]}"
await_line real.err '3 of 4 members'
member real west
kill -9 "$lead"
check 'a stop needs --resume' bash -c "'$fedltr' serve four.ini --listen 127.0.0.1:0 \
  --certificates server --out real 2>&1 | grep -q -- --resume"
lead real --resume
for each in "${members[@]}"; do
  check "$each ends well after the kills" ends_with 0 "${process[$each]}"
done
check 'so does the server' ends_with 0 "$lead"
check 'one model' same_signature real/federation.json \
  real-{north,east,south,west}/model.json
no_epoch_twice() { [ -z "$(cut -d, -f1 real/epochs.csv | sort | uniq -d)" ]; }
check 'no number of an epoch twice' no_epoch_twice
# Each sum that north is in is in its ledger.
charged() {
  awk -F, 'NR == FNR { if (FNR > 1) has[$4] = 1; next }
    FNR > 1 && ($5 == "opened" || $5 == "evaluated") && $4 !~ /north/ && !has[$1] { bad = 1 }
    END { exit bad }' ca/north/members-ledger.csv real/epochs.csv
}
check 'the ledger covers what left' charged
check "a member's status has its model, its budget, and its end" bash -c "'$fedltr' \
  status north.prom | tr '\n' ' ' | grep -qE '^four: complete,.* model of epoch [0-9]+, since \
[0-9]+ s   epsilon: [0-9.]+ spent in this period, [0-9.]+ over life'"
check 'and no connection any more' grep -q '^fedltr_member_connected{.*} 0$' north.prom
check 'its own model and queries are kept, for its owner only' test \
  "$(stat -c %a real-north/alone.json real-north/own-queries.csv | tr '\n' ' ')" = '600 600 '
check 'each held-out query has its metrics' bash -c "head -2 real-north/own-queries.csv |
  tail -1 | grep -qE '^[^,]+,ndcg@10(,[0-9.e-]+|,nan){3}\$'"
check 'a ledger for its owner only' test \
  "$(stat -c %a ca/north/members-ledger.csv)" = 600

# --- other terms, another name, a budget that is spent
port=
lead other
check 'other terms are refused, with both values' bash -c "'$fedltr' member four.ini \
  --set members.clip=2 --connect 127.0.0.1:$port --certificates ca/north --data data/north \
  --out o --yes >o.out 2>&1
  [ \$? -eq 4 ] && grep -q 'in members.clip = 1; here members.clip = 2' o.out"
kill -9 "$lead"
check 'a budget that is spent ends with 5' bash -c "
  '$fedltr' serve four.ini --set members.epochs=2 --set members.every=0 \
    --listen 127.0.0.1:0 --address-file addr --certificates server --out spent \
    >/dev/null 2>&1 & lead=\$!
  for each in east south west; do
    '$fedltr' member four.ini --set members.epochs=2 --set members.every=0 --wait 5 \
      --connect-file addr --certificates ca/\$each --data data/\$each --out s-\$each \
      --ledger s-\$each.csv --yes >/dev/null 2>&1 &
  done
  '$fedltr' member four.ini --set members.epochs=2 --set members.every=0 --wait 20 \
    --connect-file addr --certificates ca/north --data data/north --out s-north --yes \
    >s.out 2>&1
  code=\$?; kill \$lead; wait; [ \$code -eq 5 ]"
check 'no gain without a joint model' test ! -e s-north/alone.json
check 'with the time of the next budget' grep -qE \
  'there is room again at 20[0-9-]* [0-9:]{8} UTC' s.out
exit $failures
