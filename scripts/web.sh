#!/usr/bin/env bash
# Builds the page and the npm package with Debian's emscripten: BUILD/fedltr.html, one
# file that needs no network, and BUILD/fedltr-VERSION.tgz. Usage: scripts/web.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-web}
# shellcheck source=web/units.sh
. web/units.sh
need emcc emscripten
need node nodejs
need npm npm
# A node of another origin does not look where Debian's packages are.
export NODE_PATH=/usr/share/nodejs

mkdir -p "$build/include"
# Boost without the rest of /usr/include, which is this machine's. Its messages about
# impossible quantiles would bring in iostreams.
ln -sfn /usr/include/boost "$build/include/boost"
quiet=()
for kind in DOMAIN POLE OVERFLOW EVALUATION ROUNDING INDETERMINATE_RESULT; do
  quiet+=("-DBOOST_MATH_${kind}_ERROR_POLICY=ignore_error")
done
# As the native build: no contraction to fused multiply-add, and Eigen adds up in pairs, as
# with SSE2, whose calls emscripten translates. No GCC has the version 5.14: Eigen has
# assembly of x86 for older ones and for newer ones. Index is 32 bits wide.
flags=(-std=c++20 -msse2 -msimd128 -fgnuc-version=5.14 -ffp-contract=off
  -fvisibility=hidden -DNDEBUG -Wno-c++11-narrowing
  "-DFEDLTR_VERSION=\"$(version_of_tree)\"" "${quiet[@]}"
  -include web/include/ranges.hpp -Iweb/include -I.
  -isystem "$build/include" -isystem /usr/include/eigen3)
kernels=" core online ranking " # for speed too; the others for size alone

objects=()
for unit in "${units[@]}" "exports web/exports.cpp" "throw web/throw.cpp"; do
  read -r name sources <<<"$unit"
  objects+=("$build/$name.o")
  unit_is_new "$build/$name.o" "$sources" || continue
  echo "compiles $name" >&2
  level=-Oz
  [[ $kernels == *" $name "* ]] && level=-Os
  emcc "${flags[@]}" $level -MD -MF "$build/$name.d" -c "$build/$name.cpp" \
    -o "$build/$name.o"
done

echo "links" >&2
emcc -Oz --no-entry --js-library web/imports.js -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH \
  -sEXPORTED_FUNCTIONS=_malloc,_free,stackSave,stackRestore "${objects[@]}" \
  -o "$build/fedltr.wasm"
gzip -9 -n -k -f "$build/fedltr.wasm"

version=$(version_of_tree)
commit=$(git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
node - "$build" "$version" "$commit" <<'JS'
const { readFileSync, writeFileSync } = require('fs');
const [, , build, version, commit] = process.argv;
const fill = (text, values) =>
  text.replace(/@([A-Z]+)@/g, (name, key) => values[key] ?? name);
// A page is one file: no module to import, and none of its exports.
const loader = readFileSync('web/npm/fedltr.mjs', 'utf8').replace(/^export /gm, '');
writeFileSync(`${build}/fedltr.html`, fill(readFileSync('web/page.html', 'utf8'), {
  MODULE: loader, VERSION: version, COMMIT: commit,
  WASM: readFileSync(`${build}/fedltr.wasm.gz`, 'base64') }));
writeFileSync(`${build}/package.json`, fill(readFileSync('web/npm/package.json', 'utf8'),
  { VERSION: version }));
JS
cp web/npm/{fedltr,example}.mjs web/npm/README.md LICENSE "$build"
(cd "$build" && npm pack --silent --offline >/dev/null)
for file in fedltr.wasm fedltr.wasm.gz fedltr.html "fedltr-$version.tgz"; do
  echo "$build/$file $(stat -c %s "$build/$file") bytes"
done
