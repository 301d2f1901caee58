#!/usr/bin/env bash
# Builds the packages twice, in folders of different names, with another umask and
# language and without any cache, and compares them byte by byte.
# Usage: scripts/reproducible.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-$(mktemp -d)}
export CCACHE_DISABLE=1
(umask 022 && LC_ALL=C.UTF-8 TZ=UTC scripts/deb.sh "$folder/first")
(umask 002 && LC_ALL=C TZ=Asia/Tokyo scripts/deb.sh "$folder/the/second/one")
differing=0
for first in "$folder"/first/*.deb; do
  cmp "$first" "$folder/the/second/one/$(basename "$first")" || differing=$((differing + 1))
done
echo "$(find "$folder/first" -name '*.deb' | wc -l) packages, $differing differ"
[ $differing -eq 0 ]
