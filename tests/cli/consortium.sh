#!/usr/bin/env bash
# A consortium of four companies in processes of their own, as users set it up:
# certificates, a rehearsal with the bits of `fedltr run`, a real run, members
# that stay away, disagree on the terms or distrust the keys; and the relay's
# view, searched for words. Usage: consortium.sh PROGRAM
set -u
. "$(dirname "$0")/consortium_common.sh"

# True if a folder or file holds a word of a member's texts, or its plain hash.
holds_word() { # PATH...
  local word
  for word in $(cat data/*/*.jsonl | tr -cs 'a-z' '\n' | awk 'length > 5' | sort -u); do
    grep -rqaF -- "$word" "$@" && { echo "found $word" >&2; return 0; }
    for hash in md5sum sha1sum sha256sum; do
      hex=$(printf %s "$word" | $hash | cut -c1-16)
      grep -rqa -- "$hex" "$@" && { echo "found $hash of $word" >&2; return 0; }
      LC_ALL=C grep -rqaP -- "$(sed 's/../\\x&/g' <<<"$hex")" "$@" &&
        { echo "found $hash of $word" >&2; return 0; }
    done
  done
  return 1
}
holds_no_word() { ! holds_word "$@"; }

# A simulation of all members in one process, each from its own folder.
check 'run reads the folders' "$fedltr" run four.ini --set data.folder=data \
  --out alone --quiet >run.out 2>&1

# --- a rehearsal has the same bits, and the relay sees no word
rehearse rehearsal --transcript transcript
check 'a rehearsal has the bits of a run' same_models rehearsal
check 'a rehearsal says so' grep -q REHEARSAL rehearsal-north.out
check 'the relay gets no word' holds_no_word transcript rehearsal \
  rehearsal.out rehearsal.err
(cat transcript; printf 'bavodu') >leaked
check 'a word would be found' holds_word leaked 2>/dev/null
(cat transcript; printf 'bavodu' | sha256sum | cut -c1-16 | sed 's/../\\x&/g' |
  xargs -0 printf) >leaked
check 'its hash would be found' holds_word leaked 2>/dev/null

# --- after it: the party's own rankings, by features and by search
check 'features of own texts' "$fedltr" features --data data/north \
  --model rehearsal-north --out north.letor >/dev/null
check 'names beside them' test "$(wc -l <north.letor.names)" = 16
check 'rank reads a party'"'"'s model' "$fedltr" rank rehearsal-north north.letor \
  --run --out ranked.run
check 'search reads it' "$fedltr" search --data data/north --model rehearsal-north \
  --format trec --depth 1000 --out searched.run
check 'both rank alike' cmp ranked.run searched.run
holds_lines() { test -s "$1" && ! grep -vxFf "$2" "$1"; }
check 'to the bit as the run did' holds_lines rehearsal-north/rankings.run ranked.run
check 'search answers words' bash -c \
  "'$fedltr' search --data data/north --model rehearsal-north bavodu cemira |
   grep -q '^query	1	north	north-d'"

check 'a party'"'"'s model stays: no engine has its features' bash -c \
  "'$fedltr' export rehearsal-north/model.json --to solr 2>x.err
   [ \$? -eq 3 ] && grep -q 'no other system computes their features' x.err"

# --- what a company has in place of judgements: clicks, or rows
mkdir clicked rows
cp -r data/north clicked
awk -F'\t' 'BEGIN { print "qid,docno,position,click" }
  NR > 1 { print $1 ",north-d0,1,0\n" $1 "," $2 ",2,1"
    for (i = 0; i < 3; ++i) print $1 ",north-d0,1,0\n" $1 ",north-d1,2,0" }' \
  clicked/north/qrels/test.tsv >clicks.csv
check 'clicks become judgements' "$fedltr" data convert clicks.csv --to qrels \
  --out clicked/north/qrels/test.tsv --force
check 'a party reads them' bash -c "'$fedltr' party four.ini --forecast --name north \
  --data clicked/north >x.out; grep -q 'by [1-9][0-9]* own training queries' x.out"
echo '1 qid:1 1:0.5' >rows/rows.letor
# Own rows beside texts: a feature that shows what is relevant, for a half of the
# documents, and rows of others, which are left out.
awk -F'\t' 'NR == FNR { if (FNR > 1) grade[$1, $2] = $3; next }
  { for (d = 0; d < 60; d += 2)
      printf "%d qid:%s 1:%.5f 2:7 # docid = north-d%d\n", grade[$1, "north-d" d],
        $1, 0.73125 + grade[$1, "north-d" d] + (d % 7) / 10, d }' \
  data/north/qrels/test.tsv <(sed 's/{"_id": "\([^"]*\)".*/\1/' data/north/queries.jsonl) \
  >data/north/engine.letor
echo '0 qid:stranger 1:1 # docid = north-d0' >>data/north/engine.letor
printf '[data]\nown-rows = engine.letor\n' >rows.ini
check 'own rows join their texts' bash -c "'$fedltr' party four.ini --forecast --name north \
  --data data/north --own rows.ini >x.out 2>x.err
  grep -q 'own rows *480 of 481 rows, of 16 queries, 2 features' x.out &&
  grep -q '1 rows of unknown queries were left out, such as .stranger' x.err"
relay rows --rehearsal --transcript rows.transcript
for member in "${members[@]}"; do
  own=
  [ "$member" = north ] && own='--own rows.ini'
  party rows "$member" --rehearsal --yes $own
done
for member in "${members[@]}"; do
  check "rows: $member is done" ends_with 0 "${party[$member]}"
done
check 'rows: the relay is done' ends_with 0 "$relay"
check 'own rows change no model' same_models rows
# Only salted heads of ledgers differ between two rehearsals.
headings_in() {
  LC_ALL=C grep -aoE '[a-z]+( [a-z-]+)* [0-9]+ [0-9]+ [0-9]+ [0-9]+$' "$1" | sort
}
check 'the relay gets messages' test "$(headings_in transcript | wc -l)" -gt 1000
check 'the same ones, each of the same size' cmp \
  <(headings_in rows.transcript) <(headings_in transcript)
check 'and not a byte more' test \
  "$(stat -c %s rows.transcript)" = "$(stat -c %s transcript)"
check 'no value of a row' bash -c "! grep -qaE '0\.73125|engine' rows.transcript"
check 'the relay gets no word beside rows' holds_no_word rows.transcript rows
check 'joining is measured beside own rows' grep -q \
  'joining     own-rows+cs-f-ltr less' rows-north.out
check 'what stays is said' grep -q 'Own rows (engine.letor) stay here' rows-north.out
check 'run reads own rows' "$fedltr" run four.ini --set data.folder=data \
  --set data.own-rows=engine.letor --out alone-rows --quiet
check 'and has the same values' bash -c \
  "tr -d ' \n' <rows-north/metrics.json | grep -o '\"own-rows+cs-f-ltr\":{[^}]*}' | head -1 >x.json &&
   [ -s x.json ] && tr -d ' \n' <alone-rows/summary.json | grep -q '\"own-rows+cs-f-ltr\"'"
rm data/north/engine.letor
check 'rows are for members' bash -c "'$fedltr' party four.ini --forecast --name north \
  --data rows 2>x.err; [ \$? -eq 3 ] && grep -q 'fedltr member' x.err"

# --- a real run: other keys and noise, the same safety code everywhere, and a
# stranger at the relay's door
relay real --metrics-file real.prom
await_line real.prom '^fedltr_relay_phase{study="four",phase="waiting"} 1'
(exec 3<>"/dev/tcp/127.0.0.1/$port" && echo nonsense >&3) 2>/dev/null
printf 'y\ny\n' >agrees
typed=agrees party real south
start_proxy
party real west --yes --metrics-file west.prom --proxy "$proxy"
for member in north east; do party real "$member" --yes; done
for member in "${members[@]}"; do
  check "$member is done" ends_with 0 "${party[$member]}"
done
check 'the relay is done' ends_with 0 "$relay"
check 'west went through its proxy' grep -q "^CONNECT 127.0.0.1:$port HTTP" proxy.out
check 'its metrics are in Prometheus'"'"' format' metrics real.prom
check 'a party has metrics, too' metrics west.prom
check 'of its own traffic' bash -c "'$fedltr' status west.prom |
  grep -qE '^  (connected|without its relay), up [1-9][0-9]* messages'"
check 'and names no member' bash -c "! grep -qE 'north|east|south' west.prom"
for line in 'running{study="four"} 0' 'complete{study="four"} 1' \
  'relay_phase{study="four",phase="over"} 1' \
  'relay_party_done{study="four",party="north"} 1' \
  'relay_party_excluded{study="four",party="north"} 0' \
  'relay_connections_refused_total{study="four"} 1'; do
  check "they say $line" grep -qx "fedltr_$line" real.prom
done
# A party that can't write its results is not complete, and keeps its journal.
mkdir -p stuck-west/metrics.json
relay stuck --rehearsal
party stuck west --rehearsal --yes --metrics-file stuck.prom
for member in north east south; do party stuck "$member" --rehearsal --yes; done
check 'a party without room for its results fails' ends_with 1 "${party[west]}"
check 'and is not complete' grep -qx 'fedltr_complete{study="four"} 0' stuck.prom
check 'and can resume' test -s stuck-west/party.journal
await "$relay"
cp real.prom complete.prom
again() { # CODE ARGUMENTS...
  "$fedltr" relay "$agreement" --listen 127.0.0.1:0 --out real --metrics-file real.prom \
    "${@:2}" >again.out 2>again.err
  test $? -eq "$1"
}
check 'a relay that is done has nothing left to do' again 0 --resume
check 'and does not begin anew in its folder' again 2
check 'its metrics stay as they are' cmp real.prom complete.prom
check 'system randomness differs' bash -c \
  '! cmp -s real-north/model.json rehearsal-north/model.json'
check 'one safety code' test \
  "$(grep -h '^safety code' real-*.out | sort -u | wc -l)" = 1
check 'south was asked' grep -q 'Do all see the same' real-south.out
check 'south knows whose code it has compared' test \
  "$(tail -n +2 ca/south/known-members.csv | cut -d, -f1 | tr '\n' ' ')" = 'east north west '
check 'by the keys of their certificates' grep -q "^east,$(
  openssl x509 -in ca/east/east.pem -noout -pubkey | openssl pkey -pubin -outform der |
    sha256sum | cut -d' ' -f1)," ca/south/known-members.csv
check 'who only said yes knows nobody' test ! -e ca/east/known-members.csv
check 'other keys' bash -c \
  "! grep -qF \"\$(grep '^safety code' real-north.out)\" rehearsal-north.out"
check 'what joining brings stands first' bash -c \
  "[ \"\$(grep -m1 -A1 -E '^(joining|[0-9]+ own held-out)' real-north.out |
     grep -c 'cs-f-ltr less [a-z0-9-]*, the best here')\" = 1 ] &&
   sed -n 2p real-north/metrics.json | grep -q joining"
