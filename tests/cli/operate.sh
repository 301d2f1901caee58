#!/usr/bin/env bash
# Tools of an operator: metrics, log lines as JSON, addresses in files, units of
# systemd, jobs of Slurm and Kubernetes, the image. A missing tool is named and
# passed over. Usage: operate.sh SOURCE PROGRAM
set -u
. "$(dirname "$0")/common.sh"
source=$(realpath "$1")
fedltr=$(realpath "$2")
python=/usr/bin/python3
own_folder
mkdir bin
ln -s "$fedltr" bin/fedltr
PATH=$folder/bin:$PATH
for tool in promtool systemd-analyze "$python"; do
  command -v "$tool" >/dev/null || echo "passed over: no $tool; scripts/setup.sh tests"
done
printf '[federation]\nclients = 50\nrounds = 4000\nparticipation = 0.5\n[run]\nrepeats = 3\n' >mid.ini

# Metrics.
fedltr run mid.ini --out whole --quiet --metrics-file whole.prom >whole.txt &
process=$!
started+=("$process")
await_line whole.prom '^fedltr_running{study="mid"} 1'
await $process
check "a run with metrics ends with 0" [ $? -eq 0 ]
check "metrics are in Prometheus' format" metrics whole.prom
check "a study that is over is complete" grep -qx 'fedltr_complete{study="mid"} 1' whole.prom
check "it no longer runs" grep -qx 'fedltr_running{study="mid"} 0' whole.prom
check "all its runs have ended" grep -qx 'fedltr_runs{study="mid",state="ended"} 3' whole.prom
fedltr status whole.prom >status.txt
check "a study that is complete is well: 0" [ $? -eq 0 ]
check "its status says so" grep -q '^mid: complete, written' status.txt
touch -d '2 days ago' whole.prom
check "also later" fedltr status whole.prom --stale 60 --quiet
sed 's/^\(fedltr_running.*\) 0/\1 1/; s/^\(fedltr_complete.*\) 1/\1 0/' whole.prom >killed.prom
check "one that runs is well" fedltr status killed.prom --stale 60 --quiet
touch -d '2 minutes ago' killed.prom
fedltr status killed.prom --stale 60 >status.txt
check "one that no longer writes is not: 1" [ $? -eq 1 ]
check "its status says since when" grep -q 'written 12[0-9] s ago' status.txt
fedltr status mid.ini 2>err.txt
check "another file is bad data: 3" [ $? -eq 3 ]
fedltr status whole.prom --stale 0 >status.txt 2>err.txt
check "no time to be stale in is wrong usage: 2" [ $? -eq 2 ]
check "and nothing is said before" [ ! -s status.txt ]
fedltr status none.prom 2>err.txt
check "so is none: 3" [ $? -eq 3 ]
fedltr run mid.ini --out refused --metrics-file mid.ini 2>err.txt
check "another file is no file of metrics: 2" [ $? -eq 2 ]
check "it is left alone" grep -q 'clients = 50' mid.ini
fedltr run mid.ini --out refused --metrics-file no/such/folder.prom 2>err.txt
check "metrics that can't be written stop a run at once: 1" [ $? -eq 1 ]
check "and leave no results" [ ! -e refused/summary.json ]

# Log lines, and the error that ends a command.
json_lines() { # FILE
  [ -x "$python" ] || return 0
  "$python" -c 'import json, sys
for line in open(sys.argv[1]):
    each = json.loads(line)
    assert set(each) - {"code"} == {"time", "level", "message"}, line' "$1"
}
fedltr run mid.ini --out whole --verbose --force --set federation.rounds=5 --log-format json \
  >/dev/null 2>log.txt
check "a log of rounds is JSON" json_lines log.txt
check "it has lines" grep -q '"level":"debug","message":.*closes round 5' log.txt
fedltr run mid.ini --out refused --watch --threads 1,2 2>err.txt
check "a page of several numbers of threads there is not: 2" [ $? -eq 2 ]
check "it says so" grep -q -- '--watch needs one number of threads' err.txt
fedltr run none.ini --log-format json 2>log.txt
check "the error's exit code stays" [ $? -eq 2 ]
check "an error is a line of that log" json_lines log.txt
check "with its code" grep -q '"level":"error".*"code":2}' log.txt
FEDLTR_REGISTERS=none fedltr check mid.ini --format json >/dev/null 2>log.txt
check "registers that are not there: 2" [ $? -eq 2 ]
check "also told as JSON" grep -q '^{"error":{"code":2,"message":"FEDLTR_REGISTERS = none' log.txt

