#!/usr/bin/env bash
# Builds the Python package and runs its tests. Skipped (77) without Debian's NumPy,
# pandas, pybind11 and pytest (scripts/setup.sh python). Usage: python.sh FEDLTR
set -eu
FEDLTR=$(realpath "$1")
export FEDLTR
cd "$(dirname "$0")/../.."
python=/usr/bin/python3
"$python" -c 'import numpy, pandas, pytest' 2>/dev/null &&
  [ -d /usr/include/pybind11 ] && [ -f "$("$python" -c \
  'import sysconfig; print(sysconfig.get_paths()["include"])')/Python.h" ] ||
  { echo "skipped: no NumPy, pandas, pybind11, pytest; scripts/setup.sh python"; exit 77; }

log=$(mktemp)
trap 'rm -f "$log"' EXIT
make python BUILD="${BUILD:-build}" JOBS="${JOBS:-1}" >"$log" 2>&1 || { tail -30 "$log"; exit 1; }
PYTHONPATH=$PWD/${BUILD:-build}-python/python "$python" -m pytest -q \
  -p no:cacheprovider python/tests
