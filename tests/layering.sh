#!/usr/bin/env bash
# algorithms <- actors <- app, and within the latter two the rooms: each file
# includes only what its room may, and only app opens files and reads clocks. Names each file and line that does not. Usage: layering.sh ROOT
set -u
cd "$1" || exit 1
failures=0

forbid() { # FOLDER PATTERN WHY
  local found
  found=$(grep -rnE --include='*.hpp' --include='*.cpp' "$2" "$1") || return 0
  echo "$1: $3"
  echo "$found"
  failures=$((failures + 1))
}

# rooms LIBRARY "ROOM: ROOM..." ...: each room of a library, from left to right, and
# those to its left that it may include. Two pages show this chain.
rooms() {
  local library=$1 line room allowed found drawn page known=
  for line in "${@:2}"; do
    room=${line%%:*}
    for allowed in ${line#*:}; do
      [[ $known == *" $allowed "* ]] && continue
      echo "$library/$room: $allowed is not to its left"
      failures=$((failures + 1))
    done
    known+=" $room "
    allowed=$(echo "$room ${line#*:}" | xargs | tr ' ' '|')
    found=$(grep -rnE --include='*.hpp' --include='*.cpp' "#include \"$library/[a-z_]+/" "$library/$room" |
      grep -vE "#include \"$library/($allowed)/") || continue
    echo "$library/$room: may include ${line#*:} and its own only"
    echo "$found"
    failures=$((failures + 1))
  done
  drawn=$(echo $known | sed 's/ / ← /g')
  for page in CONTRIBUTING.md docs/architecture.md; do
    grep -qF "$drawn" "$page" && continue
    echo "$page: does not show the chain $drawn"
    failures=$((failures + 1))
  done
  # A folder with code that has no room here.
  for room in $(find "$library" -mindepth 2 -maxdepth 2 -name '*.?pp' -printf '%h\n' | sort -u); do
    [[ $known == *" ${room##*/} "* ]] && continue
    echo "$room: is no room that tests/layering.sh knows"
    failures=$((failures + 1))
  done
}

forbid algorithms '#include "(actors|app|tests)/' 'may include algorithms only'
forbid algorithms '#include <(caf|boost/(program_options|asio)|spdlog)' 'knows no framework'
forbid algorithms '#include <(fstream|filesystem|chrono|ctime|thread)>' 'opens no file, reads no clock'
forbid algorithms 'std::(random_device|mt19937|normal_distribution|uniform_)' 'draws from core/rng.hpp only'
forbid actors '#include "(app|tests)/' 'may include algorithms and actors only'
forbid actors '#include <(fstream|filesystem|chrono|ctime)>' 'opens no file, reads no clock'
forbid app '#include "tests/' 'may not include tests'
forbid actors 'random_device|rand\(' 'draws nothing of its own'

forbid python/core '#include "tests/' 'may not include tests'
forbid python/core "#include (<caf/|\"actors/)" 'runs studies by app, not actors'

# The actors' rooms. Cohorts and servers do not know nodes; silos do not know
# federations.
rooms actors \
  'protocol:' \
  'runtime: protocol' \
  'client: protocol' \
  'cohort: client protocol' \
  'server: client cohort protocol runtime' \
  'alone: client cohort protocol runtime server' \
  'link: protocol' \
  'nodes: cohort link protocol runtime' \
  'conductor: nodes protocol runtime server' \
  'silo: protocol runtime' \
  'consortium: link protocol runtime silo' \
  'members: link protocol runtime'

# An actor's knowledge is in plain classes, tested without it: in these rooms only
# the actors themselves include the framework, which costs seconds to compile.
framework= # headers that include it, or another that does
while true; do
  found=$(grep -rlE --include='*.hpp' "#include (<caf/|\"(${framework:-none})\")" actors |
    sort | paste -sd'|')
  [ "$found" = "$framework" ] && break
  framework=$found
done
plain=$(grep -lE "#include (<caf/|\"($framework)\")" \
  actors/{alone,server,cohort,client,silo,link}/*.?pp |
  grep -vE '/(server(_[a-z]+)?|cohort(_checkpoint)?|client|attacker|adversary)\.[ch]pp$|/silo/((party|relay)(_[a-z]+)?|(search|training)_(party|relay)|run_silos)\.|/link/(gateway|dialer)\.')
if [ -n "$plain" ]; then
  echo "actors: a plain class includes the actor framework"
  echo "$plain"
  failures=$((failures + 1))
fi
forbid app "#include (<caf/|\"($framework)\")" 'knows no actor framework'

# The program: each room includes those to its left.
chain=(base schema data plan results report study models deploy audit cli)
allowed_rooms=()
left=
for room in "${chain[@]}"; do
  allowed_rooms+=("$room: $left")
  left+=" $room"
done
rooms app "${allowed_rooms[@]}"

# Most builds have no fuzzers, and miss no header of theirs.
gone=$(grep -hoE '^#include "[^"]+"' fuzz/*.?pp | cut -d'"' -f2 | sort -u |
  while read -r header; do [ -e "$header" ] || echo "$header"; done)
if [ -n "$gone" ]; then
  echo "fuzz: includes files that do not exist:" $gone
  failures=$((failures + 1))
fi

# An error or a tab in an editor names a file without its folder.
twice=$(find algorithms actors app -name '*.cpp' -printf '%f\n' | sort | uniq -d)
if [ -n "$twice" ]; then
  echo "names of more than one source:" $twice
  failures=$((failures + 1))
fi

[ $failures -eq 0 ] && echo "layering holds"
[ $failures -eq 0 ]
