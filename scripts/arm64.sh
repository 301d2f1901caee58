#!/usr/bin/env bash
# Compiles the algorithms for arm64 with Debian's cross compiler; in an emulator runs the
# kernels' tests, and the quickstart without actors, whose signature must be the README's.
# Usage: scripts/arm64.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-arm64}
# shellcheck source=web/units.sh
. web/units.sh
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need qemu-aarch64 qemu-user

mkdir -p "$build/include"
for folder in boost nlohmann doctest; do
  ln -sfn "/usr/include/$folder" "$build/include/$folder"
done
flags=(-std=c++20 -O2 -ffp-contract=off -ffunction-sections -Iweb/include -I.
  -isystem "$build/include" -isystem /usr/include/eigen3)
tests=(algorithms/core/{math,rng,wide}_test.cpp algorithms/online/pdgd_test.cpp
  algorithms/ranking/{linear,neural,plackett_luce}_test.cpp support/main.cpp)

objects=()
compile() { # NAME SOURCES...
  objects+=("$build/$1.o")
  unit_is_new "$build/$1.o" "${@:2}" || return 0
  echo "compiles $1" >&2
  aarch64-linux-gnu-g++ "${flags[@]}" -MD -MF "$build/$1.d" -c "$build/$1.cpp" -o "$build/$1.o"
}
link() { # PROGRAM OBJECTS...
  aarch64-linux-gnu-g++ -static -Wl,--gc-sections "${@:2}" -o "$build/$1"
}
for unit in "${units[@]}"; do
  read -r name sources <<<"$unit"
  compile "$name" "$sources"
done
library=("${objects[@]}")
compile model web/model.cpp
link model "$build/model.o" "${library[@]}"
compile tests "${tests[@]/#/tests/}"
link tests "$build/tests.o" "${library[@]}"

qemu-aarch64 "$build/tests" --no-intro --test-suite-exclude=shared
wanted=$(sed -n 's/^results .* signature //p' README.md)
signature=$(qemu-aarch64 "$build/model" <scenarios/quickstart.ini | sha256sum | cut -c1-16)
echo "arm64: signature $signature"
[ "$signature" = "$wanted" ] || { echo "the README's is $wanted" >&2; exit 1; }