for file in model.json statistics.tsv metrics.json disclosure.json disclosure.md rankings.run; do
  check "writes $file" test -s "real-north/$file"
done
check 'only its owner reads words and queries' [ \
  "$(stat -c %a real-north/statistics.tsv real-north/rankings.run | uniq)" = 600 ]
answers_in() { grep -vE '^[0-9a-f]*,at,' "$1" | tail -n +2 | cut -d, -f2-5 | sort -u | wc -l; } # LEDGER
sent=$(awk -F'|' '/^\| (the documents|for up to)/ { n += $3 } END { print n + 0 }' \
  real-north/disclosure.md)
check 'the ledger has answers' [ "$(answers_in ca/north/ledger.csv)" -gt 0 ]
# Those that reveal nothing have no line.
check 'and none that was not sent' [ "$(answers_in ca/north/ledger.csv)" -le "$sent" ]
check 'the account has date, program and members' bash -c \
  "grep -q '^| date | 20.* UTC |' real-north/disclosure.md &&
   grep -q '^| program | fedltr ' real-north/disclosure.md &&
   grep -q '^| members | north, east, south, west |' real-north/disclosure.md"
check 'and what was received' grep -q '^| top-K answer | east | ' real-north/disclosure.md
check 'the ledger can be audited' bash -c \
  "'$fedltr' audit four.ini --ledger ca/north/ledger.csv --data data/north \
   --out audited >audit.out && grep -q '^  all together' audit.out &&
   grep -q ': $(answers_in ca/north/ledger.csv) answers in 1 run(s)' audit.out &&
   grep -q '\"attack\": \"average\"' audited/audit.json"
