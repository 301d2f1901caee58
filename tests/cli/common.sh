# What the scripts of this folder share; to be sourced.
failures=0
checks=0

check() { # NAME CONDITION...
  local name=$1
  shift
  checks=$((checks + 1))
  if ! "$@"; then
    echo "FAILED: $name"
    failures=$((failures + 1))
  fi
}

# Prints a scenario of three parties.
silo_scenario() { # REPEATS ITERATIONS
  cat <<INI
[run]
repeats = $1
[synthetic]
documents = 240
terms = 40
vocabulary = 2000
topics = 4
queries = 40
depths = 20, 5
[silo]
parties = 3
rows = 12
columns = 64
frequency-columns = 512
local-iterations = $2
joint-iterations = $2
INI
}
