#!/usr/bin/env bash
# Output of each command with --format json follows docs/schemas: no member more,
# none less. Skipped (77) without python3-jsonschema.
# Usage: schemas.sh SOURCE PROGRAM
set -eu
schemas=$(realpath "$1")/docs/schemas
fedltr=$(realpath "$2")
python=/usr/bin/python3
"$python" -c 'import jsonschema' 2>/dev/null || { echo "skipped: no python3-jsonschema; scripts/setup.sh tests"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# fits SCHEMA FILE [lines]: a document, or each line of it.
fits() {
  "$python" - "$schemas/$1.json" "$2" "${3:-}" <<'PY'
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
text = open(sys.argv[2]).read()
documents = text.splitlines() if sys.argv[3] else [text]
assert documents, "nothing was printed"
for document in documents:
    jsonschema.validate(json.loads(document), schema)
PY
  covered+=("$1")
}
covered=()

printf '[synthetic]\nlike = custom\nqueries = 30\n[federation]\nclients = 10\nrounds = 5\n' >s.ini
printf '[synthetic]\ndocuments = 60\nterms = 20\nvocabulary = 300\ntopics = 3\nqueries = 12\ndepths = 9, 3\n[silo]\nparties = 2\nlocal-iterations = 2\njoint-iterations = 2\n' >silo.ini
"$fedltr" check s.ini --format json >check.json
fits check check.json
"$fedltr" list --format json >list.json
fits list list.json
"$fedltr" list keys --format json >keys.json
fits list-keys keys.json
"$fedltr" list output --format json >output.json
fits list-output output.json
"$fedltr" list figures --format json >figures.json
fits list-figures figures.json
"$fedltr" data synth --out syn --like custom --queries 30 >synth.txt
"$fedltr" data info s.ini --format json >info.json
fits data-info info.json
"$fedltr" data info syn/S1.txt --format json >info.json
fits data-info info.json
"$fedltr" data info - --format json <syn/S1.txt >piped.json
fits data-info piped.json
diff <(sed 's|syn/S1.txt|standard input|' info.json) piped.json
for rule in mean krum; do
  "$fedltr" run s.ini --set data.folds=syn --set aggregation.rule=$rule --set attack.kind=lie \
    --set attack.clients=2 --format ndjson --out "$rule" >stream.txt
  fits stream stream.txt lines
done
"$fedltr" run silo.ini --format ndjson --out silo >stream.txt
fits stream stream.txt lines
"$fedltr" compare mean krum --format json >compare.json
fits compare compare.json
"$fedltr" eval mean syn/S5.txt --metric ndcg@10 --metric map --format json >eval.json
fits eval eval.json
printf 'q1 Q0 a 1 2 x\n' >some.run
printf 'q1 0 a 1\nq2 0 b 1\n' >two.qrels
for conventions in foltr trec_eval; do
  "$fedltr" eval some.run two.qrels --conventions $conventions --per-query --format json >eval.json
  fits eval eval.json
done
"$fedltr" data log s.ini --set data.train=syn/S5.txt --set evaluation.on=train \
  --set logging.sessions=200 --set learner.method=naive --out clicks.csv >log.txt
(echo rank,propensity; for rank in $(seq 10); do echo "$rank,1"; done) >curve.csv
"$fedltr" eval mean syn/S5.txt --log clicks.csv --curve curve.csv --least-overlap 0 \
  --format json >eval.json
fits eval-log eval.json
"$fedltr" audit s.ini --trials 100 --out audited --format json >audit.json
fits audit audit.json
"$fedltr" audit silo.ini --out searched --format json >audit.json
fits audit audit.json
printf '[silo]\nmembers = a, b, c\n' >three.ini
echo check,run,asker,answer,question,guarantee,epsilon,releases,document >ledger.csv
"$fedltr" audit three.ini --ledger ledger.csv --format json >audit.json
fits audit audit.json
"$fedltr" rank mean syn/S5.txt --format ndjson >rank.txt
fits rank rank.txt lines
"$fedltr" run s.ini --out log --verbose --log-format json >out.txt 2>log.txt
fits log log.txt lines
! "$fedltr" check none.ini --format json 2>error.json || exit 1
fits error error.json
! "$fedltr" run none.ini --log-format json 2>log.txt || exit 1
fits log log.txt lines

# A schema that no output is checked against would rot.
for schema in "$schemas"/*.json; do
  name=$(basename "$schema" .json)
  [[ " ${covered[*]} " == *" $name "* ]] || { echo "$name: no output is compared with it"; exit 1; }
done
echo "schemas: ${#covered[@]} outputs fit"
