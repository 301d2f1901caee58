#!/usr/bin/env bash
# Installed files can be used from outside the tree: by find_package, by
# pkg-config, from another place than it was installed to; each header stands on
# its own in any order. Usage: package.sh SOURCE BUILD
set -eu
source=$(realpath "$1")
build=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "package.sh: $*" >&2
  exit 1
}

cmake --install "$build" --component development --prefix installed >install.txt
mv installed moved
grep -rn "$source\|$build" moved/lib* && fail "names a path of the build"

wanted="mean   -178.4  182.2
median 2 3"
cmake -S "$source/tests/package" -B made -DCMAKE_PREFIX_PATH="$PWD/moved" \
  -DCMAKE_BUILD_TYPE=Release >cmake.txt 2>&1 || { cat cmake.txt; exit 1; }
cmake --build made >make.txt 2>&1 || { cat make.txt; exit 1; }
[ "$(made/median)" = "$wanted" ] || fail "find_package: got $(made/median)"

# Another minor version does not fit.
sed 's/fedltr 0.1/fedltr 0.2/' "$source/tests/package/CMakeLists.txt" >CMakeLists.txt
cp "$source/tests/package/median.cpp" .
cmake -S . -B other -DCMAKE_PREFIX_PATH="$PWD/moved" >other.txt 2>&1 &&
  fail "took 0.1 for 0.2"

if command -v pkg-config >/dev/null; then
  PKG_CONFIG_PATH=$(dirname "$(find moved -name fedltr.pc)")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046
  c++ -std=c++20 median.cpp $(pkg-config --cflags --libs fedltr) -o by-pkg-config
  [ "$(./by-pkg-config)" = "$wanted" ] || fail "pkg-config: got $(./by-pkg-config)"
fi

# The client in C, by pkg-config; it shows its own functions and no other.
if command -v pkg-config >/dev/null; then
  # shellcheck disable=SC2046
  cc -Wall -Wextra -Wpedantic -Werror "$source/c/example.c" \
    $(pkg-config --cflags --libs fedltr-client) -o client
  library=$(dirname "$(find moved -name libfedltr-client.so)")
  LD_LIBRARY_PATH=$library ./client >client.txt
  grep -q '^update ' client.txt || fail "the client in C: $(cat client.txt)"
  shown=$(nm -D --defined-only "$library/libfedltr-client.so" | awk '{print $3}' | sort)
  named=$(grep -oE 'fedltr_[a-z_]+\(' "$source/c/fedltr.h" | tr -d '(' | sort -u)
  [ "$shown" = "$named" ] || fail "the library shows: $shown"
fi

(cd moved/include/fedltr && find algorithms -name '*.hpp' | sort -r) |
  sed 's/.*/#include <&>/' >all.cpp
compile() { c++ -std=c++20 -Imoved/include/fedltr -I/usr/include/eigen3 "$@"; }
compile -fsyntax-only all.cpp

# The headers alone fix Eigen's caches, whatever the linker takes of the library.
cat >caches.cpp <<'CPP'
#include <algorithms/core/linalg.hpp>
int main() { return Eigen::l3CacheSize() == 32 << 20 ? 0 : 1; }
CPP
compile caches.cpp -o caches
./caches || fail "Eigen has the caches of this processor"

# With wider registers Eigen aligns memory otherwise than the library does.
if [ "$(uname -m)" = x86_64 ]; then
  compile -mavx -fsyntax-only median.cpp 2>avx.txt && fail "compiles with -mavx"
  grep -q 'compile without -march' avx.txt || fail "-mavx: $(cat avx.txt)"
fi
echo "package: $(wc -l <all.cpp) headers, found by find_package and pkg-config"
