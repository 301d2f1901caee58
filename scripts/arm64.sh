#!/usr/bin/env bash
# Compiles the algorithms for arm64 with Debian's cross compiler; in an emulator runs the
# kernels' tests, and scenarios without actors: the quickstart, whose signature must be the
# README's, and if PROGRAM exists, others whose signature must be its own.
# Usage: scripts/arm64.sh [BUILD [PROGRAM]]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-arm64}
program=${2:-build/fedltr}
# shellcheck source=web/units.sh
. web/units.sh
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need qemu-aarch64 qemu-user

mkdir -p "$build/include"
for folder in boost nlohmann doctest; do
  ln -sfn "/usr/include/$folder" "$build/include/$folder"
done
flags=(-std=c++20 -O2 -ffp-contract=off -ffunction-sections -Icmake/arm64 -Iweb/include -I.
  -isystem "$build/include" -isystem /usr/include/eigen3)
tests=(algorithms/aggregation/fools_gold_test.cpp algorithms/core/{math,rng,wide}_test.cpp
  algorithms/online/pdgd_test.cpp
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
signature_of() { # <SCENARIO
  qemu-aarch64 "$build/model" | sha256sum | cut -c1-16
}
wanted=$(sed -n 's/^results .* signature //p' README.md)
signature=$(signature_of <scenarios/quickstart.ini)
echo "arm64: signature $signature"
[ "$signature" = "$wanted" ] || { echo "the README's is $wanted" >&2; exit 1; }

[ -x "$program" ] || { echo "no $program to compare more scenarios with" >&2; exit 0; }
compared=0
# Rules, attacks and rankers that multiply matrices, take logarithms, or sort; `neural`
# has more parameters than Eigen sums at once.
while read -r rule attack ranker; do
  printf '[federation]\nclients = 23\nrounds = 12\n[ranker]\nmodel = %s\nhidden = 13\n' \
    "$ranker" >"$build/one.ini"
  printf '[aggregation]\nrule = %s\n[attack]\nkind = %s\n' "$rule" "$attack" >>"$build/one.ini"
  wanted=$("$program" run "$build/one.ini" --quiet --force --out "$build/run" |
    sed -n 's/.* signature //p')
  signature=$(signature_of <"$build/one.ini")
  [ "$signature" = "$wanted" ] ||
    { echo "$rule, $attack, $ranker: $signature, of the program $wanted" >&2; exit 1; }
  compared=$((compared + 1))
done <<'TEXT'
mean none neural
median min-max neural-relu
krum lie linear
bulyan fang-krum linear
geometric-median gaussian linear
fldetector lie linear
dnc mimic neural
flame min-sum neural
foolsgold lie linear
foolsgold mimic neural
vigilant dyn-opt linear
signguard click-poison linear
TEXT
echo "arm64: $compared scenarios with the program's signature"
