#!/usr/bin/env bash
# Four companies that search in each other's documents after a run: a relay and a
# party each that answers, questions by `fedltr search --live` and by HTTP, a party
# and the relay that are killed and resume, and a budget that ends. Usage:
# consortium_search.sh PROGRAM
set -u
page=$(realpath "$(dirname "$0")/../../docs/consortium.md")
. "$(dirname "$0")/consortium_common.sh"

# The model to search with.
check 'run' "$fedltr" run four.ini --set data.folder=data --out alone --quiet \
  >run.out 2>&1

answering() { # RUN OPTIONS OF PARTIES...
  relay "$1" --serve-search
  for member in "${members[@]}"; do
    party "$1" "$member" --answer --yes --ledger "$member.csv" "${@:2}"
  done
  for member in "${members[@]}"; do
    await_line "$1-$member.out" '^answers  *until'
  done
}
search() { # MEMBER OPTIONS...
  "$fedltr" search --data "data/$1" --model alone --party 1 "${@:2}" \
    2>>search.err
}
stop_all() {
  kill -TERM "$relay" "${party[@]}"
  for member in "${members[@]}"; do
    check "$member is stopped" ends_with 130 "${party[$member]}"
  done
  check 'the relay is stopped' ends_with 130 "$relay"
}

answering live --http 127.0.0.1:0
check 'own documents alone' bash -c \
  "'$fedltr' search --data data/north --model alone --party 1 --depth 500 \
   bavodu cemira >own.tsv && ! grep -q '#' own.tsv"
search north --live live-north --depth 500 bavodu cemira >all.tsv
for member in east south west; do
  check "finds documents of $member" grep -qP "\t$member\t$member#[0-9]+\t" all.tsv
done
check 'and own ones' grep -qP '\tnorth-d[0-9]+\t' all.tsv
check 'own scores are the same' bash -c \
  "cmp <(grep -- -d own.tsv | cut -f4,5) <(grep -- -d all.tsv | cut -f4,5)"
check 'best first' bash -c \
  "tail -n +2 all.tsv | cut -f5 | sort -gr | cmp - <(tail -n +2 all.tsv | cut -f5)"
check 'a TREC run' bash -c \
  "'$fedltr' search --data data/south --model alone --party 1 --format trec \
   --depth 500 --live live-south bavodu | grep -qP '^query Q0 north#[0-9]+ [0-9]+ '"
check 'lines of JSON' bash -c \
  "'$fedltr' search --data data/south --model alone --party 1 --format ndjson \
   --live live-south bavodu | grep -qP '\"document\":\"(north|east|west)#[0-9]+\"'"
# The owner knows the document: number 7 is the eighth of the file.
check 'the owner finds the name' test "$(search east --document east#7)" = east-d7
check 'no such document' bash -c \
  "'$fedltr' search --data data/east --model alone --party 1 --document 60 \
   2>x.err; [ \$? -eq 2 ] && grep -q 'from 0 to 59' x.err"
check 'each answer is in the ledger' test "$(grep -c . east.csv)" -gt 2
check 'no word leaves' bash -c "! grep -rqa -e bavodu -e north-d live east.csv"
check 'nobody answers there' bash -c \
  "'$fedltr' search --data data/east --model alone --party 1 --live nowhere x \
   2>x.err; [ \$? -eq 4 ] && grep -q 'party --answer' x.err"
check 'no run joins it' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:$port --data data/north --out x \
   --certificates ca/north --ledger x.csv --yes --regardless 2>x.err >/dev/null; [ \$? -eq 4 ]"

