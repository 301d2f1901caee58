#!/usr/bin/env bash
# Fuzzes what is read from peers, under ASan and UBSan.
# Usage: scripts/fuzz.sh [SECONDS]      600
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-600}
if ! command -v clang++ >/dev/null; then
  echo "no fuzzing: there is no clang++ (scripts/setup.sh fuzz installs it)" >&2
  exit 0
fi
build=build-fuzz
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 \
  -DCMAKE_CXX_COMPILER=clang++ -DFEDLTR_FUZZ=ON -DFEDLTR_SANITIZE=ON \
  -DFEDLTR_TESTS=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
cmake --build "$build" -j "${JOBS:-2}" --target wire_fuzz wire_seeds
mkdir -p "$build/corpus"
"$build/fuzz/wire_seeds" "$build/corpus"
"$build/fuzz/wire_fuzz" "$build/corpus" -max_total_time="$seconds" \
  -max_len=8192 -rss_limit_mb=1024 -timeout=10 -print_final_stats=1 \
  -artifact_prefix="$build/"
