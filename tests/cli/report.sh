#!/usr/bin/env bash
# A report in a browser: its curves are drawn, its tables sort, nothing is fetched,
# and the console stays empty; wide and narrow, light, dark and in print.
# Usage: report.sh FEDLTR; ends with 77 without chromium.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
chromium=$(command -v chromium) || { echo "skipped: no chromium; scripts/setup.sh tests"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
page=$scratch/page.html

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# Opens the page in chromium: its document goes to $scratch/dom, its messages to
# log, and its requests to net.json.
browse() {
  timeout 120 "$chromium" --headless=new --no-sandbox --disable-gpu --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --host-resolver-rules='MAP * ~NOTFOUND' \
    --user-data-dir="$scratch/profile" --enable-logging=stderr \
    --log-net-log="$scratch/net.json" --virtual-time-budget=10000 "$@" \
    "file://$page" >"$scratch/dom" 2>"$scratch/log" || fail "chromium $*: fails"
}

"$program" run quickstart --set federation.rounds=20 --set federation.clients=10 \
  --set attack.clients=3 --set run.repeats=2 --set grid.attack.kind=none,click-poison \
  --set grid.aggregation.rule=mean,median --out "$scratch/run" --quiet >/dev/null &&
  "$program" report "$scratch/run" --out "$page" >/dev/null || fail "no report"

# Requests of the browser itself, on any page.
own='://[a-z0-9.-]*\.(google|googleapis|gvt1)\.com/'
figures=$(grep -c '<figure class="curves' "$page")
[ "$figures" -gt 0 ] || fail "the page has no figure"
for look in 1280 390 'dark 1280'; do
  dark=()
  [[ $look == dark* ]] && dark=(--force-dark-mode --blink-settings=preferredColorScheme=0)
  browse --window-size="${look#dark },1600" "${dark[@]}" --dump-dom
  drawn=$(grep -o '<figure class="curves[^"]* live"' "$scratch/dom" | wc -l)
  [ "$drawn" = "$figures" ] || fail "$look: $drawn of $figures figures are drawn"
  grep -q '<canvas' "$scratch/dom" || fail "$look: no curve is drawn"
  grep -q '<th[^>]*><button' "$scratch/dom" || fail "$look: no table can be sorted"
  grep CONSOLE "$scratch/log" && fail "$look: the console is not empty"
  grep -oE '"url":"(https?|wss?):[^"]*"' "$scratch/net.json" | grep -vE "$own" &&
    fail "$look: something is fetched"
done
browse --print-to-pdf="$scratch/page.pdf"
[ -s "$scratch/page.pdf" ] || fail "the page can't be printed"

[ $failures -eq 0 ] && echo "the report holds in a browser"
[ $failures -eq 0 ]
