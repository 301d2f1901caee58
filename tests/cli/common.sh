# Functions that the scripts of this folder share; to be sourced.
forward_py=$(realpath "$(dirname "${BASH_SOURCE[0]}")/forward.py")
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

# Works in a folder of its own: $KEEP, or a temporary one. At the end it is removed, and
# the processes in ${started[@]}, no others, are ended.
own_folder() {
  folder=${KEEP:-$(mktemp -d)}
  started=()
  trap end_started EXIT
  cd "$folder" || exit 1
}
end_started() {
  for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null; done
  [ -n "${KEEP:-}" ] || rm -rf "$folder"
}

# Starts an HTTP proxy at $proxy; proxy.out has what it was asked for.
start_proxy() {
  python3 "$forward_py" 0 connect >proxy.out 2>proxy.err &
  started+=($!)
  await_line proxy.out '^[0-9]'
  proxy=127.0.0.1:$(head -1 proxy.out)
}

# Waits for a process, at most SECONDS, and returns its exit code.
await() { # PROCESS [SECONDS, 60]
  local end=$((SECONDS + ${2:-60}))
  while kill -0 "$1" 2>/dev/null; do
    if [ $SECONDS -ge $end ]; then
      kill -9 "$1" 2>/dev/null
      wait "$1" 2>/dev/null
      return 99
    fi
    sleep 0.05
  done
  wait "$1" 2>/dev/null
}

ends_with() { # CODE PROCESS [SECONDS, 60]
  await "${@:2}"
  local code=$?
  [ $code -eq "$1" ] || { echo "exit code $code, expected $1"; return 1; }
}

await_line() { # FILE PATTERN
  for _ in $(seq 600); do
    grep -qs -- "$2" "$1" && return
    sleep 0.05
  done
  echo "FAILED: no '$2' in $1: $(cat "$1")"
  failures=$((failures + 1))
}

# True if names, types and samples follow Prometheus' text format.
metrics() { # FILE
  if command -v promtool >/dev/null; then promtool check metrics <"$1" || return 1; fi
  awk '/^# HELP fedltr_[a-z_]+ ./ { help[$3] = 1; next }
    /^# TYPE fedltr_[a-z_]+ (gauge|counter)$/ { if (!help[$3] || type[$3]) exit 1; type[$3] = 1; next }
    { name = $1; sub(/[{].*/, "", name) }
    !type[name] || !/^[a-z_]+([{]([a-z]+="([^"\\]|\\.)*",?)+[}])? ([0-9.e+-]+|NaN|[+-]Inf)$/ { print "bad: " $0; exit 1 }' "$1"
}

# Also prints a command's err.txt.
fail() {
  echo "FAILED: $*: $(cat err.txt)"
  failures=$((failures + 1))
}

# One line with the error, and an exit code that the design assigns to it.
is_told() { # CODE
  case $1 in 1 | 3 | 4 | 6) ;; *) return 1 ;; esac
  [ "$(grep -c . err.txt)" -eq 1 ] && grep -q '^fedltr: .' err.txt
}

# Files that a broken disk kept from being removed are no results.
same_files() {
  diff -rq -x timing.json -x .fedltr -x checkpoint -x '.fedltr-*' "$1" "$2"
}
