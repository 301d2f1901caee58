#!/usr/bin/env bash
# The demo of real clicks: users search and click in a browser, and the ranker of three
# members becomes better; the page's server refuses other sites and keeps the token.
# Usage: agent_demo.sh SOURCE PROGRAM; ends with 77 without Chromium, curl or Cranfield.
set -u
. "$(dirname "$0")/common.sh"
source=$(realpath "$1")
program=$(realpath "$2")
cranfield=${FEDLTR_SHARED:-$source/../shared}/data/cranfield
for needed in chromium curl; do
  command -v $needed >/dev/null && continue
  echo "skipped: no $needed; scripts/setup.sh tests"
  exit 77
done
PYTHONDONTWRITEBYTECODE=1 python3 "$source/deploy/demo/demo.py" . --fedltr "$program" \
  --port 65535 2>&1 | grep -q 'error: --port 65535: expected 1 to 65533'
check 'three ports are needed' test $? = 0
[ -r "$cranfield/corpus.jsonl" ] || { echo "skipped: no $cranfield"; exit 77; }
scratch=$(mktemp -d)
demo=
finish() {
  [ -z "$demo" ] || kill "$demo" 2>/dev/null
  rm -rf "$scratch"
}
trap finish EXIT

PYTHONDONTWRITEBYTECODE=1 python3 "$source/deploy/demo/demo.py" "$cranfield" --users \
  --epochs 6 --every 4 --fedltr "$program" --out "$scratch/demo" \
  >"$scratch/printed" 2>"$scratch/errors" &
demo=$!
await_line "$scratch/printed" BM25
page=$(sed -n 's/^north *//p' "$scratch/printed")
code() { curl -s -o "$scratch/answer" -w '%{http_code}' "$@"; }
search='{"query": "", "user": "u"}'
json='Content-Type: application/json'
check 'the page is served' test "$(code "$page")" = 200
check 'without the token' bash -c \
  "! grep -qF '$(cat "$scratch/demo/data/north/agent.token")' '$scratch/answer'"
check 'a name redirected here gets nothing' test "$(code "$page" -H 'Host: evil.example')" = 403
check 'a form of another site can not search' test \
  "$(code "${page}search" -H 'Content-Type: text/plain' -d "$search")" = 415
check 'a page of another site may not ask' bash -c \
  "! curl -si '${page}search' -X OPTIONS -H 'Origin: http://evil.example' |
   grep -qi access-control"
check 'an invalid question is refused' test "$(code "${page}search" -H "$json" -d '[]')" = 400
printf '%60000s' '' | tr ' ' '[' >"$scratch/deep"
check 'a deeply nested question is refused' test \
  "$(code "${page}search" -H "$json" --data-binary "@$scratch/deep")" = 400
check 'an unknown query has no documents' bash -c \
  "curl -s '${page}search' -H '$json' -d '$search' | grep -q '\"documents\": \[\]'"
await $demo 100
check "the demo ends well: $(cat "$scratch/errors")" test $? = 0
demo=
check 'the ranker becomes better' awk '
  /^ +[0-9]/ { if ($1 == 0) first = $5; last = $5; epoch = $1 }
  END { exit !(epoch == 6 && first < 0.15 && last > first + 0.15) }' "$scratch/printed"
[ $failures -eq 0 ] || cat "$scratch/printed"
exit $failures
