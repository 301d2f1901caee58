#!/usr/bin/env bash
# Runs the tests of the Python package, with the module that the build made. Skipped
# (77) without Debian's NumPy, pandas, pybind11 and pytest (scripts/setup.sh python).
# Usage: python.sh FEDLTR BUILD
set -eu
FEDLTR=$(realpath "$1")
export FEDLTR
package=$(realpath "$2")/python
cd "$(dirname "$0")/../.."
python=/usr/bin/python3
if ! "$python" -c 'import numpy, pandas, pytest' 2>/dev/null ||
  ! compgen -G "$package/fedltr/_core*.so" >/dev/null; then
  echo "skipped: no NumPy, pandas, pybind11, pytest; scripts/setup.sh python && cmake $2"
  exit 77
fi
PYTHONPATH=$package "$python" -m pytest -q -p no:cacheprovider python/tests
