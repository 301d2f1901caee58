#!/usr/bin/env bash
# Builds the libraries that few other systems package in the version that fedltr needs, from
# their sources in ./caf, ./httplib and ./snowball, into $PREFIX.
# Usage: PREFIX=FOLDER packaging/libraries.sh
set -euo pipefail
jobs=$(nproc)

build() { # FOLDER OPTIONS...
  cmake -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
    -DCMAKE_PREFIX_PATH="$PREFIX" -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib "${@:2}"
  cmake --build "$1/build" --parallel "$jobs"
  cmake --install "$1/build"
}
build caf -DCAF_NO_EXAMPLES=ON -DCAF_NO_UNIT_TESTS=ON -DCAF_NO_TOOLS=ON -DCAF_NO_OPENSSL=ON \
  -DCAF_NO_OPENCL=ON -DCAF_NO_PYTHON=ON
build httplib -DHTTPLIB_COMPILE=ON -DHTTPLIB_REQUIRE_OPENSSL=ON \
  -DHTTPLIB_USE_BROTLI_IF_AVAILABLE=OFF
# The names by which fedltr asks for it are Debian's.
mkdir -p "$PREFIX/lib/pkgconfig"
cat >"$PREFIX/lib/pkgconfig/cpp-httplib.pc" <<TEXT
Name: cpp-httplib
Description: HTTP server and client
Version: 0.11.4
Cflags: -I$PREFIX/include
Libs: -L$PREFIX/lib -lhttplib
TEXT

make -C snowball -j "$jobs" CFLAGS="-O2 -fPIC" libstemmer.a
mkdir -p "$PREFIX/include" "$PREFIX/lib"
cp snowball/include/libstemmer.h "$PREFIX/include"
# Snowball itself makes no shared library; fedltr reports the version in its name.
"${CC:-cc}" -shared -o "$PREFIX/lib/libstemmer.so.2.2.0" -Wl,-soname,libstemmer.so.2.2.0 \
  -Wl,--whole-archive snowball/libstemmer.a -Wl,--no-whole-archive
ln -sf libstemmer.so.2.2.0 "$PREFIX/lib/libstemmer.so"
