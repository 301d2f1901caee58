#!/usr/bin/env bash
# Files of version 0.1, which tests/golden/0.1/make.sh wrote, are read with the same
# numbers, or refused in one line that names what to do instead.
# Usage: old_files.sh SOURCE PROGRAM
set -u
. "$(dirname "$0")/common.sh"
source=$(realpath "$1")
fedltr=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$source/tests/golden/0.1/." "$folder"
cd "$folder" || exit 1
umask 077
for file in */*.base64 */*/*.base64; do base64 -d "$file" >"${file%.base64}"; done

# True if a command ends with the code, after one line that matches the pattern.
refuses() { # CODE PATTERN COMMAND...
  "${@:3}" >out.txt 2>err.txt </dev/null
  local code=$?
  [ $code -eq "$1" ] && is_told $code && grep -q -- "$2" err.txt && return
  echo "exit code $code: $(cat err.txt)"
  return 1
}
reads() { # COMMAND...
  "$@" >out.txt 2>err.txt || { cat err.txt; return 1; }
}
signature_in() { # RUN
  sed -n 's/.*"signature": "\([0-9a-f]*\)".*/\1/p' "$1/summary.json" | head -1
}
numbers() { grep -oE '[0-9]+(\.[0-9]+)?' "$1"; }
same_numbers() { diff <(numbers "$1") <(numbers "$2"); }

# Scenarios and run folders.
for scenario in fed grid silo killed; do
  check "check reads $scenario.ini" reads "$fedltr" check $scenario.ini
done
check "compare reads a grid" reads "$fedltr" compare grid --format csv
check "with the same numbers" cmp out.txt grid/compared.csv
cp -r silo same
check "compare reads a silo" reads "$fedltr" compare silo same --metric ndcg@10
check "report reads all" reads "$fedltr" report fed grid silo --to csv --out report
for run in fed silo; do
  signature=$(signature_in $run | cut -c1-16)
  check "the report has the signature of $run" grep -rqF "${signature:-no signature}" report
done
has_unlearning() { compgen -G 'report/*unlearning*.csv' >/dev/null; }
check "and the evidence of unlearning" has_unlearning
check "the page is made" reads "$fedltr" report fed grid silo --out page.html
check "export makes a database of all" reads "$fedltr" export fed grid silo --to sqlite --out all.db
check "of four runs" grep -q '\b4 runs' out.txt
check "status reads metrics" reads "$fedltr" status fed.prom
check "which are complete" grep -q '^fed: complete' out.txt

# Models.
check "rank reads a model" reads "$fedltr" rank fed/model-f1-r1.json rows.txt
check "with the same scores" cmp out.txt fed/ranked.tsv
check "export reads it" reads "$fedltr" export fed/model-f1-r1.json --to json --out model.json
check "rank reads a silo's model" reads "$fedltr" rank silo/model-f1-r1.json rows.txt
check "export refuses it, with what reads it" \
  refuses 3 'for rank, eval and search' "$fedltr" export silo/model-f1-r1.json --to json

# Checkpoints and results, which another version can't continue.
check "a checkpoint is refused, with what starts anew" \
  refuses 6 "0\.1\.0.*--force" "$fedltr" run killed.ini --out killed --resume
check "results are, with what replaces them" \
  refuses 6 "0\.1\.0.*--force" "$fedltr" run fed.ini --out fed --resume
mkdir shards && cp -r killed shards/shard-1-of-1
check "a shard is, with the shard to run again" \
  refuses 6 "0\.1\.0.*run its shard again with --force" "$fedltr" merge killed.ini --out shards --force
check "a grid's are, too" refuses 6 "--force" "$fedltr" run grid.ini --out grid --resume
sed -i 's/^rounds = .*/rounds = 2/' killed.ini
for run in fed grid silo killed; do
  check "--force replaces $run" reads "$fedltr" run $run.ini --out $run --force --quiet
done

# Members and relay of a consortium.
"$fedltr" ca init >/dev/null 2>&1
"$fedltr" ca issue a >/dev/null
relay() { "$fedltr" relay agreement.ini --listen 127.0.0.1:0 --certificates ca "$@"; }
party() {
  "$fedltr" party agreement.ini --connect 127.0.0.1:9 --data data/a --certificates ca/a --wait 1 "$@"
}
check "a member's models are searched" reads "$fedltr" search --data data/a --model member-a \
  --format trec --depth 2
check "with the same scores" cmp out.txt member-a/searched.run
check "its ledger is audited" reads "$fedltr" audit agreement.ini --ledger member-a/ledger.csv \
  --format json --out audited
check "with the same numbers" same_numbers out.txt member-a/audited.json
check "party reads the ledger" reads party --show --ledger member-a/ledger.csv
check "all of its answers" grep -q 'ledger.csv: 6 answers of 1 runs about 5 documents' out.txt
check "an agreement of another version is refused, with what begins a run" \
  refuses 6 'another agreement.*--out' party --out member-a --resume --yes
check "a member's journal is, with what to do" \
  refuses 6 '0\.1\.0.*remove the file' party --out stopped-a --resume --yes
check "a relay's is, too" \
  refuses 6 '0\.1\.0.*remove the file' relay --out stopped-relay --resume
check "nothing is changed by a refusal" \
  cmp stopped-relay/relay.journal <(base64 -d "$source/tests/golden/0.1/stopped-relay/relay.journal.base64")

echo "$((checks - failures)) of $checks checks, $SECONDS s"
[ $failures -eq 0 ]