# --- by HTTP: the page's command, with this session's port, folder and words
http=$(sed -n 's|.*POST http://\(127.0.0.1:[0-9]*\)/search.*|\1|p' live-north.out)
check 'the address is printed' test -n "$http"
check 'so is the place of the token' grep -q 'live-north/search.token' live-north.out
check 'which only its owner reads' test "$(stat -c %a live-north/search.token)" = 600
names() { grep -oE '(east|south|west)#[0-9]+' "$1" | sort; }
curl_of_page() { # FOLDER
  sed -n '/^north\$ curl/,/^```/p' "$page" | sed 's/^north\$ //; /^```/d' |
    sed "s|127.0.0.1:8080|$http|; s|session-north|$1|; s|boundary.*speed|bavodu cemira|"
}
if command -v curl >/dev/null; then
  check "the page's command" bash -c "$(curl_of_page live-north) >by_http.json"
  check 'finds documents of all others' test \
    "$(names by_http.json | cut -d'#' -f1 | sort -u | wc -l)" = 3
  check 'with their features' grep -q '"features":\["title-length",' by_http.json
  post() { curl -s -o answer.json -w '%{http_code}' "http://$http/search" "$@"; }
  token=(-H "Authorization: Bearer $(cat live-north/search.token)")
  question=(-d '{"query": "bavodu"}')
  check 'not without the token' test "$(post "${question[@]}")" = 401
  check 'nor with another' test "$(post "${question[@]}" \
    -H "Authorization: Bearer $(cat live-east/search.token)")" = 401
  check 'nor by another name' test "$(post "${question[@]}" "${token[@]}" \
    -H 'Host: evil.example')" = 403
  check 'nor as another method' test "$(post -X GET "${token[@]}")" = 405
  check 'nor as no JSON' test "$(post -d bavodu "${token[@]}")" = 400
  check 'for a reason' grep -q '^{"error":"the body is no JSON' answer.json
  check 'nor without words' test "$(post -d '{"query": "the"}' "${token[@]}")" = 400
  head -c 1000000 /dev/zero >zeros
  check 'nor a megabyte' test "$(post --data-binary @zeros "${token[@]}")" = 413
else
  echo 'passed over: no curl; scripts/setup.sh tests'
fi
check 'a port that is taken' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:9 --data data/east --out taken \
   --certificates ca/east --ledger x.csv --answer --yes --http $http 2>x.err >/dev/null
   [ \$? -eq 4 ] && grep -q '$http: Address already in use' x.err"
check 'an address that others reach' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:9 --data data/east --out taken \
   --certificates ca/east --answer --yes --http 0.0.0.0:8080 2>x.err >/dev/null
   [ \$? -eq 2 ] && grep -q 'expected an address of this machine alone' x.err"

# --- a member that hangs delays no other; the output names it
kill -STOP "${party[west]}"
search north --live live-north --timeout 2 --depth 500 dolqua >late.tsv
check 'late: exit code 4' [ $? -eq 4 ]
check 'late: it is named, once' test \
  "$(grep -c 'no answer in 2 s from west (1 queries)' search.err)" = 1
check 'late: the others are there' bash -c \
  "grep -q 'south#' late.tsv && grep -q 'east#' late.tsv && ! grep -q 'west#' late.tsv"
kill -CONT "${party[west]}"
on_time() {
  for attempt in $(seq 100); do
    search north --live live-north --depth 500 dolqua >late.tsv && return 0
    sleep .1
  done
  return 1
}
check 'it is asked again once it has answered' on_time
check 'and found' grep -q 'west#' late.tsv
check 'a time without --live is refused' bash -c \
  "'$fedltr' search --data data/north --model alone --party 1 --timeout 2 x \
   2>x.err; [ \$? -eq 2 ] && grep -q -- --live x.err"

# --- killed and resumed, without another safety code
kill -9 "${party[west]}"
await "${party[west]}" 2>/dev/null
cp live-west/search.token west.token
party live west --answer --resume --ledger west.csv --http 127.0.0.1:0
await_line live-west.out '^answers  *until'
check 'with its token' cmp west.token live-west/search.token
check 'west goes on' bash -c \
  "'$fedltr' search --data data/north --model alone --party 1 --live live-north \
   --depth 500 dolqua | grep -q 'west#'"
check 'west asks' bash -c \
  "'$fedltr' search --data data/west --model alone --party 1 --live live-west \
   --depth 500 dolqua | grep -q 'south#'"
stop_all
for member in "${members[@]}"; do
  check "$member leaves an account" grep -q 'told in a search session' \
    "live-$member/disclosure.md"
  check "as many releases as in the ledger of $member" test \
    "$(awk -F, 'NR > 1 { n += $8 } END { print n }' "$member.csv")" = \
    "$(compact "live-$member/disclosure.json" |
      sed -n 's/.*"releases":\([0-9]*\),"withheld".*/\1/p')"
done
check 'it says where' grep -q '^told .*live-west/disclosure.md' live-west.out
rm live-east/party.journal
check 'no other session writes over it' bash -c \
  "'$fedltr' party four.ini --connect 127.0.0.1:9 --data data/east --out live-east \
   --certificates ca/east --ledger x.csv --answer --yes 2>x.err >/dev/null
   [ \$? -eq 2 ] && grep -q 'holds the account' x.err"

