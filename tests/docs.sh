#!/usr/bin/env bash
# Checks the documents: relative links resolve, the README has at most 130 lines,
# every scenario is in the index, every key they name exists, and the commands of the
# tutorial and of the README print what these pages show. Usage: docs.sh ROOT FEDLTR
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

# Masks seconds, speeds and numbers of threads, which differ between runs and machines.
mask() {
  sed -E 's/[0-9.]+ s, [0-9,]+ interactions\/s on [0-9]+ threads?/TIME/; s/ +$//' <<<"$1"
}

# Compares the whole output that a page shows with what a command prints; "…" on the
# page stands for any text.
compare() { # PAGE COMMAND SHOWN PRINTED
  local shown printed pattern
  shown=$(mask "$3")
  printed=$(mask "$4")
  pattern=$(sed 's/[][*?\\]/\\&/g; s/…/*/g' <<<"$shown")
  compared=$((compared + 1))
  # shellcheck disable=SC2053
  [[ $printed == $pattern ]] && return
  fail "$1: shows another output of: $2"
  diff <(echo "$shown") <(echo "$printed")
}

# Runs the commands of each ```sh block and compares what they print with the ```text
# block beneath, if any; treats a block that begins with "$ COMMAND" as both.
run_blocks() {
  local line kind='' script='' shown='' output=''
  while IFS= read -r line; do
    case "$kind:$line" in
      ':```'*) kind=${line#'```'} kind=${kind:-plain} shown='' ;;
      'sh:```')
        kind='' script=$shown
        output=$(cd "$scratch" && bash -euc "$script" 2>&1) ||
          fail "$1: this fails: $script"$'\n'"$output"
        ;;
      'text:```')
        kind=''
        compare "$1" "$script" "${shown%$'\n'}" "$output"
        ;;
      'plain:```')
        kind=''
        if [[ $shown == '$ '*$'\n'?* ]]; then
          script=${shown%%$'\n'*} shown=${shown#*$'\n'}
          output=$(cd "$scratch" && bash -c "${script#'$ '}" 2>&1)
          compare "$1" "$script" "${shown%$'\n'}" "$output"
        fi
        ;;
      *':```') kind='' ;;
      *) shown+=$line$'\n' ;;
    esac
  done <"$root/$1"
  cmp -s "$scratch/runs/attack/curves.svg" "$root/docs/learning-curve.svg" ||
    fail "docs/learning-curve.svg is not what $1 draws"
}

# The README shows the same scenario and output as the first run.
check_readme() {
  local output
  output=$(cd "$scratch" && fedltr run scenarios/quickstart.ini --force 2>&1)
  compare README.md 'fedltr run quickstart' \
    "$(sed -n '/^quickstart: /,/^```$/p' "$root/README.md" | sed '$d')" "$output"
  sed -n '/^```ini$/,/^```$/p' "$root/README.md" | sed '/^```/d' >"$scratch/readme.ini"
  diff <(fedltr check "$root/scenarios/quickstart.ini") <(fedltr check "$scratch/readme.ini") ||
    fail "README.md: its scenario is not quickstart.ini"
}

check_links
check_length
check_scenarios
check_keys
compared=0
ln -s "$root/scenarios" "$root/scripts" "$scratch/"
export PATH="$program:$PATH"
run_blocks docs/tutorial.md
check_readme
[ $compared -ge 11 ] || fail "only $compared outputs are compared"

[ $failures -eq 0 ] && echo "documents hold"
[ $failures -eq 0 ]
