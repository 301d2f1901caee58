#!/usr/bin/env bash
# Makes an archive of the program and its libraries that is unpacked anywhere and runs:
# INTO/fedltr-VERSION-linux-MACHINE-glibcVERSION.tar.gz, and its .sha256. The same tree and
# libraries make the same bytes. Usage: scripts/bundle.sh BUILD [INTO]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
into=${2:-.}
version=$(sed -n 's/^project(fedltr VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
folder=fedltr-$version
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

glibc=$(scripts/collect.sh "$build" "$scratch/$folder")
cat >"$scratch/$folder/README" <<TEXT
fedltr $version for Linux on $(uname -m) with glibc $glibc or later. It runs where it is:

  bin/fedltr run quickstart

lib/ holds its libraries, share/doc/fedltr/licences their licences.
TEXT
mkdir -p "$into"
archive=$into/fedltr-$version-linux-$(uname -m)-glibc$glibc.tar.gz
tar --sort=name --owner=0 --group=0 --numeric-owner --mode=u+w,go-w,a+rX \
  --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" \
  -C "$scratch" -c "$folder" | gzip -9n >"$archive"
(cd "$into" && sha256sum "$(basename "$archive")" >"$(basename "$archive").sha256")
echo "$archive $(stat -c %s "$archive") bytes, glibc $glibc"
