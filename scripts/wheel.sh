#!/usr/bin/env bash
# Makes a wheel of the program with its libraries, the Python package, and its module
# _core: INTO/fedltr-VERSION-py3-none-manylinux_GLIBC_MACHINE.whl, tagged by the glibc
# that its files need. The program runs with any Python from 3.9 on, and _core with the
# one it was built for. Usage: scripts/wheel.sh BUILD [INTO]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
into=${2:-.}
# Debian's Python, as the module's.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
"$python" -c 'import wheel' 2>/dev/null || {
  echo "wheel is missing: install Debian's package python3-wheel" >&2
  exit 1
}
core=$(echo "$build"/python/fedltr/_core.*.so)
[ -f "$core" ] || { echo "$core is missing: make python" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' python/pyproject.toml)
summary=$(sed -n 's/^description = "\(.*\)"/\1/p' python/pyproject.toml)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tree=$scratch/fedltr-$version
info=$tree/fedltr-$version.dist-info
scripts=$tree/fedltr-$version.data/scripts
mkdir -p "$tree/fedltr" "$info" "$scripts"
cp python/fedltr/*.py python/fedltr/*.pyi python/fedltr/py.typed "$core" "$tree/fedltr"
glibc=$(scripts/collect.sh "$build" "$tree/fedltr/_program" \
  "$tree/fedltr/$(basename "$core")")
tag=py3-none-manylinux_${glibc/./_}_$(uname -m)

cp LICENSE "$info"
cat >"$info/METADATA" <<TEXT
Metadata-Version: 2.1
Name: fedltr
Version: $version
Summary: $summary
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy
Requires-Dist: pandas >=1.3
Description-Content-Type: text/markdown

TEXT
cat docs/python.md >>"$info/METADATA"
printf 'Wheel-Version: 1.0\nGenerator: fedltr\nRoot-Is-Purelib: false\nTag: %s\n' \
  "$tag" >"$info/WHEEL"
cat >"$scripts/fedltr" <<'TEXT'
#!python
# Becomes the program fedltr, without importing the package.
import importlib.util
import os
import sys

package = os.path.dirname(importlib.util.find_spec("fedltr").origin)
program = os.path.join(package, "_program", "bin", "fedltr")
os.execv(program, [program, *sys.argv[1:]])
TEXT
chmod 755 "$scripts/fedltr"

mkdir -p "$into"
rm -f "$into"/fedltr-*.whl
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)} \
  "$python" -m wheel pack --dest-dir "$into" "$tree" >/dev/null
file=$(echo "$into"/fedltr-*.whl)
(cd "$into" && sha256sum "$(basename "$file")" >"$(basename "$file").sha256")
echo "$file $(stat -c %s "$file") bytes, glibc $glibc, _core of $(basename "$core")"
