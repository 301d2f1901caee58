#!/usr/bin/env bash
# Unpacks an archive of scripts/bundle.sh into FOLDER if it is of this very tree: HEAD,
# without changes. Otherwise fails with the reason. Usage: scripts/prebuilt.sh ARCHIVE FOLDER
set -euo pipefail
archive=$1 folder=$2
refuse() {
  echo "FEDLTR_PREBUILT=$archive: $1" >&2
  exit 1
}
[ -f "$archive" ] || refuse "there is no such file"
[ -z "$(git status --porcelain --untracked-files=no)" ] || refuse "the tree has changes"
if [ -f "$archive.sha256" ]; then
  (cd "$(dirname "$archive")" && sha256sum --quiet -c "$(basename "$archive").sha256") >&2 ||
    refuse "is not what its .sha256 names"
fi
rm -rf "$folder"
mkdir -p "$folder"
tar -xzf "$archive" -C "$folder" --strip-components=1 || refuse "can't be unpacked"
version=$("$folder/bin/fedltr" --version) || refuse "does not run here"
head=$(git rev-parse --short=12 HEAD)
[[ $version == *"($head)"* ]] || refuse "is $version, not of $head"
