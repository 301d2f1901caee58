#!/usr/bin/env bash
# The installed program runs a scenario that ships, has manual pages that roff
# takes without a warning, and completes in bash and fish as each asks for it;
# zsh parses it; a missing shell or roff is named and passed over.
# Usage: install.sh SOURCE BUILD
set -eu
build=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

cmake --install "$build" --component program --prefix usr >install.txt
PATH=$PWD/usr/bin:$PATH
fedltr run quickstart --quiet --set federation.rounds=2 --out run >run.txt
[ -s run/summary.json ] || fail "the installed program does not run quickstart"

# Manual pages.
pages=(usr/share/man/man1/*.1 usr/share/man/man5/*.5)
[ ${#pages[@]} -ge 20 ] || fail "only ${#pages[@]} manual pages"
for key in $(fedltr list keys | sed -n 's/^  [a-z]*\.\([^ ]*\) = .*/\1/p'); do
  grep -q "^\\\\fB${key//-/\\\\-}\\\\fR = " usr/share/man/man5/fedltr-scenario.5 ||
    fail "fedltr-scenario(5) lacks $key"
done
grep -q '^\\fB\\-\\-resume\\fR' usr/share/man/man1/fedltr-run.1 ||
  fail "fedltr-run(1) lacks --resume"
if command -v groff >/dev/null; then
  for page in "${pages[@]}"; do
    warnings=$(groff -man -Tutf8 -ww "$page" 2>&1 >/dev/null)
    [ -z "$warnings" ] || fail "$page: $warnings"
  done
else
  echo "passed over: no groff; scripts/setup.sh tests"
fi

# Completion: what a shell offers for a line.
in_bash() {
  bash --norc -c 'source usr/share/bash-completion/completions/fedltr
    compopt() { :; }
    COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=" ="
    _fedltr
    echo "${COMPREPLY[@]}"' bash "$1"
}
expect() { # GOT WANTED WHAT
  [ "$1" = "$2" ] || fail "$3: got '$1', expected '$2'"
}
expect "$(in_bash 'fedltr ru')" run bash
expect "$(in_bash 'fedltr run --res')" --resume bash
expect "$(in_bash 'fedltr run quick')" quickstart bash
expect "$(in_bash 'fedltr run a --set federation.cl')" federation.clients= bash
expect "$(in_bash 'fedltr run a --set aggregation.rule=mul')" multi-krum bash
expect "$(in_bash 'fedltr export m --to so')" solr bash
for shell in zsh fish; do
  command -v $shell >/dev/null || { echo "passed over: no $shell; scripts/setup.sh tests"; continue; }
  case $shell in
    zsh) zsh -n usr/share/zsh/vendor-completions/_fedltr ;;
    fish)
      expect "$(fish --no-config -c 'source usr/share/fish/vendor_completions.d/fedltr.fish
        complete -C"fedltr run a --set aggregation.rule=mul"')" \
        aggregation.rule=multi-krum fish ;;
  esac
done
echo "install: ${#pages[@]} manual pages, completion"
