#!/usr/bin/env bash
# Builds and installs the program, called by meta.yaml.
set -euo pipefail
export PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig
cmake -S fedltr -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DFEDLTR_TESTS=OFF \
  -DFEDLTR_PYTHON=OFF -DDYGRAPHS="$PWD/dygraphs/dist" -DCMAKE_PREFIX_PATH="$PREFIX" \
  -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_RPATH="$PREFIX/lib"
cmake --build build
cmake --install build --component program
