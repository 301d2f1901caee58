#!/usr/bin/env bash
# Looks for uninitialised memory in the program's output: makes every kind of file with
# malloc filling memory with one byte and with another (MALLOC_PERTURB_), and compares
# the files byte for byte. Bytes that also differ with the same byte are times.
#   scripts/uninitialised.sh PROGRAM KEPT_FILES_LIBRARY [ONLY]
#   VALGRIND=1 scripts/uninitialised.sh PROGRAM KEPT_FILES_LIBRARY [ONLY]
# With VALGRIND=1 each is made once, under memcheck, which also sees the stack and the
# network's messages, and takes an hour. ONLY is a regular expression: only the names it
# matches. Exits with 1 if anything was found.
# shellcheck disable=SC2086,SC2317  # settings are lists of words
set -uo pipefail
export LC_ALL=C
if [ $# -lt 2 ] || [ $# -gt 3 ]; then sed -n '2,/^set/s/^# //p' "$0" | grep -v ^shellcheck; exit 2; fi
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/tests/cli/common.sh"
fedltr=$(realpath "$1")
library=$(realpath "$2")
only=${3:-.}
work=$(mktemp -d)
started=()
finish() {
  for process in "${started[@]}"; do kill -9 "$process" 2>/dev/null; done
  rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1
export FEDLTR_CACHE=off
# Folder and byte; differences between the first two are times.
runs=(one:90 again:90 other:17)
[ -z "${VALGRIND:-}" ] || runs=(one:90)

# The program, with memory filled by $filling.
cat >program <<END
#!/usr/bin/env bash
if [ -n "\${VALGRIND:-}" ]; then
  exec valgrind -q --track-origins=yes --log-file="memcheck.%p" "$fedltr" "\$@"
fi
mkdir -p kept
export MALLOC_PERTURB_=\$filling KEPT_FILES=\$PWD/kept ASAN_OPTIONS=verify_asan_link_order=0
LD_PRELOAD=$library exec "$fedltr" "\$@"
END
chmod +x program
program() { "$work/program" "$@"; }
export filling

# True if a file is the same except for its times: numbers of eight bytes, of which some
# also differ between "one" and "again", and JSON's seconds.
same_file() { # PATH
  case $1 in
    # Answers as they are asked for; the date, and messages as they came.
    *timing.json* | *timing.csv* | */ledger.csv | */disclosure*) ;;
    *.json*) cmp -s <(grep -v seconds "one/$1") <(grep -v seconds "other/$1") ;;
    *) cmp -s "one/$1" "other/$1" ||
      { cmp -l "one/$1" "again/$1"; echo; cmp -l "one/$1" "other/$1"; :; } 2>&1 | awk '
        /EOF/ { exit 1 }
        !NF { compared = 1; next }
        !compared { for (i = $1 - 8; i <= $1 + 8; ++i) time[i] = 1; next }
        !time[$1] { print "byte " $1; exit 1 }' ;;
  esac
}
same_folders() {
  diff <(cd one && find . | sort) <(cd other && find . | sort) || return
  while read -r path; do same_file "$path" || { echo "$path"; return 1; }; done < <(cd one && find . -type f)
}

# Makes the files of a case in several folders.
made() { # NAME COMMAND...
  local name=$1 run code=0
  shift
  [[ $name =~ $only ]] || return 0
  for run in "${runs[@]}"; do
    filling=${run#*:}
    mkdir "${run%:*}"
    (cd "${run%:*}" && "$@") >out.txt 2>&1 || { code=$?; break; }
  done
  check "$name: exit code $code: $(tail -3 out.txt)" [ $code -eq 0 ]
  [ $code -ne 0 ] || [ -n "${VALGRIND:-}" ] || check "$name: the same files" same_folders
  for report in one/memcheck.*; do
    [ ! -s "$report" ] || check "$name: $(cat "$report")" false
  done
  rm -rf one again other
}

# Results, and the checkpoints during the run.
run() { # SCENARIO SETTING...
  local file=$work/$1 set=()
  shift
  for each; do set+=(--set "${each//\~/ }"); done
  program run "$file" "${set[@]}" --quiet --threads 1 --out results || return
  # The checkpoints were kept, or the library was not loaded.
  [ -n "${VALGRIND:-}" ] || compgen -G 'kept/*' >/dev/null
}
small() { made "$1" run small.ini "${@:2}"; }
each() { # KIND NAME-PREFIX KEY SETTING...
  local name=
  for name in $("$fedltr" list "$1" | awk '/^  [a-z]/ { print $1 }'); do
    small "$2 $name" "$3=$name" "${@:4}"
  done
  check "list $1" [ -n "$name" ]
}

cat >small.ini <<'INI'
[run]
rankings = yes
[synthetic]
like = custom
queries = 30
[federation]
clients = 40
participation = 0.2
rounds = 5
[checkpoint]
every = 2
INI
silo_scenario 2 20 >silo.ini
awk 'BEGIN { for (q = 0; q < 24; ++q) for (d = 0; d < 8; ++d) { s = (q * 37 + d * 53 + q * d * 11) % 97
  printf "%d qid:%d 1:%.2f 2:%.2f 3:%.2f # q%dd%d\n", s % 3, q, s / 97, (s * s % 89) / 89, d / 8, q, d } }' >letor.txt
awk 'BEGIN { print "qid,user,timestamp"; for (i = 0; i < 66; ++i) printf "%d,u%d,%d\n", i * 7 % 24, i % 11, i * 31 % 101 }' >users.csv
files="data.train=$work/letor.txt evaluation.on=train"

