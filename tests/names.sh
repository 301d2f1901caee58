#!/usr/bin/env bash
# Traits describe a method to others: names the lines that compare the
# name of one, as docs/methods.md lists them, with a text. Usage: names.sh ROOT
set -u
cd "$1" || exit 1

# The names at the head of its items.
names=$(sed -n 's/^- `\([^`]*\)`:.*/\1/p' docs/methods.md | sort -u)
[ "$(wc -l <<<"$names")" -gt 50 ] || { echo "docs/methods.md: no names"; exit 1; }
any=$(sed 's/[+.]/\\&/g' <<<"$names" | paste -sd'|')

# ... == "NAME", "NAME" != ..., text.starts_with("NAME"), find(all, "NAME")
found=$(grep -rnE --include='*.?pp' \
  "[=!]= \"($any)\"|\"($any)\" [=!]=|(starts_with|contains)\(\"($any)\"|(find|count)\([^\"]*, \"($any)\"" \
  algorithms actors app) || { echo "no name is compared"; exit 0; }
echo "compares the name of a method; make the property a trait:"
echo "$found"
exit 1