# --- without noise HTTP and socket give the same documents
sed 's/^epsilon = 2/epsilon = 0/' four.ini >exact.ini
agreement=exact.ini
answering exact --http 127.0.0.1:0
search north --live exact-north --depth 500 bavodu cemira >all.tsv
if command -v curl >/dev/null; then
  http=$(sed -n 's|.*POST http://\(127.0.0.1:[0-9]*\)/search.*|\1|p' exact-north.out)
  check 'exactly' bash -c "$(curl_of_page exact-north) >by_http.json"
  check 'the same documents' test "$(names by_http.json)" = "$(names all.tsv)"
  check 'as many as agreed' test "$(names all.tsv | wc -l)" = 24
fi
stop_all
agreement=four.ini

# --- without a budget an asker has a limit of answers per run, two per query
printf '[answers]\na-run = 4\n' >run.ini
answering few --own run.ini
for time in 1 2 3; do
  search north --live few-north bavodu cemira >"$time.tsv"
done
check 'as many as it gets' grep -q '#' 2.tsv
check 'and no more' bash -c "! grep -q '#' 3.tsv"
check 'who reached it is named' grep -q 'north has had its 4 answers of this run' \
  few-east.err
check 'others are answered' bash -c \
  "'$fedltr' search --data data/south --model alone --party 1 --live few-south \
   --depth 500 bavodu | grep -q 'north#'"
check 'the limit is said before' grep -q 'at most 4 to one member in a run' \
  few-north.out
check 'so is that of who gives none' grep -q 'without a budget at most 1000' \
  live-north.out
stop_all

# --- a ledger that lost lines answers no more, until the loss is accepted
cp north.csv whole.csv
for lines in 3 0; do
  head -n "$lines" whole.csv >north.csv
  relay lost --serve-search --grace 1
  for member in "${members[@]}"; do
    party lost "$member" --answer --yes --ledger "$member.csv"
  done
  check "with $lines lines: north ends" ends_with 6 "${party[north]}"
  check 'with the reason' grep -qP \
    'north.csv: has \d+ lines, but (east|south|west) remembers one of \d+' lost-north.err
  check 'and the way on' grep -q -- '--accept-loss' lost-north.err
  check 'it has answered nothing' [ "$(wc -l <north.csv)" -le 3 ]
  kill -TERM "$relay" "${party[east]}" "${party[south]}" "${party[west]}"
  for process in "$relay" "${party[east]}" "${party[south]}" "${party[west]}"; do
    await "$process" 2>/dev/null
  done
  rm -r lost lost-*
done
answering accepted --accept-loss
check 'accepted: it answers' bash -c \
  "'$fedltr' search --data data/south --model alone --party 1 --depth 500 \
   --live accepted-south dolqua | grep -q 'north#'"
check 'the ledger says so' grep -q ',lost,' north.csv
check 'the others are told' grep -q 'north has lost lines of its ledger' \
  accepted-south.err
stop_all
answering again
check 'once is enough' bash -c "! grep -q 'lost lines' again-*.err"
stop_all

# --- a budget ends: others' documents are no longer found, and all report it
sed 's/^epsilon = 2/epsilon = 0.5/' four.ini >budget.ini
printf 'noise = sound\n[privacy]\nbudget = 4\n' >>budget.ini
agreement=budget.ini
for member in "${members[@]}"; do rm -f "$member.csv" "$member-heads.csv"; done
answering spent
for time in 1 2 3 4; do
  search north --depth 500 --live spent-north bavodu cemira dolqua fenzor >"$time.tsv"
done
check 'the first is answered' grep -q '#' 1.tsv
check 'the last finds own documents only' bash -c \
  "grep -q -- -d 4.tsv && ! grep -q '#' 4.tsv"
check 'the asker is told' grep -q 'its budget is spent' search.err
check 'so is the owner' grep -q 'no budget is left for all that north asks' \
  spent-east.err
check 'what is spent shows' bash -c \
  "'$fedltr' party budget.ini --connect 127.0.0.1:9 --data data/east --show \
   --answer --certificates ca/east --ledger east.csv | tr '\n' ' ' |
   grep -q 'has spent epsilon [0-9.]* of'"
stop_all
check 'the account says what was withheld' bash -c \
  "! grep -q '^ *\"withheld\": 0' spent-east/disclosure.json &&
   grep -q '^ *\"withheld\": ' spent-east/disclosure.json"

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
