#!/usr/bin/env bash
# Writes the files of this folder with a program of version 0.1: run folders, a
# checkpoint, metrics, and what a member and the relay of a consortium keep.
# Binary files become base64. Usage: make.sh PROGRAM FOLDER
set -eu
fedltr=$(realpath "$1")
mkdir -p "$2"
cd "$2"
small='[synthetic]
like = custom
queries = 10
documents = 5
features = 3
[federation]
clients = 3
rounds = 2'
texts='[synthetic]
documents = 40
terms = 20
vocabulary = 100
topics = 2
queries = 8
depths = 4, 2'
silo='rows = 4
columns = 16
frequency-columns = 32
local-iterations = 5
joint-iterations = 5
method = cs-f-ltr'
printf '[run]\nname = fed\n%s\n[unlearning]\nmethod = retrain\nclients = 1\n' "$small" >fed.ini
printf '[run]\nname = grid\n%s\n[attack]\nclients = 1\n[grid]\nattack.kind = none, sign-flip\n' \
  "$small" >grid.ini
printf '[run]\nname = silo\n%s\n[silo]\nparties = 2\n%s\n' "$texts" "$silo" >silo.ini
for study in fed grid silo; do
  "$fedltr" run $study.ini --out $study --metrics-file $study.prom --quiet >/dev/null
done
"$fedltr" compare grid --format csv >grid/compared.csv
printf '0 qid:1 1:0.5 2:0.1 3:0.9\n1 qid:1 1:0.2 2:0.8 3:0.4\n' >rows.txt
"$fedltr" rank fed/model-f1-r1.json rows.txt >fed/ranked.tsv

# A run that is killed leaves its checkpoint.
sed 's/^rounds = .*/rounds = 2000000/; s/name = fed/name = killed/; /^\[unl/,$d' fed.ini >killed.ini
"$fedltr" run killed.ini --out killed --set checkpoint.every=1000 --set evaluation.every=2000000 \
  --quiet &
until [ -s killed/checkpoint/f1-r1.bin ]; do sleep 0.05; done
kill -KILL $!
wait 2>/dev/null || true

# A consortium of three; then one whose relay and members are killed early.
printf '[silo]\nmembers = a, b, c\nepsilon = 2\ntop = 2\n%s\n' "$silo" >agreement.ini
for member in a b c; do
  mkdir -p data/$member/qrels
  awk -v name=$member 'BEGIN {
    words = split("bavodu cemira dolqua fenzor gratux hovelm", word, " ")
    folder = "data/" name "/"
    print "query-id\tcorpus-id\tscore" > folder "qrels/test.tsv"
    for (q = 0; q < words; ++q) {
      printf "{\"_id\": \"%s-q%d\", \"text\": \"%s\"}\n", name, q, word[q + 1] > folder "queries.jsonl"
      for (d = 0; d < words; ++d) {
        if (q == 0) {
          text = ""
          for (i = 0; i < 5; ++i) text = text " " word[1 + (d + i * d + length(name) * i) % words]
          printf "{\"_id\": \"%s-d%d\", \"title\": \"%s\", \"text\": \"%s\"}\n", name, d, word[d + 1], substr(text, 2) > folder "corpus.jsonl"
        }
        if (d == q || d == (q + 1) % words)
          printf "%s-q%d\t%s-d%d\t%d\n", name, q, name, d, d == q ? 2 : 1 > folder "qrels/test.tsv"
      }
    }
  }'
done
"$fedltr" ca init >/dev/null
for member in a b c; do "$fedltr" ca issue $member >/dev/null; done
relay() { # OUT
  "$fedltr" relay agreement.ini --listen 127.0.0.1:0 --out $1 >relay.out 2>relay.err &
  until grep -q 'listens on' relay.out; do sleep 0.05; done
  address=$(sed -n 's/^listens on *//p' relay.out)
}
party() { # OUT MEMBER
  "$fedltr" party agreement.ini --connect "$address" --data data/$2 --certificates ca/$2 \
    --out $1-$2 --yes >$2.out 2>$2.err &
}
relay relay
for member in a b c; do party member $member; done
wait
head -n 20 ca/a/ledger.csv >member-a/ledger.csv  # whole lines
"$fedltr" search --data data/a --model member-a --format trec --depth 2 --out member-a/searched.run
"$fedltr" audit agreement.ini --ledger member-a/ledger.csv --format json --out audited \
  >member-a/audited.json
relay stopped
party stopped a
party stopped b
until [ "$(grep -c 'is here' relay.err)" -ge 2 ]; do sleep 0.05; done
sleep 0.5
kill -KILL $(jobs -p)
wait 2>/dev/null || true

# Leaves pictures and certificates out, and what else no command reads.
mkdir stopped-relay && mv stopped/relay.journal stopped-relay/
for file in killed/checkpoint/f1-r1.bin stopped-relay/relay.journal stopped-a/party.journal; do
  base64 $file >$file.base64
  rm $file
done
find . \( -name '*.svg' -o -name '*.md' -o -name '*.previous' \) -delete
rm -r ca audited data/b data/c relay member-b member-c stopped stopped-b silo/methods fed/retrained
rm -f ./*.out ./*.err grid.prom silo.prom member-a/rankings.run member-a/metrics.json
