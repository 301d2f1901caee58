#!/usr/bin/env bash
# algorithms <- actors <- scenarios: each includes only what stands left of it,
# and only scenarios opens files and reads clocks. Usage: layering.sh ROOT
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

forbid algorithms '#include "(actors|scenarios|tests)/' 'may include algorithms only'
forbid algorithms '#include <(caf|boost/(program_options|asio)|spdlog)' 'knows no framework'
forbid algorithms '#include <(fstream|filesystem|chrono|ctime|thread)>' 'opens no file, reads no clock'
forbid algorithms 'std::(random_device|mt19937|normal_distribution|uniform_)' 'draws from core/rng.hpp only'
forbid actors '#include "(scenarios|tests)/' 'may include algorithms and actors only'
forbid actors '#include <(fstream|filesystem|chrono|ctime)>' 'opens no file, reads no clock'
forbid scenarios '#include "tests/' 'may not include tests'
forbid actors 'random_device|rand\(' 'draws nothing of its own'

[ $failures -eq 0 ] && echo "layering holds"
[ $failures -eq 0 ]