rule="federation.participation=1 federation.clients=11 aggregation.malicious=1"
for name in $("$fedltr" list rules | awk '/^  [a-z]/ { print $1 }'); do
  [ "$name" = mean ] || small "rule $name" aggregation.rule="$name" federation.participation=0.3 aggregation.malicious=1
done
each pre-aggregation before aggregation.before aggregation.rule=trimmed-mean aggregation.malicious=1
each servers server federation.server
each learners learner learner.method clicks.model=pbm
each rankers ranker ranker.model ranker.hidden=4 ranker.init=normal
for name in perfect pbm dcm poison; do small "clicks $name" clicks.model=$name; done
for attack in $("$fedltr" list attacks | awk '/^  [a-z]/ { print $1 }'); do
  [ "$attack" = none ] || small "attack $attack" attack.kind="$attack" attack.clients=2 aggregation.rule=median $rule
done
for split in document-preference label-distribution click-preference quantity dirichlet; do
  small "split $split" heterogeneity.kind="$split" synthetic.queries=120
done
small "split by-user" $files data.users="$work/users.csv" heterogeneity.kind=by-user federation.clients=11
for method in federaser retrain fine-tune fedremove pga; do
  small "unlearn $method" unlearning.method="$method" unlearning.clients=0,3 federation.participation=1 federation.clients=11
done
small fedper federation.local=fedper heterogeneity.kind=dirichlet ranker.model=neural ranker.hidden=4 ranker.init=normal
small fedprox federation.local=fedprox federation.mu=0.5
for storage in float32 sparse64 sparse32; do small "storage $storage" $files data.storage="$storage"; done
small gamma privacy.mechanism=gamma-laplace privacy.clip=5 federation.participation=1
small gaussian privacy.mechanism=gaussian privacy.mode=sound privacy.epsilon=1 learner.method=dbgd
small response privacy.mechanism=randomized-response privacy.p=0.8 learner.method=es
small secure privacy.secure-aggregation=yes privacy.secure-range=64
small secure-faults privacy.secure-aggregation=yes faults.dropout=0.1 faults.crash=0.05 privacy.secure-dropouts=0.4 federation.participation=1
small faults faults.dropout=0.1 faults.late=0.2 faults.corrupt=0.1 faults.crash=0.1
small stale faults.late=0.4 faults.stale=weigh faults.delay=3
small moves "timeline.at=2~join~8-9;4~leave~0-3;5~join~1" federation.server=momentum

made "silo all" run silo.ini
for noise in $("$fedltr" list sketch-noises | awk '/^  [a-z]/ { print $1 }'); do
  made "silo noise $noise" run silo.ini silo.noise="$noise"
done
made "silo rest" run silo.ini silo.sketch=count-min silo.epsilon=0 silo.curve-every=5 silo.timed-terms=3
made "silo listwise" run silo.ini silo.loss=softmax silo.order=parallel

grid() {
  program run ../small.ini --quiet --threads 1 --out grid --set grid.aggregation.rule=mean,median \
    --set grid.attack.kind=sign-flip,lie --set attack.clients=2 --set federation.participation=1
}
made grid grid
shard() {
  program run ../small.ini --quiet --threads 1 --out results --shard 1/1 && program merge ../small.ini --quiet --out results
}
made shard shard
cached() {
  export FEDLTR_CACHE=$PWD/cache
  program run ../small.ini --quiet --threads 1 --out results --set ${files// / --set }
}
touch -d '1 hour ago' letor.txt
made cache cached

# Files made from the same results.
if [[ "report export convert" =~ $only ]] || [[ $only = . ]]; then
  "$fedltr" run small.ini --quiet --out base >out.txt 2>&1 || cat out.txt
  "$fedltr" run small.ini --quiet --out second --set run.seed=2 >out.txt 2>&1 || cat out.txt
fi
report() {
  program report ../base ../second --out report.html &&
    for to in svg csv latex; do program report ../base ../second --to $to --out $to || return; done
  for format in text csv json latex; do
    program compare ../base ../second --format $format >compare.$format || return
  done
  program export ../base ../second --to sqlite --out all.db
}
made report report
exports() {
  for to in $("$fedltr" list targets | awk '/^  [a-z]/ { print $1 }'); do
    program export ../base --to "$to" --out "$to" || return
  done
}
made export exports
converted() {
  for to in letor lightgbm csv npy; do
    mkdir $to && program data convert ../letor.txt --from letor --to $to --out $to/out || return
  done
  program rank ../base/model-f1-r1.json ../letor.txt >/dev/null 2>&1
  program data convert ../letor.txt --from letor --set-minmax 1-3 --out minmax.txt
}
made convert converted

# Several processes: their files, and with VALGRIND=1 also their messages.
# shellcheck disable=SC1091
consortium() (
  set -- "$work/program"
  KEEP=$PWD
  . "$root/tests/cli/consortium_common.sh"
  rehearse rehearsal
  for member in "${members[@]}"; do ends_with 0 "${party[$member]}" || exit; done
  rm -r ca kept/*.prom* -- *.out *.err 2>/dev/null
  true
)
made consortium consortium
nodes() (
  program ca init && program ca issue alice || exit
  program serve ../small.ini --listen 127.0.0.1:0 --out results --threads 1 --verbose >serve.out 2>serve.err &
  server=$!
  await_line serve.err 'listens on'
  port=$(sed -n 's/.*listens on 127.0.0.1:\([0-9]*\).*/\1/p' serve.err)
  program node --connect "127.0.0.1:$port" --certificates ca/alice --threads 1 --wait 60 >node.out 2>&1 &
  node=$!
  await $server 300 && await $node 60 || exit
  rm -r ca serve.* node.*
)
made nodes nodes

echo "$checks checks, $failures failures"
[ $checks -gt 0 ] && [ $failures -eq 0 ]
