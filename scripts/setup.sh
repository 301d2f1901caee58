#!/usr/bin/env bash
# Installs fedltr's build dependencies, where apt can; elsewhere lists them.
# Usage: scripts/setup.sh [bench|check|deb|fuzz|docs|onnx|python|tests]
set -euo pipefail

packages=(
  g++ cmake ninja-build pkg-config ccache git ca-certificates
  libcaf-dev libeigen3-dev libboost-dev libboost-program-options-dev
  libspdlog-dev doctest-dev nlohmann-json3-dev libsimdjson-dev libssl-dev zlib1g-dev
  libsqlite3-dev libcpp-httplib-dev libzip-dev
  libstemmer-dev libutf8proc-dev libjs-dygraphs
)
case "${1:-}" in
  bench) packages+=(libbenchmark-dev) ;;
  check) packages+=(clang-16 clang-format clang-tidy-16) ;;
  fuzz) packages+=(clang-16 libclang-rt-16-dev) ;;
  deb) packages+=(build-essential debhelper dh-python doxygen dpkg-dev lintian mmdebstrap
                  python3-dev python3-numpy python3-pandas pybind11-dev) ;;
  docs) packages=(doxygen) ;;
  python) packages+=(python3-dev python3-numpy python3-pandas python3-pytest
                     pybind11-dev) ;;
  # Programs that the suite uses if they are installed.
  tests) packages+=(chromium curl fish groff iproute2 prometheus python3-jsonschema python3-yaml
                    systemd texlive-latex-extra texlive-pictures zsh) ;;
  onnx) packages=(python3-onnx python3-opencv) ;;
esac

installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  cat >&2 <<'LIST'
No apt here, so please install by hand, then configure with CMake:
  a C++20 compiler (GCC >= 12), CMake >= 3.20, Ninja, pkg-config, git
  CAF 0.17.6 (core, io), Eigen 3.4, Boost (Program_options),
  spdlog, doctest, nlohmann-json, simdjson 3, OpenSSL 3, zlib, libzip, SQLite 3, libstemmer,
  utf8proc, cpp-httplib 0.11 to 0.14 (shared), dygraphs 2 (-DDYGRAPHS=FOLDER of dygraph.min.js)
  cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release && cmake --build build
LIST
  # Everything may be in place already: let CMake find out.
  command -v cmake >/dev/null && command -v ninja >/dev/null && exit 0
  exit 1
fi

missing=()
for package in "${packages[@]}"; do
  installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

echo "Installing: ${missing[*]}" >&2
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Neither root nor sudo: ask for 'apt-get install ${missing[*]}'" >&2
    exit 1
  fi
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
