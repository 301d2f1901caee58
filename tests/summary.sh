#!/usr/bin/env bash
# The script behind `make test` names each skipped test with the command that makes it
# run, and keeps the exit code of ctest. Usage: summary.sh SCRIPT
set -eu
script=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
suite() { # SCRIPT-OF-EACH-TEST...
  local number=0
  for each in "$@"; do
    echo "add_test(t$((++number)) sh -c [[$each]])"
    echo "set_tests_properties(t$number PROPERTIES SKIP_RETURN_CODE 77)"
  done >"$folder/CTestTestfile.cmake"
}
fails() { echo "summary: $*"; exit 1; }

suite 'echo "skipped: no x; scripts/setup.sh x"; exit 77' 'echo "passed over: no y"' \
  'echo "skipped: the suite z"' 'exit 77'
"$script" "$folder" >"$folder/out" 2>&1 || fails "a suite without a failure fails"
diff <(grep -E '^(skipped|in part) ' "$folder/out") - <<'END' || fails "names other tests"
in part  t2: no y
skipped  t1: no x; scripts/setup.sh x
skipped  t4
END
grep -q '^by hand  make fuzz' "$folder/out" || fails "does not name long tests"
root=$(dirname "$script")/..
sed -nE 's/^by hand  ([A-Z]+=[^ ]+ )?//p' "$folder/out" |
  while read -r command rest; do
    if [ "$command" = make ]; then
      grep -q "^${rest%%:*}:" "$root/Makefile" || fails "make has no ${rest%%:*}"
    else
      [ -x "$root/${command%:}" ] || fails "there is no ${command%:}"
    fi
  done

suite true
"$script" "$folder" >"$folder/out" 2>&1 || fails "a suite that passes fails"
grep -qE '^skipped' "$folder/out" && fails "names a test of an earlier run"

suite true false
"$script" "$folder" >"$folder/out" 2>&1 && fails "a failure is lost"
echo "the summary holds"
