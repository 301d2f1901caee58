#!/usr/bin/env bash
# algorithms <- actors <- scenarios, and within the latter two the rooms: each
# file includes only what its room may, and only scenarios opens files and reads
# clocks. Names each file and line that does not. Usage: layering.sh ROOT
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

# rooms LIBRARY "ROOM: ROOM..." ...: each room of a library and those beside
# itself that it may include.
rooms() {
  local library=$1 line room allowed found known=
  for line in "${@:2}"; do
    room=${line%%:*}
    known+=" $room "
    allowed=$(echo "$room ${line#*:}" | xargs | tr ' ' '|')
    found=$(grep -rnE --include='*.hpp' --include='*.cpp' "#include \"$library/[a-z_]+/" "$library/$room" |
      grep -vE "#include \"$library/($allowed)/") || continue
    echo "$library/$room: may include ${line#*:} and its own only"
    echo "$found"
    failures=$((failures + 1))
  done
  # A folder with code that nobody has given its place.
  for room in $(find "$library" -mindepth 2 -maxdepth 2 -name '*.?pp' -printf '%h\n' | sort -u); do
    [[ $known == *" ${room##*/} "* ]] && continue
    echo "$room: is no room that tests/layering.sh knows"
    failures=$((failures + 1))
  done
}

forbid algorithms '#include "(actors|scenarios|tests)/' 'may include algorithms only'
forbid algorithms '#include <(caf|boost/(program_options|asio)|spdlog)' 'knows no framework'
forbid algorithms '#include <(fstream|filesystem|chrono|ctime|thread)>' 'opens no file, reads no clock'
forbid algorithms 'std::(random_device|mt19937|normal_distribution|uniform_)' 'draws from core/rng.hpp only'
forbid actors '#include "(scenarios|tests)/' 'may include algorithms and actors only'
forbid actors '#include <(fstream|filesystem|chrono|ctime)>' 'opens no file, reads no clock'
forbid scenarios '#include "tests/' 'may not include tests'
forbid actors 'random_device|rand\(' 'draws nothing of its own'

forbid python/core '#include "(actors|scenarios|tests)/' 'binds the algorithms only'

# Who takes part. Servers, nodes and the runtime that starts them know each
# other; of them nobody knows the silos.
rooms actors \
  'protocol:' \
  'client: protocol' \
  'cohort: client nodes protocol' \
  'nodes: cohort protocol runtime' \
  'server: client cohort nodes protocol runtime' \
  'runtime: nodes protocol server' \
  'silo: protocol runtime' \
  'consortium: nodes protocol runtime silo'

# What an actor knows is in plain classes, tested without it: in these rooms only
# the actors themselves include the framework, which costs seconds to compile.
framework= # headers that include it, or another that does
while true; do
  found=$(grep -rlE --include='*.hpp' "#include (<caf/|\"(${framework:-none})\")" actors |
    sort | paste -sd'|')
  [ "$found" = "$framework" ] && break
  framework=$found
done
plain=$(grep -lE "#include (<caf/|\"($framework)\")" \
  actors/{server,cohort,client,silo}/*.?pp |
  grep -vE '/(server(_[a-z]+)?|cohort(_checkpoint)?|client|attacker|adversary)\.[ch]pp$|/silo/(messages|(party|relay)(_[a-z]+)?|study)\.')
if [ -n "$plain" ]; then
  echo "actors: a plain class includes the actor framework"
  echo "$plain"
  failures=$((failures + 1))
fi
forbid scenarios "#include (<caf/|\"($framework)\")" 'knows no actor framework'

# What is run: each room includes those to its left.
rooms scenarios \
  'base:' \
  'schema: base' \
  'texts: base' \
  'data: base schema texts' \
  'search: base schema texts data' \
  'export: base schema data' \
  'convert: base schema data' \
  'build: base schema data' \
  'output: base schema data build' \
  'stream: base schema data build output' \
  'monitor: base' \
  'study: base schema data build output stream monitor' \
  'deploy: base schema data search build output monitor study' \
  'audit: base schema texts data build output study deploy' \
  'compare: base' \
  'report: base schema output compare' \
  'watch: base monitor deploy report' \
  'database: base output compare report' \
  'cli: base schema texts data search export convert build output study deploy audit compare report watch database monitor'

[ $failures -eq 0 ] && echo "layering holds"
[ $failures -eq 0 ]
