#!/usr/bin/env bash
# The page and the npm package: their size, the signatures of the program, a client with
# the bits of the one in C, and the page in a browser, as a file. Skipped (77) without
# emscripten and node. Usage: web.sh SOURCE BUILD
set -eu
source=$(realpath "$1")
build=$(realpath "$2")
for program in emcc node npm; do
  command -v "$program" >/dev/null && continue
  echo "skipped: no $program"
  exit 77
done
cd "$source"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "web.sh: $*" >&2
  exit 1
}

web=$build-web
scripts/web.sh "$web" >"$scratch/made.txt" 2>&1 || fail "is not built: $(cat "$scratch/made.txt")"
bound() { # MODULE BYTES: its size
  size=$(stat -c %s "$web/$1.wasm.gz")
  [ "$size" -le "$2" ] || fail "$1.wasm has $size bytes gzipped, more than $2"
}
bound fedltr 250000
bound client 80000
# Without zopfli, gzip makes it.
bound page "$(command -v zopfli >/dev/null && echo 150000 || echo 160000)"

# The package, as installed.
mkdir "$scratch/node"
tar -xzf "$web"/fedltr-*.tgz -C "$scratch/node"
node tests/cli/web.mjs "$scratch/node/package" "$build/fedltr" "$scratch" ||
  fail "in node"
node tests/cli/web.mjs "$scratch/node/package" "$build/fedltr" "$scratch" "$web/page.wasm" \
  "$web/fedltr.wasm" || fail "the page's module in node"
node "$scratch/node/package/example.mjs" >"$scratch/js.txt"
"$build/c/fedltr_client_example" >"$scratch/c.txt"
tr -s ' ' '\n' <"$scratch/js.txt" | awk '{ if (/^-?[0-9.e-]+$/) printf "%.17g\n", $1; else print }' >"$scratch/js.lines"
tr -s ' ' '\n' <"$scratch/c.txt" | awk '{ if (/^-?[0-9.e-]+$/) printf "%.17g\n", $1; else print }' >"$scratch/c.lines"
cmp "$scratch/js.lines" "$scratch/c.lines" || fail "the client: $(cat "$scratch"/{js,c}.txt)"

# The page asks for nothing beyond itself.
grep -nE '(src|href)="?(https?:)?//|@import|fetch\(.*http' "$web/fedltr.html" &&
  fail "the page loads from elsewhere"
if ! command -v chromium >/dev/null; then
  echo "web: $size bytes gzipped; no browser to open the page"
  exit 0
fi
# The browser's clock stands still while the page computes, so it may give up early.
for budget in 20000 200000 2000000; do
  chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" \
    --virtual-time-budget=$budget --dump-dom \
    "file://$web/fedltr.html#clients=30&rounds=20&attack=lie&rule=median&run" \
    >"$scratch/page.txt" 2>"$scratch/browser.txt"
  node - "$scratch" <<'JS'
const { readFileSync, writeFileSync } = require('fs');
const [, , scratch] = process.argv;
const page = readFileSync(`${scratch}/page.txt`, 'utf8');
const inside = (tag) =>
  page.match(new RegExp(`<${tag} id="\\w+"[^>]*>([^<]*)</${tag}>`))?.[1] ?? '';
writeFileSync(`${scratch}/page.ini`, inside('pre'));
writeFileSync(`${scratch}/signature`, inside('output').slice(0, 16));
JS
  [ -s "$scratch/signature" ] && break
done
"$build/fedltr" run "$scratch/page.ini" --quiet --force --out "$scratch/run" >"$scratch/told.txt"
signature=$(cat "$scratch/signature")
[ -n "$signature" ] && grep -q "signature $signature" "$scratch/told.txt" ||
  fail "the page's signature is $signature: $(cat "$scratch/told.txt")"
echo "web: $size bytes gzipped; page, node and program agree"
