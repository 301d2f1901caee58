#!/usr/bin/env bash
# Builds the page and the npm package with Debian's emscripten: BUILD/fedltr.html, one
# file that needs no network, and BUILD/fedltr-VERSION.tgz. Usage: scripts/web.sh [BUILD]
#   fedltr.wasm  all methods, and a client
#   page.wasm    the methods of the page (web/page_methods.cpp), in fedltr.html
#   client.wasm  a client alone
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
# impossible quantiles would bring in iostreams. Its quantiles have the digits of an
# x86's long double, 18, not those of the emulated one, which take twice the code.
ln -sfn /usr/include/boost "$build/include/boost"
defines=(-DBOOST_MATH_DIGITS10_POLICY=18)
for kind in DOMAIN POLE OVERFLOW EVALUATION ROUNDING INDETERMINATE_RESULT; do
  defines+=("-DBOOST_MATH_${kind}_ERROR_POLICY=ignore_error")
done
# As on x86-64, whose number of registers decides how Eigen's products add up.
defines+=(-DEIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS=16)
# The C library's own computes with 128 bits.
defines+=(-Dstrtod=fedltr_strtod)
# As the native build: no contraction to fused multiply-add, and Eigen adds up in pairs, as
# with SSE2, whose calls emscripten translates. No GCC has the version 5.14: Eigen has
# assembly of x86 for older ones and for newer ones. Index is 32 bits wide.
flags=(-std=c++20 -msse2 -msimd128 -fgnuc-version=5.14 -ffp-contract=off
  -fvisibility=hidden -DNDEBUG -Wno-c++11-narrowing -fno-rtti -fno-threadsafe-statics
  "-DFEDLTR_VERSION=\"$(version_of_tree)\"" "${defines[@]}"
  -include web/include/ranges.hpp -Iweb/include -I.
  -isystem "$build/include" -isystem /usr/include/eigen3)
# The linker sees all units at once, and leaves out virtual functions that nothing calls.
whole=(-flto -fwhole-program-vtables -fvirtual-function-elimination)
kernels=" core online ranking " # for speed too; the others for size alone

for unit in "${units[@]}" "page_methods web/page_methods.cpp" "exports web/exports.cpp" \
  "throw web/throw.cpp" "numbers web/numbers.cpp"; do
  read -r name sources <<<"$unit"
  unit_is_new "$build/$name.o" "$sources" || continue
  echo "compiles $name" >&2
  level=-Oz
  [[ $kernels == *" $name "* ]] && level=-Os
  emcc "${flags[@]}" "${whole[@]}" $level -MD -MF "$build/$name.d" -c "$build/$name.cpp" \
    -o "$build/$name.o"
done

link() { # MODULE UNITS...
  local module=$build/$1.wasm objects=("${@:2}")
  objects=("${objects[@]/#/$build/}")
  echo "links $1" >&2
  emcc -Oz -flto --no-entry --js-library web/imports.js -sSTANDALONE_WASM \
    -sALLOW_MEMORY_GROWTH -sEXPORTED_FUNCTIONS=_malloc,_free,stackSave,stackRestore \
    "${objects[@]/%/.o}" -o "$module"
  if command -v zopfli >/dev/null; then
    zopfli "$module" # the format of gzip, five percent smaller
  else
    gzip -9 -n -k -f "$module"
  fi
}
algorithms=(core clicks online ranking aggregation attacks data federation heterogeneity
  privacy statistics unbiased unlearning throw numbers)
link fedltr "${algorithms[@]}" actors study exports all_methods client
link page "${algorithms[@]}" actors study exports page_methods
link client "${algorithms[@]}" client

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
  WASM: readFileSync(`${build}/page.wasm.gz`, 'base64') }));
writeFileSync(`${build}/package.json`, fill(readFileSync('web/npm/package.json', 'utf8'),
  { VERSION: version }));
JS
cp web/npm/{fedltr,example}.mjs web/npm/README.md LICENSE "$build"
(cd "$build" && npm pack --silent --offline >/dev/null)
for file in {fedltr,page,client}.wasm{,.gz} fedltr.html "fedltr-$version.tgz"; do
  echo "$build/$file $(stat -c %s "$build/$file") bytes"
done
