#!/usr/bin/env bash
# Runs the suite; then names the tests that were skipped, each with the command that
# makes it run, and the long tests that no suite runs. Exits as ctest does.
# Usage: scripts/test.sh BUILD [CTEST-OPTION...]
set -u
build=$1
shift
log=$build/Testing/Temporary/LastTest.log
skipped=$build/Testing/Temporary/LastTestsDisabled.log
rm -f "$log" "$skipped"
ctest --test-dir "$build" --output-on-failure "$@"
code=$?

# The lines "skipped: REASON; COMMAND" of skipped tests, and "passed over: REASON" of all.
[ -f "$log" ] || exit $code
echo
awk -v list="$skipped" '
  BEGIN { while ((getline line < list) > 0) { sub(/^[0-9]+:/, "", line); whole[line] = 1 } }
  / Test: / { name = $0; sub(/.* Test: /, "", name); output = 0 }
  /^Output:$/ { output = 1 }
  /^<end of output>$/ { output = 0 }
  output && (name in whole) && sub(/^skipped: /, "") { print "skipped  " name ": " $0; delete whole[name] }
  output && sub(/^passed over: /, "") { print "in part  " name ": " $0 }
  END { for (name in whole) print "skipped  " name }' "$log" | sort
cat <<'END'
by hand  scripts/check.sh: format, warnings, one definition of each name, clang-tidy, ASan and UBSan
by hand  scripts/same-bits.sh build/fedltr LIST: hashes of 237 runs, to compare with another program's
by hand  make simulate: 100,000 seeds of faults of network and machines
by hand  make fuzz: readers of files and messages, with clang
by hand  scripts/mutants.py: faults on purpose in privacy and aggregation
by hand  scripts/nodes-long.sh build/fedltr: nodes over a bad network, 200 times, as root
by hand  scripts/reproducible.sh: packages built twice, byte by byte
by hand  VALGRIND=1 scripts/uninitialised.sh build/fedltr build/tests/libkept_files.so: an hour
END
exit $code
