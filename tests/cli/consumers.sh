#!/usr/bin/env bash
# Exports rankers and has their consumers run them: gcc the C header without a
# warning, node the JSON after docs/export.md, SQLite's own program the database of
# runs, onnxruntime-node (where NODE_PATH has it) the ONNX, sed the rows for RankLib. Scores are those of `fedltr rank`, also of negative
# values and of a feature of little range far from 0. Parts without their consumer are
# named; skipped (77) if none is here. Usage: consumers.sh FEDLTR
set -eu
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

found=0
has_program() { # NAME
  if command -v "$1" >/dev/null; then found=1; else echo "without $1"; return 1; fi
}

cat >score.js <<'JS'
// Scores the rows of a LETOR file by an exported JSON, query by query.
const fs = require('fs');
const model = JSON.parse(fs.readFileSync(process.argv[2]));
const queries = new Map();
for (const line of fs.readFileSync(process.argv[3], 'utf8').trim().split('\n')) {
  const words = line.split('#')[0].trim().split(/\s+/);
  const row = new Array(model.features.length).fill(0);
  for (const pair of words.slice(2)) {
    const [index, value] = pair.split(':');
    row[index - 1] = Number(value);
  }
  if (!queries.has(words[1])) queries.set(words[1], []);
  queries.get(words[1]).push(row);
}
function level(q, x) {
  const n = q.length - 1;
  if (x <= q[0] || q[0] === q[n]) return 0;
  if (x >= q[n]) return 1;
  const i = q.findIndex(each => each >= x);
  if (q[i] === x) return (i + q.lastIndexOf(x)) / 2 / n;
  return (i - 1 + (x - q[i - 1]) / (q[i] - q[i - 1])) / n;
}
const activations = {identity: u => u, sigmoid: u => 1 / (1 + Math.exp(-u)),
                     relu: u => Math.max(u, 0)};
for (const rows of queries.values()) {
  // Of each feature: a shift, and a divisor or 0.
  const scales = model.features.map((feature, j) => {
    const column = rows.map(row => row[j]);
    const least = Math.min(...column), most = Math.max(...column);
    if (model.normalize === 'query-minmax') return [least, most - least];
    if (model.normalize !== 'query-zscore') return [feature.min, feature.max - feature.min];
    const mean = column.reduce((sum, each) => sum + each, 0) / column.length;
    const squares = column.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    return [mean, most > least ? Math.sqrt(squares / (column.length - 1)) : 0];
  });
  for (const row of rows) {
    let x = row;
    if (model.normalize === 'quantile')
      x = row.map((each, j) => level(model.features[j].quantiles, each));
    else if (model.normalize === 'log1p')
      x = row.map(each => Math.sign(each) * Math.log1p(Math.abs(each)));
    else if (model.normalize !== 'none')
      x = row.map((each, j) => scales[j][1] > 0 ? (each - scales[j][0]) / scales[j][1] : 0);
    for (const layer of model.layers)
      x = layer.matrix.map((weights, i) => activations[layer.activation](
        weights.reduce((sum, weight, j) => sum + weight * x[j], layer.bias[i])));
    console.log(x[0]);
  }
}
JS

cat >onnx.js <<'JS'
// Scores the rows of a LETOR file by an ONNX file, query by query.
const fs = require('fs');
const ort = require('onnxruntime-node');
const queries = new Map();
for (const line of fs.readFileSync(process.argv[3], 'utf8').trim().split('\n')) {
  const words = line.split('#')[0].trim().split(/\s+/);
  const row = new Array(9).fill(0);
  for (const pair of words.slice(2)) {
    const [index, value] = pair.split(':');
    row[index - 1] = Number(value);
  }
  if (!queries.has(words[1])) queries.set(words[1], []);
  queries.get(words[1]).push(row);
}
(async () => {
  const session = await ort.InferenceSession.create(process.argv[2]);
  for (const rows of queries.values()) {
    const features = new ort.Tensor('float64', rows.flat(), [rows.length, 9]);
    for (const score of (await session.run({features})).score.data) console.log(score);
  }
})();
JS

cat >score.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include "small.h"
int main(void) {
  size_t documents, i;
  while (scanf("%zu", &documents) == 1) {
    double *x = malloc(documents * small_features * sizeof *x);
    double *scores = malloc(documents * sizeof *scores);
    for (i = 0; i < documents * small_features; ++i)
      if (scanf("%lf", &x[i]) != 1) return 1;
    small_score(x, documents, scores);
    for (i = 0; i < documents; ++i) printf("%.17g\n", scores[i]);
    free(x);
    free(scores);
  }
  return 0;
}
C

