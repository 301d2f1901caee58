#!/usr/bin/env bash
# Checks the documents: relative links resolve, the README has at most 130 lines,
# every scenario is in the index, every key they name exists, and the tutorial's
# commands run and print the numbers beneath them. Usage: docs.sh ROOT FEDLTR
set -u
root=$(cd "$1" && pwd) || exit 1
program=$(cd "$(dirname "$2")" && pwd)
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# Every [text](path) whose path is no address names a file; an #anchor, a heading.
check_links() {
  local document target file anchor
  while IFS= read -r document; do
    while IFS= read -r target; do
      file=${target%%#*}
      anchor=${target#"$file"}
      file=${file:+$(dirname "$document")/$file}
      file=${file:-$document}
      if [ ! -e "$file" ]; then
        fail "$document: link to $target, which is not there"
      elif [ -n "$anchor" ] && ! anchors "$file" | grep -qxF "${anchor#\#}"; then
        fail "$document: link to $target, which is no heading"
      fi
    done < <(grep -oE '\]\([^) ]+\)' "$document" | sed 's/^](//; s/)$//' | grep -vE '^[a-z]+:')
  done < <(cd "$root" && find . -name '*.md' -not -path './build*' -not -path './runs/*' \
    -not -path './.*/*' | sed "s|^\.|$root|")
}

# The anchors that a document's headings get: lower case, no punctuation, hyphens.
anchors() {
  grep -E '^#+ ' "$1" | sed -E 's/^#+ //; s/[^[:alnum:] _-]//g; s/ /-/g' | tr '[:upper:]' '[:lower:]'
}

check_length() {
  local lines
  lines=$(wc -l <"$root/README.md")
  [ "$lines" -le 130 ] || fail "README.md: $lines lines, at most 130 are allowed"
}

# Every scenario is in the index, and its head begins with a question.
check_scenarios() {
  local scenario name
  while IFS= read -r scenario; do
    name=${scenario#"$root/scenarios/"}
    grep -qF "]($name)" "$root/scenarios/README.md" ||
      fail "scenarios/README.md: does not list $name"
    sed '/^#/!q' "$scenario" | grep -q '?' || fail "$name: its head asks no question"
  done < <(find "$root/scenarios" -name '*.ini')
}

# Every section.key that a document names is one of `fedltr list keys`.
check_keys() {
  local sections key known
  known=$("$program/fedltr" list keys | grep -oE '^ +[a-z]+\.[a-z][a-z0-9.-]*[a-z0-9]' | tr -d ' ' | sort -u)
  sections=$(cut -d. -f1 <<<"$known" | sort -u | paste -sd'|')
  while IFS= read -r key; do
    grep -qxF "$key" <<<"$known" || fail "a document names $key, which is no key"
  done < <(cd "$root" && find README.md CONTRIBUTING.md SECURITY.md docs scenarios \( -name '*.md' ! -name output.md ! -name keys.md -o -name '*.ini' \) \
    -exec grep -hoE "\\b($sections)\.[a-z][a-z0-9.-]*[a-z0-9]" {} + |
    grep -vE '\.(md|ini|json|csv|tsv|cpp|hpp|svg|png)$' | sort -u)
}

# Runs each ```sh block; each number with four decimals or more but 0, and each
# signature, of the ```text block beneath it must be in what it prints.
run_blocks() {
  local line kind='' script='' output='' number shown=0
  ln -s "$root/scenarios" "$root/scripts" "$scratch/"
  export PATH="$program:$PATH"
  while IFS= read -r line; do
    case "$kind:$line" in
      ':```sh') kind=sh script='' ;;
      ':```text') kind=text ;;
      ':```'*) kind=other ;;
      'sh:```')
        kind=''
        output=$(cd "$scratch" && bash -euc "$script" 2>&1) ||
          fail "$1: this fails: $script"$'\n'"$output"
        ;;
      *':```') kind='' ;;
      sh:*) script+=$line$'\n' ;;
      text:*)
        for number in $(grep -oE '[0-9]+\.[0-9]{4,}|[0-9a-f]{16}' <<<"$line"); do
          [[ $number =~ ^[0.]+$ ]] && continue
          shown=$((shown + 1))
          grep -qF -- "$number" <<<"$output" || fail "$1: $number is not printed by: $script"
        done
        ;;
    esac
  done <"$root/$1"
  [ "$shown" -gt 0 ] || fail "$1: holds no expected number"
  cmp -s "$scratch/runs/attack/curves.svg" "$root/docs/learning-curve.svg" ||
    fail "docs/learning-curve.svg is not what $1 draws"
}

check_links
check_length
check_scenarios
check_keys
run_blocks docs/tutorial.md

[ $failures -eq 0 ] && echo "documents hold"
[ $failures -eq 0 ]
