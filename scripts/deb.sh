#!/usr/bin/env bash
# Builds Debian's packages from a copy of the tree's files, without git or other builds,
# into FOLDER/*.deb. Their sources are in FOLDER/fedltr-VERSION meanwhile.
# Usage: scripts/deb.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
folder=$(realpath "$1")
copy=$folder/fedltr-$(dpkg-parsechangelog -S Version)
rm -rf "$copy" "$folder"/*.deb "$folder"/*.buildinfo "$folder"/*.changes
mkdir "$copy"
# Without git, from an archive: everything except the files that builds and runs leave.
{ git ls-files -z --cached --others --exclude-standard 2>/dev/null ||
  find . -type f -not -path './build*' -not -path './runs/*' -not -path './.git*' \
    -printf '%P\0'; } |
  xargs -0 cp --parents --no-dereference -t "$copy"
cd "$copy"
dpkg-buildpackage -us -uc -b
rm -rf "$copy"
