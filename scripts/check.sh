#!/usr/bin/env bash
# Checks that a change must pass before it is committed: format, no warning of clang,
# one definition of each name, clang-tidy, its analyzer on files changed since main's
# last commit, and the suite under ASan and UBSan.
# Usage: scripts/check.sh [all]      all: clang and the analyzer on each source, hours
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh check

mapfile -t sources < <(git ls-files -co --exclude-standard '*.cpp' '*.hpp')
clang-format --dry-run --Werror "${sources[@]}"
echo "format: ${#sources[@]} files"

# GCC builds everything else; clang has warnings of its own. 16 is the first that
# takes a structured binding into a lambda, as the macros of doctest do.
clang() { # FOLDER UNITY
  cmake -S . -B "$1" -G Ninja -DCMAKE_CXX_COMPILER=clang++-16 \
    -DCMAKE_CXX_FLAGS="-O0 -Werror" -DCMAKE_BUILD_TYPE=None \
    -DFEDLTR_UNITY="$2" -DFEDLTR_PYTHON=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
}
clang build-clang ON
cmake --build build-clang -j 2
clang build-single OFF
# Each alone: sources compiled together hide that one lacks an include.
if [ "${1:-}" = all ]; then cmake --build build-single -j 2; fi
echo "clang: no warnings"

# Types and functions that two sources define differently: only a linker that reads types
# sees them. The program alone, without optimisation.
cmake -S . -B build-odr -G Ninja -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=None \
  -DCMAKE_AR="$(command -v gcc-ar)" -DCMAKE_RANLIB="$(command -v gcc-ranlib)" \
  -DCMAKE_CXX_FLAGS="-O0 -flto" -DCMAKE_EXE_LINKER_FLAGS="-flto=2 -Wodr -Werror=odr" \
  -DFEDLTR_TESTS=OFF >/dev/null
cmake --build build-odr -j 2 --target fedltr
echo "definitions: one of each name"

build=build-asan
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O1 -g1" \
  -DFEDLTR_SANITIZE=ON >/dev/null
cmake --build "$build" -j 2
# Without the scripts, whose timeouts are too short for a program that is ten times
# slower: `make test` runs them.
LSAN_OPTIONS="suppressions=$PWD/tests/leaks.txt:print_suppressions=0" \
  ctest --test-dir "$build" --output-on-failure -j 2 -E '^cli/'

# clang-tidy reads sources as they are compiled together: headers once for a dozen of
# them. The analyzer, by far the slowest, checks only a file's own functions: those of
# the changed files, one by one; it reports nothing in headers.
mapfile -t together < <(grep -o '"file": ".*/Unity/.*"' build-clang/compile_commands.json |
  sed 's/"file": "\(.*\)"/\1/' | grep -v /tests/)
printf '%s\n' "${together[@]}" | xargs -P 2 -n 1 clang-tidy-16 -p build-clang --quiet \
  --checks='-clang-analyzer-*,-bugprone-suspicious-include'
echo "tidy: all"

changed() {
  { git diff --name-only HEAD -- "$@"; git diff --name-only HEAD~1 -- "$@" 2>/dev/null
    git ls-files -o --exclude-standard -- "$@"; } | sort -u
}
sources=('algorithms/*.cpp' 'actors/*.cpp' 'app/*.cpp')
if [ "${1:-}" = all ]; then
  mapfile -t files < <(git ls-files -co --exclude-standard "${sources[@]}")
else
  mapfile -t files < <(changed "${sources[@]}")
fi
present=()
for file in "${files[@]}"; do [ -f "$file" ] && present+=("$file"); done
if [ ${#present[@]} -gt 0 ]; then
  printf '%s\n' "${present[@]}" | xargs -P 2 -n 1 clang-tidy-16 -p build-single --quiet
fi
echo "analyzer: ${#present[@]} files"