# A node that starts before its server, on a port that the system chose; the server
# is killed and returns on another.
fedltr run mid.ini --out whole --force --quiet --set checkpoint.seconds=0.2 >whole.txt
fedltr ca init >/dev/null
fedltr ca issue alice >/dev/null
fedltr node --connect-file address --certificates ca/alice --threads 1 --wait 60 2>node.err &
node=$!
started+=("$node")
await_line node.err 'address: is not there'
serve() {
  fedltr serve mid.ini --listen 127.0.0.1:0 --address-file address --out served \
    --set checkpoint.seconds=0.2 --metrics-file served.prom --resume >served.txt 2>>serve.err &
  server=$!
  started+=("$server")
}
serve
await_line serve.err 'node alice joins'
await_line served.prom '^fedltr_nodes{study="mid"} 1'
echo nonsense >"/dev/tcp/127.0.0.1/$(sed 's/.*://' address)"
await_line served.prom '^fedltr_connections_refused_total{study="mid"} [1-9]'
check "who is refused is counted" fedltr status served.prom --stale 60
check "a server reads no certificate twice" \
  [ "$(grep -c 'certificates were read again' serve.err)" -eq 0 ]
fedltr ca issue bob >/dev/null
fedltr ca revoke bob >/dev/null 2>&1
echo >"/dev/tcp/127.0.0.1/$(sed 's/.*://' address)"
await_line serve.err 'certificates were read again'
check "but who is revoked meanwhile" [ $? -eq 0 ]
kill -HUP $server  # those who want a reload mean no harm
for _ in $(seq 400); do [ -s served/checkpoint/f1-r1.bin ] && break; sleep 0.05; done
check "there is a checkpoint" [ -s served/checkpoint/f1-r1.bin ]
kill -9 $server
wait $server 2>/dev/null
before=$(cat address)
serve
await $server 120
check "a server behind a file ends with 0" [ $? -eq 0 ]
await $node 30
check "so does its node" [ $? -eq 0 ]
check "the second server had an address of its own" \
  [ "$(grep -o 'listens on .*' serve.err | sort -u | wc -l)" -eq 2 ]
check "the first one was ${before}" grep -q "listens on $before" serve.err
check "the address goes with the server" [ ! -e address ]
check "the results are those of one process" \
  [ "$(grep -o 'signature .*' whole.txt)" = "$(grep -o 'signature .*' served.txt)" ]
echo thesis >thesis.txt
fedltr serve mid.ini --listen 127.0.0.1:0 --address-file thesis.txt --out no 2>err.txt
check "another file is no address: 2" [ $? -eq 2 ]
check "and is left alone" grep -qx thesis thesis.txt
fedltr node --connect-file thesis.txt --certificates ca/alice 2>err.txt
check "a node finds that, too: 2" [ $? -eq 2 ]
fedltr node --connect-file none --certificates ca/alice --wait 1 2>err.txt
check "no address in time: 4" [ $? -eq 4 ]
fedltr node --connect-file none --connect 127.0.0.1:1 --insecure 2>err.txt
check "an address and a file of one: 2" [ $? -eq 2 ]

# A machine whose network comes late has no address to listen on, and no server to
# call: the units try again.
printf '[silo]\nmembers = alice, b, c\n' >three.ini
late() { # UNIT COMMAND...
  local unit=$source/deploy/systemd/fedltr-$1@.service code
  shift
  "$@" >late.txt 2>&1
  code=$?
  check "$1 without its address: 4" [ $code -eq 4 ]
  check "its unit tries again" eval "! grep -qE '^RestartPreventExitStatus=.*\<$code\>' '$unit'"
  check "as it fails" grep -qx 'Restart=on-failure' "$unit"
  check "and waits for the network" grep -qx 'After=network-online.target' "$unit"
}
late relay fedltr relay three.ini --listen 192.0.2.1:7000 --certificates ca --out late
check "it says so" grep -q '192.0.2.1:7000: Cannot assign requested address' late.txt
late serve fedltr serve mid.ini --listen 192.0.2.1:7000 --certificates ca --out late
printf '[members]\nnames = alice, b, c\nfeatures = features.txt\n' >members.ini
mkdir -p rows own texts/qrels
printf '2 qid:%s 1:0.5 2:1\n0 qid:%s 1:0.1 2:0\n' 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 >rows/rows.letor
printf 'a\nb\n' >features.txt
late members fedltr serve members.ini \
  --listen 192.0.2.1:7000 --certificates ca --out late
late member fedltr member members.ini \
  --connect 127.0.0.1:1 --certificates ca/alice --data rows --out own --wait 1 --yes
check "a member that ends at once is started again for good" \
  grep -qx 'StartLimitIntervalSec=0' "$source/deploy/systemd/fedltr-member@.service"
for each in 1 2 3 4 5 6; do
  printf '{"_id": "d%s", "title": "word", "text": "some words %s"}\n' $each $each