# Prints each query's number of documents, then their nine features.
dense() { # LETOR
  awk '
    function flush() { if (rows) print rows text; rows = 0; text = "" }
    { sub(/#.*/, "")
      if ($2 != query) flush()
      query = $2; split("", x)
      for (i = 3; i <= NF; ++i) { split($i, pair, ":"); x[pair[1]] = pair[2] }
      for (j = 1; j <= 9; ++j) text = text "\n" (j in x ? x[j] : 0)
      ++rows }
    END { flush() }' "$1"
}

same_scores() { # OURS THEIRS
  paste "$1" "$2" | awk '
    NF != 2 { wrong = 1 }
    { d = $1 - $2; if (d < 0) d = -d; if (d > far) far = d
      a = $1 < 0 ? -$1 : $1; if (a > most) most = a }
    END { exit wrong || NR == 0 || far > 1e-9 * most }'
}

"$fedltr" data synth --out data --like custom --queries 60 --features 9 >synth.txt
# A constant feature, a narrow one far from 0, and one of negative values.
sed -E -e 's/ 2:[^ ]+/ 2:0.5/; s/ 3:0\.?([0-9]?)[0-9]*/ 3:900000.0\1/; s/ 3:1 / 3:900000.1 /' \
  -e 's/ 4:([0-9])/ 4:-\1/' \
  data/S5.txt >test.txt
printf '[run]\nname = small\n[federation]\nclients = 4\nrounds = 10\n' >small.ini

onnxruntime=
node -e "require('onnxruntime-node')" 2>node.txt && onnxruntime=yes
[ "$onnxruntime" ] || echo "without onnxruntime-node"
for ranker in linear neural neural-relu; do
  for normalize in none query-minmax query-zscore log1p quantile; do
    init=zero
    [ $ranker = linear ] || init=normal
    "$fedltr" run small.ini --quiet --force --out run --set data.folds=data \
      --set ranker.model=$ranker --set ranker.init=$init \
      --set data.normalize=$normalize >run.txt
    "$fedltr" rank run/model-f1-r1.json test.txt --format tsv 2>note.txt |
      tail -n +2 | cut -f 4 >ours.txt
    for target in c json; do
      "$fedltr" export run/model-f1-r1.json --to $target --out . --force \
        --compare test.txt >export.txt
      check "$ranker, $normalize, $target: no pair changes places" \
        grep -q '; none of [0-9,]* pairs' export.txt
    done
    if has_program node; then
      node score.js small.json test.txt >theirs.txt
      check "$ranker, $normalize: node" same_scores ours.txt theirs.txt
    fi
    if [ "$onnxruntime" ] && [ $normalize != quantile ]; then
      "$fedltr" export run/model-f1-r1.json --to onnx --out . --force >export.txt
      node onnx.js small.onnx test.txt >theirs.txt
      check "$ranker, $normalize: onnxruntime-node" same_scores ours.txt theirs.txt
    fi
    if has_program gcc; then
      check "$ranker, $normalize: no warning" gcc -std=c99 -pedantic -Wall -Wextra \
        -Wconversion -Wsign-conversion -Wshadow -Werror -O1 score.c -o score -lm
      dense test.txt | ./score >theirs.txt
      check "$ranker, $normalize: gcc" same_scores ours.txt theirs.txt
    fi
  done
done

if has_program sqlite3; then
  "$fedltr" export run --to sqlite --out runs.db >export.txt
  check "sqlite3 finds the database whole" \
    test "$(sqlite3 runs.db 'PRAGMA integrity_check')" = ok
  check "sqlite3 finds the rounds" test "$(sqlite3 runs.db \
    'SELECT count(*) > 0 FROM rounds JOIN runs USING(run) WHERE name = "small"')" = 1
fi

# RankLib ends at a row without the last feature.
printf '1 qid:1 1:1 # docid = a 9:1\n\n# a comment\n0 qid:1\t9:2\n0 qid:1 2:3\r\n' >sparse.txt
"$fedltr" run small.ini --quiet --force --out run --set data.folds=data >run.txt
"$fedltr" export run --to ranklib --out . --force >export.txt
cp sparse.txt test.txt
bash -c "$(grep '^sed ' export.txt)"
printf '1 qid:1 1:1 9:0 # docid = a 9:1\n0 qid:1\t9:2\n0 qid:1 2:3 9:0 \n' >expected.txt
check "each row gets its last feature" diff expected.txt rows.txt

[ $found = 1 ] || { echo "skipped: no node, gcc, sqlite3"; exit 77; }
echo "$checks checks, $failures failed"
[ $failures = 0 ]
