#!/usr/bin/env bash
# The program as a user meets it: Ctrl-C, SIGTERM, SIGHUP, kill -9, a full disk,
# closed output. Usage: signals.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# Waits until the program, run with --verbose, has closed a round.
wait_for_rounds() {
  for _ in $(seq 300); do
    grep -qs "closes round" err.txt && return
    sleep 0.1
  done
}

cat > long.ini <<'INI'
[federation]
clients = 50
rounds = 100000000
INI

# Runs for ever; a signal ends it in time, with its exit code, and the results so
# far are written completely.
signals="INT TERM"
[ $((0x$(awk '/SigIgn/ {print $2}' /proc/self/status) & 1)) -eq 1 ] || signals+=" HUP"  # nohup
for signal in $signals; do
  rm -f err.txt  # of the last signal: it would be taken for this one's
  "$fedltr" run long.ini --out "run-$signal" --verbose >out.txt 2>err.txt &
  process=$!
  wait_for_rounds
  kill -$signal $process
  wait $process
  code=$?
  check "$signal ends with 130, not $code" [ $code -eq 130 ]
  check "$signal says so" grep -q interrupted err.txt
  check "$signal leaves a curve" [ -s "run-$signal/rounds.csv" ]
  check "$signal is not complete" grep -q '"complete": false' "run-$signal/summary.json"
  check "$signal leaves no piece of a file" [ -z "$(find "run-$signal" -name '.fedltr-*')" ]
done

# A stopped run resumes, and ends as if it had never been stopped.
printf '[federation]\nclients = 50\nrounds = 4000\nparticipation = 0.5\n' > mid.ini
"$fedltr" run mid.ini --out whole --quiet >out.txt
rm -f err.txt
"$fedltr" run mid.ini --out stopped --verbose >out.txt 2>err.txt &
process=$!
wait_for_rounds
kill -TERM $process
wait $process
check "a run in the middle ends with 130" [ $? -eq 130 ]
check "a stopped run says how to go on" grep -q -- "--resume continues" err.txt
check "a stopped run leaves a checkpoint" [ -s stopped/checkpoint/f1-r1.bin ]
"$fedltr" run mid.ini --out stopped --quiet >out.txt 2>err.txt
check "a stopped run is not overwritten" [ $? -eq 2 ]
(trap '' XFSZ; ulimit -f 0; "$fedltr" run mid.ini --out stopped --resume --quiet >/dev/null 2>/dev/null)
check "a full disk while resuming ends with 1" [ $? -eq 1 ]
"$fedltr" run mid.ini --out stopped --resume >out.txt 2>err.txt
check "a stopped run goes on" [ $? -eq 0 ]
check "a stopped run says after which round" grep -q "after round" err.txt
for file in rounds.csv summary.json clients.csv; do
  check "stopped and resumed, the same $file" cmp -s whole/$file stopped/$file
done

# Silos: completed repeats are kept, and the others run again.
{ silo_scenario 40 400; echo "top = 10"; } > silo.ini
"$fedltr" run silo.ini --out silo-whole --quiet >out.txt
for signal in INT KILL; do
  out=silo-$signal
  "$fedltr" run silo.ini --out $out >out.txt 2>err.txt &
  process=$!
  for _ in $(seq 3000); do
    [ -e $out/checkpoint/f1-r1.bin ] && break
    sleep 0.01
  done
  kill -$signal $process
  wait $process 2>/dev/null
  code=$?
  check "$signal leaves the repeats of a silo that have ended" [ -s $out/checkpoint/f1-r1.bin ]
  if [ $signal = INT ]; then
    check "INT ends a silo with 130, not $code" [ $code -eq 130 ]
    check "an interrupted silo says how to go on" grep -q -- "--resume continues" err.txt
    check "an interrupted silo writes what has ended" grep -q '"complete": false' $out/summary.json
  fi
  "$fedltr" run silo.ini --out $out --quiet >out.txt 2>err.txt
  check "a silo after $signal is not overwritten" [ $? -eq 2 ]
  (trap '' XFSZ; ulimit -f 0; "$fedltr" run silo.ini --out $out --resume --quiet >/dev/null 2>/dev/null)
  check "a full disk while a silo is resumed ends with 1" [ $? -eq 1 ]
  "$fedltr" run silo.ini --out $out --resume >out.txt 2>err.txt
  check "a silo after $signal goes on" [ $? -eq 0 ]
  for file in summary.json parties.csv per_query.tsv features.svg model-f1-r7.json; do
    check "a silo after $signal and --resume, the same $file" cmp -s silo-whole/$file $out/$file
  done
  check "a silo that has ended leaves no checkpoint" [ ! -e $out/checkpoint ]
