#!/usr/bin/env bash
# scripts/plot-curves.sh: a picture that any XML reader accepts, of means over the
# available values.
# Usage: curves.sh SOURCE
set -euo pipefail
script=$1/scripts/plot-curves.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir a
cat >a/rounds.csv <<'CSV'
fold,repeat,round,ndcg@10,epsilon
1,1,0,0.4,nan
1,1,10,0.6,nan
1,2,0,0.5,0.25
1,2,10,0.7,0.5
CSV

expect() { # FILE TEXT
  grep -qF -- "$2" "$1" || { echo "FAILED: no '$2' in:"; cat "$1"; exit 1; }
}

"$script" 'a<b & "c"=a' >all.svg
expect all.svg '>a&lt;b &amp; "c"</text>'
# From the smallest to the largest mean, .25 to .5; half of them had no value.
"$script" -m epsilon A=a >some.svg
expect some.svg 'points="52,268.0 470,34.0"'
echo "curves: well-formed, of what is there"
