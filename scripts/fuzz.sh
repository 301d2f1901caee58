#!/usr/bin/env bash
# Fuzzes readers of peers' messages and of files, under ASan and UBSan.
# Usage: scripts/fuzz.sh [SECONDS [TARGET...]]     60 for each; all of them
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
if ! command -v clang++-16 >/dev/null; then
  echo "no fuzzing: there is no clang++-16 (scripts/setup.sh fuzz installs it)" >&2
  exit 0
fi
build=build-fuzz
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 \
  -DCMAKE_CXX_COMPILER=clang++-16 -DFEDLTR_FUZZ=ON -DFEDLTR_SANITIZE=ON \
  -DFEDLTR_TESTS=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
cmake --build "$build" -j "${JOBS:-2}" --target wire_fuzz wire_seeds readers_fuzz
corpus=$build/corpus
mkdir -p "$corpus/wire"
"$build/fuzz/wire_seeds" "$corpus/wire" >/dev/null
targets=$(FUZZ_SEEDS=$corpus "$build/fuzz/readers_fuzz")
cp scenarios/*/*.ini "$corpus/scenario"
# Executions, coverage and size of the corpus of each; a finding ends it.
for target in ${*:-wire $targets}; do
  fuzzer=$build/fuzz/readers_fuzz
  [ "$target" = wire ] && fuzzer=$build/fuzz/wire_fuzz
  echo "== $target"
  FUZZ_TARGET=$target "$fuzzer" "$corpus/$target" -max_total_time="$seconds" \
    -max_len=8192 -rss_limit_mb=1024 -timeout=10 -print_final_stats=1 \
    -verbosity=1 -artifact_prefix="$build/$target-" >"$build/$target.log" 2>&1 || {
    tail -40 "$build/$target.log"
    exit 1
  }
  grep -E "cov: " "$build/$target.log" | tail -1
  grep -E "number_of_executed_units|peak_rss" "$build/$target.log"
done
