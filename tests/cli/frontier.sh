#!/usr/bin/env bash
# scripts/frontier.py on a made collection: its nDCG is the program's, it finds the ranker
# that has to win, refuses seeds that would choose their own settings and scores of other
# options, and counts a seed's queries as one draw of the noise.
# Usage: frontier.sh SOURCE FEDLTR
set -euo pipefail
script=$1/scripts/frontier.py
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $*"
  exit 1
}

# Words of a query are in the body of all its documents; in the title, of relevant ones.
mkdir -p made/qrels
awk 'BEGIN {
  srand(7)
  print "query-id\tcorpus-id\tscore" > "made/qrels/test.tsv"
  for (q = 1; q <= 30; q++) {
    printf "{\"_id\": \"q%d\", \"text\": \"subject%d\"}\n", q, q > "made/queries.jsonl"
    for (d = 1; d <= 24; d++) {
      name = "q" q "d" d
      relevant = d > 12
      title = relevant ? "subject" q : "other" int(rand() * 20)
      printf "{\"_id\": \"%s\", \"title\": \"%s\", \"text\": \"subject%d", name, title, q > "made/corpus.jsonl"
      for (w = 0; w < 8; w++) printf " filler%d", rand() * 50 > "made/corpus.jsonl"
      printf "\"}\n" > "made/corpus.jsonl"
      if (relevant) print "q" q "\t" name "\t1" > "made/qrels/test.tsv"
    }
  }
}'

frontier() { "$script" made --members 3 --epsilon 0,8 --fedltr "$program" --out kept "$@"; }

frontier --seeds 1-2 --choose-on 11 >first || fail "does not run"
grep -q '^3 members: .* queries held out in some of 2 seeds' first || fail "no heading: $(cat first)"
[ "$(grep -cE '^  (query|member) +(none|8) ' first)" = 4 ] || fail "no four rows: $(cat first)"
# The title decides alone, so that BM25 of it ranks without an error and BM25 of the body
# does not.
grep -qE 'BM25 title 1\.000' first || fail "BM25 of the title errs: $(cat first)"
grep -qE 'BM25 body 0\.' first || fail "BM25 of the body can't know: $(cat first)"
frontier --seeds 1-2 --choose-on 11 >second
cmp first second || fail "kept scores print another table"

# Two seeds that differ on all queries alike are two values; a constant gain is certain.
python3 -B - "$(dirname "$script")" <<'END' || fail "intervals"
import sys
sys.path.insert(0, sys.argv[1])
import frontier_table

def gain(*seeds):
    scores = [{"zero": {q: 0.0 for q in range(20)}, "joint": {q: x for q in range(20)}}
              for x in seeds]
    return frontier_table.paired(scores, "joint", "zero")

middle, half, p = gain(.12, -.10)
assert abs(middle - .01) < 1e-12 and half > .5 and p > .5, (middle, half, p)
assert gain(.25) == (.25, 0, 0), gain(.25)
assert gain(0) == (0, 0, 1), gain(0)
END

frontier --seeds 1-2 --choose-on 11 --queries 5 2>error && fail "mixed scores of two options"
grep -q 'keeps scores of other options: name another --out' error || fail "$(cat error)"
echo '{"4": {"query 0": ["20", "1"]}}' >other.json
"$script" made --members 3 --choices other.json --out none 2>error && fail "no choice, no error"
grep -q 'other.json has no choice for 3 members, query 0' error || fail "$(cat error)"
frontier --seeds 1-2 --choose-on 2 2>error && fail "a seed chose its own settings"
grep -q 'seeds \[2\] would choose their own settings' error || fail "$(cat error)"
"$script" made --members 3 --seeds 1 --choose-on 2 --fedltr false --out none 2>error &&
  fail "a program that fails goes unnoticed"
grep -q 'frontier.py: .*features' error || fail "$(cat error)"
echo "frontier holds"
