#!/usr/bin/env bash
# Prints the measures of the code's limits, one line per room, and counts of the whole;
# with `check` prints the files and functions above the limits, and fails if there are
# any; with `untested` prints the large units without a test of their name.
# Usage: scripts/sizes.sh [check [FOLDER...] | untested]
set -euo pipefail
cd "$(dirname "$0")/.."

max_file=400
max_function=60

sources() { # every C++ file below the given folders
  { find "$@" \( -name '*.cpp' -o -name '*.hpp' \) 2>/dev/null || true; } | sort
}

# "LINES FILE:LINE" of every function. In formatted code a function opens with a
# line that ends in "{" after its parameters, and closes with the next "}" of the
# same indentation; its signature may begin some lines above.
functions() {
  awk '
    FNR == 1 { open = 0; start = 0 }
    /^[ ]*$/ || /^[ ]*(\/\/|#)/ || /[;{}:]$/ && !/[)a-z] \{$/ { if (!open) start = 0 }
    !open && !/^[ ]*$/ && !/^[ ]*(\/\/|#)/ && !/[;}:]$/ && !start { start = FNR }
    !open && /(\)|const|override|noexcept|final) \{$/ &&
        !/(^|[ }])(if|for|while|switch|catch|else|do|namespace|struct|class|enum|union) *[({A-Za-z]/ &&
        !/\[[^]]*\] *(\(|\{)/ {
      match($0, /^ */)
      # The closing brace has the same indentation as the signature.
      head = start ? start : FNR
      indent = head == FNR ? RLENGTH : depth[head]
      open = 1
      close_line = sprintf("%*s}", indent, "")
    }
    { match($0, /^ */); depth[FNR] = RLENGTH }
    open && index($0, close_line) == 1 && substr($0, length(close_line) + 1) ~ /^;?$/ {
      print FNR - head + 1, FILENAME ":" head
      open = 0; start = 0
    }' "$@"
}

if [ "${1:-}" = check ]; then
  shift
  [ $# -gt 0 ] || set -- algorithms actors app
  mapfile -t files < <(sources "$@")
  found=$(
    wc -l "${files[@]}" | awk -v max=$max_file \
      '$2 != "total" && $1 > max { print $2 ": " $1 " lines, at most " max }'
    functions "${files[@]}" | awk -v max=$max_function \
      '$1 > max { print $2 ": a function of " $1 " lines, at most " max }'
  )
  [ -z "$found" ] && exit 0
  echo "$found"
  exit 1
fi

# "LINES FILE" of every source above 100 lines without a test of its name.
untested() {
  sources algorithms actors app | grep '\.cpp$' | xargs wc -l |
    awk '$2 != "total" && $1 > 100' | while read -r lines file; do
      [ -e "tests/${file%.cpp}_test.cpp" ] || echo "$lines $file"
    done | sort -rn
}
if [ "${1:-}" = untested ]; then
  untested
  exit
fi

# Prints one line of measures. Arguments: name, folder of tests, files.
measure() {
  local name=$1 tests=$2
  shift 2
  local lines test_lines longest longest_function casts names
  lines=$(cat "$@" | wc -l)
  test_lines=$(sources "$tests" | xargs -r cat | wc -l)
  longest=$(wc -l "$@" | awk '$2 != "total" && $1 > max { max = $1 } END { print max + 0 }')
  longest_function=$(functions "$@" | sort -rn | awk 'NR == 1 { print $1 }')
  casts=$(cat "$@" | grep -o 'static_cast<' | wc -l || true)
  names=$(cat "$@" | grep -cE '[=!]= "' || true)
  awk -v name="$name" -v lines="$lines" -v tests="$test_lines" -v file="$longest" \
    -v fun="${longest_function:-0}" -v casts="$casts" -v names="$names" 'BEGIN {
      printf "%-26s %6d %6.2f %6d %9d %6.1f %6d\n", name, lines, tests / lines,
        file, fun, 1000 * casts / lines, names }'
}

printf '%-26s %6s %6s %6s %9s %6s %6s\n' room lines tests file function casts names
for library in algorithms actors app; do
  for room in $(find $library -mindepth 1 -maxdepth 1 -type d | sort); do
    mapfile -t files < <(sources "$room")
    [ ${#files[@]} -gt 0 ] && measure "$room" "tests/$room" "${files[@]}"
  done
  mapfile -t files < <(sources $library)
  measure "$library" "tests/$library" "${files[@]}"
done
echo "tests: lines of tests per line; file, function: lines of the longest;"
echo "casts: static_cast per 1,000 lines; names: comparisons with a string"

# Prints one count. Arguments: what is counted, the count.
count() { printf '%-48s %7d\n' "$1" "$2"; }

echo
mapfile -t all < <(sources algorithms actors app)
python=$(find python/core python/fedltr -name '*.?pp' -o -name '*.py')
tests=$(find tests python/tests -name '*.?pp' -o -name '*.sh' -o -name '*.py')
count 'lines of the program (algorithms, actors, app)' "$(cat "${all[@]}" | wc -l)"
count 'lines of the Python package' "$(cat $python | wc -l)"
count 'lines of tests' "$(cat $tests | wc -l)"
count 'rooms' "$(find algorithms actors app -mindepth 1 -maxdepth 1 -type d | wc -l)"
count 'units above 100 lines without a test of their name' "$(untested | wc -l)"
count 'comments that open with a question word' "$(cat "${all[@]}" | awk '
  { is = match($0, /^ *\/\/[\/!]* */); text = substr($0, RSTART + RLENGTH) }
  is && !before && text ~ /^(What|Whether|Of|Who|Whom|Whose|How|Which|That)[ ,:.]/ { n++ }
  { before = is }
  END { print n + 0 }')"
count 'types with Run in their name' "$(cat "${all[@]}" |
  grep -oE '^ *(struct|class|enum class) [A-Za-z]*Run[A-Za-z]*( final)?( :.*)? \{' | wc -l)"
count 'lines of the longest function' "$(functions "${all[@]}" | sort -rn | awk 'NR == 1 { print $1 }')"
count 'keys' "$(grep -c '^- `' docs/keys.md)"
count 'commands' "$(sed -n '/^const .* verbs() {/,/^}/p' app/cli/cli.cpp |
  grep -oE '\{"[a-z]+", ' | grep -cvE 'complete|help')"