done

# A checkpoint that can't be written: the run reports it and continues; a stop
# without a checkpoint does not end with 130.
mkdir blocked
touch blocked/checkpoint blocked/.fedltr
"$fedltr" run mid.ini --out blocked --set federation.rounds=30 --set checkpoint.every=5 >out.txt 2>err.txt
check "a run without a place for checkpoints ends with 0" [ $? -eq 0 ]
check "a checkpoint that can't be written is told of" grep -q "no checkpoint of run" err.txt
rm -f err.txt
"$fedltr" run long.ini --out blocked --force --verbose >out.txt 2>err.txt &
process=$!
wait_for_rounds
kill -INT $process
wait $process
check "a stop whose checkpoint can't be written ends with 1" [ $? -eq 1 ]

# A signal during a round that takes for ever: the round is discarded.
printf '[federation]\nclients = 5000\ninteractions = 20000\nrounds = 1000\n' > slow.ini
"$fedltr" run slow.ini --out slow >out.txt 2>err.txt &
process=$!
sleep 2
kill -USR1 $process
kill -INT $process
for _ in $(seq 600); do kill -0 $process 2>/dev/null || break; sleep 0.1; done
check "a long round is given up within a minute, sanitizers and all" [ "$(kill -0 $process 2>/dev/null; echo $?)" -ne 0 ]
wait $process
check "a long round given up ends with 130" [ $? -eq 130 ]
check "stopping is told at once" grep -q "stopping" err.txt

# kill -9: nothing half-written, and the next run may resume.
"$fedltr" run long.ini --out killed >out.txt 2>err.txt &
process=$!
sleep 0.5
kill -9 $process
wait $process 2>/dev/null
check "kill -9 leaves no results" [ ! -e killed/summary.json ]
check "after kill -9 the folder is free" \
  "$fedltr" run long.ini --out killed --set federation.rounds=3 --quiet >out.txt

# A disk that fills up: an error, exit 1, earlier results intact.
printf '[federation]\nclients = 5\nrounds = 3\n' > short.ini
"$fedltr" run short.ini --out kept --quiet >out.txt
cp kept/rounds.csv before.csv
(trap '' XFSZ; ulimit -f 0; "$fedltr" run short.ini --set run.seed=2 --out kept --force --quiet >/dev/null 2>/dev/null)
check "a full disk ends with 1" [ $? -eq 1 ]
check "a full disk leaves earlier results" cmp -s kept/rounds.csv before.csv
sha256sum kept/*.* > before.sum
(trap '' XFSZ; ulimit -f 1; "$fedltr" run short.ini --set run.seed=2 --out kept --force --quiet >/dev/null 2>/dev/null)
check "a disk that fills up in between ends with 1" [ $? -eq 1 ]
check "a disk that fills up in between leaves all earlier results" sha256sum --quiet -c before.sum
check "a full disk leaves no piece of a file" [ -z "$(find kept -name '.fedltr-*')" ]
if [ -w /dev/full ]; then
  "$fedltr" list >/dev/full 2>err.txt
  check "output that can't be written ends with 1" [ $? -eq 1 ]
  check "output that can't be written is told" grep -q "can't be written" err.txt
fi
("$fedltr" list keys; echo $? >code.txt) 2>err.txt | true
check "a pipe that closes is no fault" [ "$(cat code.txt)" -eq 0 ]
check "a pipe that closes is not told" [ ! -s err.txt ]

# Closed output: an error, and no file of the run gets what was meant for it.
"$fedltr" run short.ini --out closed >&- 2>err.txt
check "closed output ends with 1" [ $? -eq 1 ]
check "closed output is told" grep -q "can't be written" err.txt
"$fedltr" run short.ini --out closed --force --verbose >out.txt 2>&-
check "a closed log is no fault" [ $? -eq 0 ]
check "closed output is in no file" [ -z "$(grep -rlE '^learned|closes round' closed)" ]

# A folder that can't be made: refused before training.
touch file
"$fedltr" run long.ini --out file/below --quiet >out.txt 2>err.txt
check "a run folder that can't be made ends with 1" [ $? -eq 1 ]

# Without a terminal: no bar and no log line.
"$fedltr" run short.ini --out silent >out.txt 2>err.txt
check "nothing on standard error without a terminal" [ ! -s err.txt ]
check "five lines on standard output" [ "$(wc -l <out.txt)" -eq 5 ]

echo "$((checks - failures)) passed, $failures failed"
[ $failures -eq 0 ]
