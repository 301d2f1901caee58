#!/usr/bin/env bash
# The packages of `make deb` in a clean Debian, made here by mmdebstrap: they
# install, and what they promise is there (debian/tests/installed). lintian finds no
# error in them. Skipped (77) without packages, mmdebstrap or Debian's archive.
# Usage: debian.sh FOLDER
set -eu
packages=("$1"/*.deb)
[ -e "${packages[0]}" ] || { echo "skipped: no packages in $1; make deb builds them"; exit 77; }
command -v mmdebstrap >/dev/null || { echo "skipped: no mmdebstrap"; exit 77; }
tests=$(realpath "$(dirname "$0")/../../debian/tests/installed")
log=$(mktemp)
trap 'rm -f "$log"' EXIT

if command -v lintian >/dev/null; then
  lintian --fail-on error --allow-root "$1"/*.changes
else
  echo "passed over: no lintian"
fi

if ! timeout 1200 mmdebstrap --variant=apt --simulate bookworm /dev/null >"$log" 2>&1; then
  echo "skipped: no root of Debian can be made here: $(grep '^E:' "$log" | head -1)"
  exit 77
fi
mmdebstrap --variant=apt \
  --include="bash-completion,bsdextrautils,cmake,g++,groff-base,make,man-db,pkg-config" \
  --customize-hook="mkdir \"\$1/packages\"" \
  --customize-hook="copy-in ${packages[*]} $tests /packages" \
  --chrooted-customize-hook="apt-get install -y --no-install-recommends \
    \$(ls /packages/*.deb | grep -v dbgsym)" \
  --chrooted-customize-hook="/packages/installed" \
  bookworm /dev/null >"$log" 2>&1 || { tail -30 "$log"; exit 1; }
grep '^installed:' "$log"
