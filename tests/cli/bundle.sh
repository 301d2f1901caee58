#!/usr/bin/env bash
# The archive of `make bundle` is the same twice, runs where it is unpacked with its own
# libraries, and is taken in place of a build only if it is of this commit. Skipped (77)
# without patchelf. Usage: bundle.sh SOURCE BUILD
set -eu
source=$(realpath "$1")
build=$(realpath "$2")
command -v patchelf >/dev/null || { echo "skipped: no patchelf"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "bundle.sh: $*" >&2
  exit 1
}

for folder in one two; do "$source/scripts/bundle.sh" "$build" "$PWD/$folder" >"$folder.txt"; done
archive=$(echo one/*.tar.gz)
cmp "$archive" two/*.tar.gz || fail "two archives of one tree differ"
(cd one && sha256sum --quiet -c ./*.sha256) || fail "is not what its .sha256 names"
mkdir moved
tar -xzf "$archive" -C moved --strip-components=1
own=$(ldd moved/bin/fedltr | grep -c "$scratch/moved/") || true
[ "$own" = "$(find moved/lib -type f | wc -l)" ] || fail "takes libraries from elsewhere"
wanted=$(sed -n 's/^results .* signature //p' "$source/README.md")
env -i PATH="$PATH" moved/bin/fedltr run quickstart --quiet --out run >out.txt ||
  fail "does not run: $(cat out.txt)"
grep -q "signature $wanted" out.txt || fail "another signature: $(cat out.txt)"

# A tree of one commit, and an archive whose program names it.
git init -q tree
cd tree
git config user.name test
git config user.email test@test.invalid
mkdir scripts
cp "$source/scripts/prebuilt.sh" scripts
git add . && git commit -qm "Add a script"
pack() { # COMMIT
  mkdir -p made/fedltr/bin
  printf '#!/bin/sh\necho "fedltr 0 (%s), CAF"\n' "$1" >made/fedltr/bin/fedltr
  chmod +x made/fedltr/bin/fedltr
  tar -C made -czf made/fedltr.tar.gz fedltr
}
refused() { # WHY
  scripts/prebuilt.sh made/fedltr.tar.gz unpacked 2>err.txt && fail "takes one that $1"
  grep -q "^FEDLTR_PREBUILT=made/fedltr.tar.gz: $1" err.txt || fail "says: $(cat err.txt)"
}
pack "$(git rev-parse --short=12 HEAD)"
scripts/prebuilt.sh made/fedltr.tar.gz unpacked || fail "refuses its own commit"
echo "# changed" >>scripts/prebuilt.sh
refused "the tree has changes"
git checkout -q scripts/prebuilt.sh
(cd made && sha256sum fedltr.tar.gz >fedltr.tar.gz.sha256)
pack 000000000000
refused "is not what its .sha256 names"
rm made/fedltr.tar.gz.sha256
refused "is fedltr 0 (000000000000), CAF, not of "
rm made/fedltr.tar.gz
refused "there is no such file"
echo "bundle: $(cat ../one.txt | sed 's|.*/||')"
