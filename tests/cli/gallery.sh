#!/usr/bin/env bash
# scripts/gallery.py: every figure and table of the papers has a short form that the program
# takes; the page shows pictures with their scenario, question and command; a gallery that
# was interrupted continues; a figure whose lines are all equal is found.
# Usage: gallery.sh SOURCE FEDLTR
set -euo pipefail
gallery=$1/scripts/gallery.py
program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
  echo "FAILED: $*"
  exit 1
}

"$gallery" --fedltr "$program" --print >commands
[ "$(wc -l <commands)" = "$(cd "$1" && "$program" list figures | wc -l)" ] || fail "a figure has no command"
while read -r words; do
  # shellcheck disable=SC2086  # a command is words without blanks in them
  (cd "$1" && "$program" check ${words#fedltr run }) >/dev/null 2>error ||
    fail "refused: $words: $(cat error)"
done <commands

draw() {
  "$gallery" --fedltr "$program" --out page "$@" --threads 1 --set evaluation.every=2 \
    --set federation.rounds=4 --set synthetic.queries=25
}
draw online/figure-3.5 heterogeneity/figure-4.9 >printed || fail "a gallery of two"
[ "$(tail -1 printed)" = "$PWD/page/index.html" ] || fail "it does not name its page"
for part in 'scenarios/online/figure-3.5.ini">online/figure-3.5</a>' \
  'How good is the final ranker of FOLtR-ES?' 'src="online/figure-3.5/picture-01.svg"' \
  'federation.rounds=4' 'thesis figure 4.9 a'; do
  grep -qF "$part" page/index.html || fail "the page lacks: $part"
done
grep -q '<svg' page/online/figure-3.5/picture-01.svg || fail "a picture that is no SVG"
python3 - <<'END' || fail "gallery.csv"
import csv
rows = list(csv.DictReader(open("page/gallery.csv")))
drawn = {row["scenario"]: row for row in rows if row["seconds"]}
assert len(rows) > 50 and set(drawn) == {"online/figure-3.5", "heterogeneity/figure-4.9"}
assert all(row["reproduced"] in ("yes", "in part", "no", "not measured") for row in rows)
assert all(row["remarks"] for row in rows if row["reproduced"] in ("in part", "no"))
assert drawn["heterogeneity/figure-4.9"]["p"] == "p > .05"
assert drawn["online/figure-3.5"]["data"] == "MQ2008"
END

draw heterogeneity/figure-4.9 online/figure-3.3 >printed
[ "$(grep -c '^fedltr run' printed)" = 1 ] || fail "it draws again what is there"
grep -qF 'href="#online/figure-3.5"' page/index.html || fail "an earlier picture left the page"

python3 - <<'END'
import json
file = "page/online/figure-3.3/picture.json"
shown = json.load(open(file))
del shown["threads"]
json.dump(shown, open(file, "w"))
END
draw online/figure-3.5 --again >printed || fail "a picture of an earlier gallery"

draw online/figure-9.9 2>error && fail "an unknown figure"
grep -q '^online/figure-9.9: no figure or table' error || fail "an unknown figure's error"
draw online/figure-3.8 --set learner.method=none 2>error && fail "a run that is refused"
grep -q '^online/figure-3.8: .*learner.method = none' error || fail "a refused run's error"

PYTHONPATH=$1/scripts PYTHONDONTWRITEBYTECODE=1 python3 - <<'END' || fail "equal lines"
import gallery
def block(*panels):
    return {"kind": "panels", "panels": [{"curves": list(each)} for each in panels]}
assert gallery.all_equal(block(["a", "a"], ["b", "b"]))
assert not gallery.all_equal(block(["a", "a"], ["b", "c"]))
assert not gallery.all_equal(block(["a"], ["b"]))
assert not gallery.all_equal({"kind": "table"})
said = gallery.reproduced({"notes": ["A note.", "Reproduced: no, p < .01, A and B. C, d. E."]})
assert list(said.values()) == ["no", "p < .01", "A and B", "C, d. E."]
END
