#!/usr/bin/env bash
# Each file has a copyright and a licence by REUSE.toml, and the licence's text is in
# LICENSES; debian/copyright agrees. Skipped (77) without Python 3.11.
# Usage: licences.sh SOURCE
set -eu
cd "$1"
/usr/bin/python3 -c 'import tomllib' 2>/dev/null || { echo "skipped: no Python 3.11"; exit 77; }
{ git ls-files 2>/dev/null || find . -type f -printf '%P\n'; } | /usr/bin/python3 -c '
import fnmatch, pathlib, sys, tomllib
reuse = tomllib.load(open("REUSE.toml", "rb"))
assert reuse["version"] == 1
texts = {path.stem for path in pathlib.Path("LICENSES").iterdir()}
used, bare = set(), []
for file in sys.stdin.read().split("\n"):
    # The last matching entry counts, as in REUSE.
    entry = None
    for each in reuse["annotations"]:
        paths = each["path"] if isinstance(each["path"], list) else [each["path"]]
        if any(fnmatch.fnmatch(file, path) for path in paths):
            entry = each
    if not file or file.startswith("LICENSES/"):
        continue
    if not (entry and entry["SPDX-FileCopyrightText"]):
        bare.append(file)
    else:
        used.add(entry["SPDX-License-Identifier"])
assert not bare, f"no copyright: {bare}"
assert used == texts, f"licences used {used}, texts of {texts}"
print("licences:", ", ".join(sorted(used)))'
cmp LICENSE LICENSES/MIT.txt
# DEP-5 has the text indented, with a dot for an empty line.
tail -n +5 LICENSE | sed 's/^$/./; s/^/ /' >"${TMPDIR:-/tmp}/licence.$$"
trap 'rm -f "${TMPDIR:-/tmp}/licence.$$"' EXIT
sed -n '/^License: MIT$/,$p' debian/copyright | grep '^ ' | cmp - "${TMPDIR:-/tmp}/licence.$$"