check 'not with settings of its own' bash -c \
  "'$fedltr' audit four.ini --ledger ca/north/ledger.csv --set silo.epsilon=1 2>x.err
   [ \$? -eq 2 ] && grep -q 'be used with --ledger' x.err"
check 'a ledger that is not there' bash -c \
  "'$fedltr' audit four.ini --ledger none.csv 2>x.err; [ \$? -eq 3 ]"
cp ca/north/ledger.csv before.csv
check 'no account of an early end is there' bash -c "! ls real-north/disclosure-*"

# --- one stays away: left out, all report it, and the ledger continues
relay away --wait 3
for member in north east south; do
  party away "$member" --yes
done
for member in north east south; do
  check "goes on without west: $member" ends_with 0 "${party[$member]}"
done
check 'the relay goes on without west' ends_with 0 "$relay"
check 'the relay names who is left out' grep -q '^left out    west' away.out
check 'a party is told' grep -q 'has excluded a party' away-north.err
check 'the ledger is appended to' cmp -s -n "$(stat -c %s before.csv)" \
  before.csv ca/north/ledger.csv
check 'earlier answers are counted' grep -q \
  "$(answers_in before.csv) answers of other runs stand in this ledger" \
  away-north/disclosure.md

# --- a budget holds over runs, and a party's own limits are kept
sed 's/^epsilon = 2/epsilon = 0.5/' four.ini >budget.ini
printf 'noise = sound\n[privacy]\nbudget = 8\n' >>budget.ini
printf '[answers]\nbudget = 4\nrefuse = south\n' >own.ini
agreement=budget.ini
for run in first second; do
  relay "$run"
  for member in "${members[@]}"; do
    own=
    [ "$member" = north ] && own='--own own.ini'
    party "$run" "$member" --yes --ledger "$member.csv" $own
  done
  for member in "${members[@]}"; do
    await "${party[$member]}"
    code=$?
    check "$run run: $member ends with 0 or 5" [ $((code % 5)) -eq 0 ]
  done
  check "$run run: the relay is done" ends_with 0 "$relay"
