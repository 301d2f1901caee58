#!/usr/bin/env bash
# The packages of `make deb` in a clean Debian, made here by mmdebstrap: they
# install, and their promised files exist (debian/tests/installed). Before that the
# last stage of the Containerfile runs in it, step by step, and its program as its
# user: the image without a daemon. lintian finds no error in the packages, and
# nothing to warn of. Skipped (77) without packages, mmdebstrap or Debian's archive.
# Usage: debian.sh FOLDER
set -eu
packages=("$1"/*.deb)
[ -e "${packages[0]}" ] || { echo "skipped: no packages in $1; make deb"; exit 77; }
command -v mmdebstrap >/dev/null || { echo "skipped: no mmdebstrap; scripts/setup.sh deb"; exit 77; }
root=$(realpath "$(dirname "$0")/../..")
tests=$root/debian/tests/installed
log=$(mktemp)
image=$(mktemp)
trap 'rm -f "$log" "$image"' EXIT

"$root/tests/cli/deploy/image.sh" "$root/Containerfile" >"$image"

if command -v lintian >/dev/null; then
  lintian --fail-on error,warning --allow-root "$1"/*.changes
else
  echo "passed over: no lintian; scripts/setup.sh deb"
fi

if ! timeout 1200 mmdebstrap --variant=apt --simulate bookworm /dev/null >"$log" 2>&1; then
  echo "skipped: no root of Debian can be made here: $(grep '^E:' "$log" | head -1)"
  exit 77
fi
mmdebstrap --variant=apt \
  --include="bash-completion,bsdextrautils,cmake,g++,groff-base,make,man-db,pkg-config" \
  --customize-hook="mkdir \"\$1/packages\"" \
  --customize-hook="copy-in $(printf '%s ' "$1"/fedltr_*.deb) /tmp" \
  --customize-hook="upload $image /packages/image" \
  --chrooted-customize-hook="sh /packages/image && apt-get update" \
  --customize-hook="copy-in ${packages[*]} $tests /packages" \
  --chrooted-customize-hook="apt-get install -y --no-install-recommends \
    \$(ls /packages/*.deb | grep -v dbgsym)" \
  --chrooted-customize-hook="/packages/installed" \
  bookworm /dev/null >"$log" 2>&1 || { tail -30 "$log"; exit 1; }
grep '^image:' "$log"
grep '^installed:' "$log"