done >texts/corpus.jsonl
printf '{"_id": "q1", "text": "words"}\n' >texts/queries.jsonl
printf 'query-id\tcorpus-id\tscore\nq1\td1\t1\n' >texts/qrels/test.tsv
late party fedltr party three.ini --connect 127.0.0.1:1 --certificates ca/alice \
  --data texts --out session --answer --yes --wait 1
late node fedltr node --connect 127.0.0.1:1 --certificates ca/alice --wait 1
check "the relay of a party's unit can serve searches" \
  grep -q '^ExecStart=.* [$]SEARCH$' "$source/deploy/systemd/fedltr-relay@.service"
check "no unit is left out" \
  [ "$(ls "$source"/deploy/systemd | grep -cvE '^fedltr-(relay|party|serve|node|members|member)@[.]service$')" -eq 0 ]

# Units, as systemd reads them.
if command -v systemd-analyze >/dev/null; then
  mkdir units
  for unit in "$source"/deploy/systemd/*.service; do
    sed "s|^ExecStart=fedltr|ExecStart=$fedltr|" "$unit" >"units/$(basename "$unit")"
  done
  check "units are accepted" [ -z "$(systemd-analyze verify --man=no units/*.service 2>&1 | tee unit.txt)" ]
  cat unit.txt
  for unit in units/*.service; do
    check "$(basename "$unit") is exposed little" \
      systemd-analyze security --offline=true --threshold=20 "$unit" >/dev/null
  done
fi

# A stopped job of an array is queued again and resumes from its checkpoint;
# the merged study is that of one process.
cat >bin/scontrol <<'SH'
#!/bin/bash
echo "$*" >>scontrol.txt
SH
chmod +x bin/scontrol
job() { # TASK
  SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=1 \
    SLURM_CPUS_PER_TASK=1 bash "$source/deploy/slurm/grid.sbatch" mid.ini array >"job$1.txt" 2>&1
}
job 2
check "a job ends with 0" [ $? -eq 0 ]
sed 's/4000/100000000/' mid.ini >long.ini
SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=1 \
  bash "$source/deploy/slurm/grid.sbatch" long.ini array >job.txt 2>&1 &
process=$!
started+=("$process")
for _ in $(seq 600); do [ -d array/shard-1-of-2 ] && break; sleep 0.05; done
sleep 1
kill -TERM $process
await $process
check "a stopped job ends with 130" [ $? -eq 130 ]
check "and is queued again" grep -qx 'requeue 7_1' scontrol.txt
job 1
check "it resumes: not from the checkpoint of another scenario" [ $? -eq 6 ]
rm -r array/shard-1-of-2
job 1
check "its other task ends with 0" [ $? -eq 0 ]
fedltr merge mid.ini --out array >merged.txt 2>&1
check "shards are merged" [ $? -eq 0 ]
check "with the same results" \
  [ "$(grep -o 'signature .*' merged.txt)" = "$(grep -o 'signature .*' whole.txt)" ]
for script in "$source"/deploy/slurm/*.sbatch; do
  check "$(basename "$script") is bash" bash -n "$script"
done

# Manifests and jobs: what Kubernetes and Slurm read, by schemas.
if "$python" -c 'import yaml, jsonschema' 2>/dev/null; then
  check "manifest and jobs fit their schemas" "$python" -B "$source/tests/cli/deploy/check.py" "$source"
else
  echo "passed over: no python3-yaml or python3-jsonschema; scripts/setup.sh tests"
fi

# Every option in deployed files exists in the program.
for verb in serve node relay run party member; do fedltr $verb --help; done >help.txt
for option in $(cat "$source"/deploy/systemd/* "$source"/deploy/slurm/* "$source"/deploy/*.yaml |
  grep -vE '^ *#|srun' | grep -oE -- '[ \[]--[a-z-]+' | tr -d '[ ' | sort -u); do
  check "the program knows $option" grep -q -- " $option " help.txt
done

# The image is made of files that are here, by scripts that are here; what its last
# stage does runs in a clean root in cli/debian.
for file in $(sed -n 's|^RUN /fedltr/\([^ ]*\).*&& /fedltr/\([^ ]*\).*|\1 \2|p' "$source/Containerfile"); do
  check "the image's $file is there" [ -x "$source/$file" ]
done
"$source/tests/cli/deploy/image.sh" "$source/Containerfile" >image.sh
check "its last stage is a script" sh -n image.sh
check "which installs the package" grep -q 'apt-get install .*/tmp/fedltr_\*.deb' image.sh
check "the image has two stages" [ "$(grep -c '^FROM debian:bookworm-slim' "$source/Containerfile")" -eq 2 ]

echo "$((checks - failures)) of $checks checks, $SECONDS s"
[ $failures -eq 0 ]