done
check 'second run: the budget is spent' [ "$code" -eq 5 ]
"$fedltr" party budget.ini --connect 127.0.0.1:9 --data data/west \
  --certificates ca/west --out second-west --ledger west.csv --resume >again.out
check 'and is so when nothing is left to do' [ $? -eq 5 ]
check 'which is said' grep -q 'nothing is left to do' again.out
spent_of() { # MEMBER OPTIONS...
  "$fedltr" party budget.ini --connect 127.0.0.1:9 --data "data/$1" --show \
    --certificates "ca/$1" --ledger "$1.csv" "${@:2}" | tr '\n' ' ' |
    sed -n 's/.*has spent epsilon \([0-9.]*\) of a budget of \([0-9.]*\).*/\1 \2/p'
}
within() { awk '{ found = $1 > 0 && $1 <= $2 } END { exit !found }' <<<"$1"; }
check 'no document is beyond the budget' within "$(spent_of east)"
check 'nor beyond an own one' within \
  "$(spent_of north --own own.ini)"
check 'nothing was told who is refused' [ "$(grep -c ',south,.*[^,]$' north.csv)" = 0 ]
check 'others were told' [ "$(grep -c ',west,.*[^,]$' north.csv)" -gt 0 ]
printf '[answers]\nbudget = 50\n' >loose.ini
check 'a looser limit is refused' bash -c \
  "'$fedltr' party budget.ini --connect 127.0.0.1:9 --data data/north --show \
   --certificates ca/north --own loose.ini 2>x.err >/dev/null; [ \$? -eq 2 ]"
check 'with both values' grep -q 'budget = 50.*privacy.budget = 8' x.err
agreement=four.ini

