#!/usr/bin/env bash
# The recipes for conda and Homebrew are of this version, take the same sources, and are
# what their languages allow. Usage: recipes.sh SOURCE
set -eu
cd "$1/packaging"
fail() {
  echo "recipes.sh: $*" >&2
  exit 1
}
version=$(sed -n 's/^project(fedltr VERSION \([0-9.]*\).*/\1/p' ../CMakeLists.txt)
grep -q "set version = \"$version\"" conda/meta.yaml || fail "conda's version is not $version"
grep -q "version \"$version\"" homebrew/fedltr.rb || fail "Homebrew's version is not $version"
grep -q "fedltr-$version.tar.gz\"" homebrew/fedltr.rb || fail "Homebrew's archive is not $version's"
sources() {
  grep -oE '\b([0-9a-f]{64})\b|https://[^" ]+(gz|xz|tgz)' "$1" | sort
}
cmp <(sources conda/meta.yaml) <(sources homebrew/fedltr.rb) || fail "the sources differ"
bash -n libraries.sh conda/build.sh
python=/usr/bin/python3
[ -x "$python" ] || python=python3
if "$python" -c 'import yaml' 2>/dev/null; then
  # Jinja's lines and expressions, as conda-build fills them in.
  sed -e '/^{%/d' -e "s/{{ version }}/$version/" -e 's/{{[^}]*}}/filled/' conda/meta.yaml |
    "$python" -c '
import sys, yaml
recipe = yaml.safe_load(sys.stdin)
assert {"package", "source", "build", "requirements", "test", "about"} <= set(recipe)
assert all("path" in each or len(each["sha256"]) == 64 for each in recipe["source"])' ||
    fail "conda/meta.yaml"
fi
if command -v ruby >/dev/null; then
  ruby -c homebrew/fedltr.rb >/dev/null || fail "homebrew/fedltr.rb"
fi
echo "recipes: of $version"
