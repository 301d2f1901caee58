#!/usr/bin/env bash
# Prints what the last stage of a Containerfile does as a script for a root in which
# what it copies lies already: its RUN, and its ENTRYPOINT as its USER.
# Usage: image.sh CONTAINERFILE
set -eu
stage=$(awk '/^FROM/ { text = "" } { text = text $0 "\n" } END { printf "%s", text }' "$1" |
  sed -e ':a' -e '/\\$/{ N; s/\\\n//; ba; }')
user=$(sed -n 's/^USER //p' <<<"$stage")
program=$(sed -n 's/^ENTRYPOINT \["\(.*\)"\]$/\1/p' <<<"$stage")
echo 'set -eu'
sed -n 's/^RUN //p' <<<"$stage"
cat <<SH
cd /tmp
as_user='setpriv --reuid ${user:?} --regid $user --clear-groups'
\$as_user ${program:?} --help >/dev/null
\$as_user $program run quickstart --quiet --out /runs/quickstart
[ -s /runs/quickstart/summary.json ]
echo "image: $program runs as user $user"
SH