# --- one sees another safety code than it expects: it stops before it sends
# anything that the keys hide, and the others continue
relay swapped --wait 30
for member in north east south; do party swapped "$member" --yes; done
party swapped west --yes --expect 'not this'
check 'other code: west stops' ends_with 1 "${party[west]}"
check 'west says why' grep -q 'may have swapped keys' swapped-west.err
for member in north east south; do
  check "other code: $member is done" ends_with 0 "${party[$member]}"
done
check 'other code: south knows the others' grep -q 'no call is needed' swapped-south.out
check 'other code: east does not' grep -q 'compare by telephone' swapped-east.out
check 'other code: the relay is done' ends_with 0 "$relay"

# --- --yes accepts no key that was not compared; once a person has, it resumes
sed -i '/^north,/d' ca/south/known-members.csv
relay unknown
for member in "${members[@]}"; do party unknown "$member" --yes; done
check 'a key that nobody compared: south stops' ends_with 1 "${party[south]}"
check 'south says whose' grep -q '^fedltr: north: not a key' unknown-south.err
party unknown south --resume \
  --expect "$(sed -n 's/^safety code //p' unknown-south.out)"
for member in "${members[@]}"; do
  check "a key that is compared: $member is done" ends_with 0 "${party[$member]}"
done
check 'a key that is compared: the relay is done' ends_with 0 "$relay"
check 'and known' grep -q '^north,' ca/south/known-members.csv

# --- another agreement, name or data, and no confirmation
relay refusing --wait 20
sed 's/^epsilon = 2/epsilon = 3/' four.ini >other.ini
check 'another agreement is refused' bash -c \
  "'$fedltr' party other.ini --connect 127.0.0.1:$port --data data/north \
   --certificates ca/north --out x --yes --regardless 2>x.err >/dev/null; [ \$? -eq 4 ]"
check 'it says which' grep -q \
  "agreed to something else, which differs from the relay's agreement in silo.epsilon" \
  x.err
check 'a rehearsal is another agreement' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data data/north \
   --certificates ca/north --out x --yes --rehearsal 2>x.err >/dev/null; [ \$? -eq 4 ]"
check 'too few held-out queries to show a gain' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data data/north \
   --certificates ca/north --out y --yes 2>y.err >y.out; [ \$? -eq 3 ] && [ ! -e y ] &&
   grep -q \"^verdict     joining can't be shown to help\" y.out &&
   grep -q 'nothing was sent; --regardless' y.err"
check 'nobody says yes' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data data/north \
   --certificates ca/north --out y </dev/null 2>y.err >y.out; [ \$? -eq 2 ] && [ ! -e y ]"
check 'it says that nothing was sent' grep -q 'nothing was sent; --yes' y.err
check 'somebody says no' bash -c \
  "echo n | '$fedltr' party four.ini --connect 127.0.0.1:$port --data data/north \
   --certificates ca/north --out y 2>y.err >y.out; [ \$? -eq 2 ] && [ ! -e y ]"
check 'missing data' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data nowhere \
   --certificates ca/north --out y --yes 2>x.err >/dev/null; [ \$? -eq 3 ]"
"$fedltr" ca issue stranger >/dev/null
check 'data is looked at before anybody is asked' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data nowhere \
   --certificates ca/north --out y </dev/null 2>x.err >y.out; [ \$? -eq 3 ] &&
   ! grep -q -e 'Send this' -e 'will send' y.out"
check 'no member' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data data/north \
   --certificates ca/stranger --out y --yes 2>x.err >/dev/null; [ \$? -eq 2 ]"
kill -TERM "$relay"
check 'a relay that is stopped' ends_with 130 "$relay"
check 'not a consortium' bash -c \
  "'$fedltr' relay quickstart --listen 127.0.0.1:0 2>x.err; [ \$? -eq 2 ]"
check 'serve refuses it' bash -c \
  "'$fedltr' serve four.ini --listen 127.0.0.1:0 --set data.folder=data \
   --out z 2>x.err; [ \$? -eq 2 ] && grep -q 'fedltr relay' x.err"

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
