#!/usr/bin/env bash
# A federation on several processes, as a user sets it up: certificates, 1 to 3
# nodes, one killed, a server killed and resumed, strangers, no node at all.
# Usage: nodes.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
own_folder

# Starts a server; its port is in $port.
serve() { # NAME ARGUMENTS...
  local name=$1
  shift
  : >"$name.err" # else an earlier server's line is found
  "$fedltr" serve "$@" --verbose >"$name.out" 2>"$name.err" &
  server=$!
  started+=("$server")
  await_line "$name.err" 'listens on'
  port=$(sed -n 's/.*listens on 127.0.0.1:\([0-9]*\).*/\1/p' "$name.err")
}

node() { # NAME ARGUMENTS...
  local name=$1
  shift
  "$fedltr" node --connect "127.0.0.1:$port" --certificates "ca/$name" \
    --threads 1 --wait 20 "$@" >>"$name.err" 2>&1 &
  node=$!
  started+=("$node")
}

same() { # FOLDER
  local file
  for file in rounds.csv clients.csv per_query.tsv summary.json manifest.json \
    model-f1-r1.json; do
    cmp -s "alone/$file" "$1/$file" || { echo "$1/$file differs"; return 1; }
  done
}

cat >s.ini <<'INI'
[synthetic]
like = custom
queries = 60
features = 8
[ranker]
model = neural
hidden = 4
init = normal
[federation]
clients = 700
interactions = 4
rounds = 200
participation = 0.6
server = adam
local = fedper
[faults]
dropout = 0.05
crash = 0.05
late = 0.05
stale = weigh
[evaluation]
every = 10
[checkpoint]
seconds = 0.2
INI
"$fedltr" run s.ini --out alone --quiet >alone.txt || exit 1

# Errors that are reported before any process listens.
"$fedltr" serve s.ini --listen 127.0.0.1:0 --out no 2>err.txt
check "no certificates: 4" [ $? -eq 4 ]
check "it says how to make some" grep -q 'fedltr ca init' err.txt
"$fedltr" serve s.ini --listen 0.0.0.0:0 --insecure --out no 2>err.txt
check "plaintext beyond this machine: 2" [ $? -eq 2 ]
"$fedltr" ca init >/dev/null
check "a CA is made" [ $? -eq 0 ]
"$fedltr" ca init 2>/dev/null
check "a CA is not overwritten" [ $? -eq 2 ]
for name in alice bob carol; do "$fedltr" ca issue $name >/dev/null; done
"$fedltr" ca issue bob 2>/dev/null
check "a node is not overwritten" [ $? -eq 2 ]
check "keys and tokens are the owner's" [ -z "$(find ca -name '*.key' -perm /077 -o -name '*.token' -perm /077)" ]
chmod 644 ca/server.key
"$fedltr" serve s.ini --listen 127.0.0.1:0 --out no 2>err.txt
check "a key that others can read: 4" [ $? -eq 4 ]
chmod 600 ca/server.key
"$fedltr" serve s.ini --listen 127.0.0.1:0 --out no --set attack.kind=lie --set attack.clients=10 2>err.txt
check "what can't be spread: 2" [ $? -eq 2 ]
check "it says why" grep -q 'spread over nodes' err.txt

# One node; then three, one of which is killed and returns.
serve one s.ini --listen 127.0.0.1:0 --out one
start_proxy
node alice --proxy "$proxy"
alice=$node
await $server 30
check "one node: the server ends with 0, not $?" [ $? -eq 0 ]
check "one node: the same results" same one
check "one node: through its proxy" grep -q "^CONNECT 127.0.0.1:$port HTTP" proxy.out
await $alice 10
check "one node: it ends with 0" [ $? -eq 0 ]

serve three s.ini --listen 127.0.0.1:0 --out three --nodes 3
node alice
alice=$node
node bob
bob=$node
node carol
carol=$node
await_line three.err 'closes round 5:'
kill -9 $bob
await_line three.err 'lost node bob'
node bob
bob=$node
await $server 30
check "three nodes: the server ends with 0" [ $? -eq 0 ]
check "three nodes: the same results" same three
for process in $alice $bob $carol; do
  await "$process" 10
  check "three nodes: each ends with 0" [ $? -eq 0 ]
done

# The server is killed; its nodes find the next one by themselves.
serve two s.ini --listen 127.0.0.1:0 --out two --nodes 2
node alice
alice=$node
node bob
bob=$node
for _ in $(seq 200); do [ -s two/checkpoint/f1-r1.bin ] && break; sleep 0.02; done
kill -9 $server
wait $server 2>/dev/null
"$fedltr" serve s.ini --listen "127.0.0.1:$port" --out two --resume --nodes 2 \
  >two.out 2>two.err &
server=$!
started+=("$server")
await $server 40
check "a resumed server ends with 0" [ $? -eq 0 ]
check "it went on" grep -q 'continue, the earliest after round' two.err
check "a resumed server: the same results" same two
for process in $alice $bob; do
  await "$process" 10
  check "its nodes end with 0" [ $? -eq 0 ]
done

# No node is present.
serve lonely s.ini --listen 127.0.0.1:0 --out lonely --wait 1
await $server 20
check "no node: 4" [ $? -eq 4 ]
serve left s.ini --listen 127.0.0.1:0 --out left --wait 1
node alice
await_line left.err 'closes round 3:'
kill -9 $node
await $server 20
check "no node is left: 4" [ $? -eq 4 ]
check "it is told" grep -q 'no node is left' left.err
check "a checkpoint is there" [ -s left/checkpoint/f1-r1.bin ]
"$fedltr" run s.ini --out left --resume --quiet >/dev/null 2>&1
check "one process goes on from there" [ $? -eq 0 ]
check "with the same results" same left

# Strangers: the run continues (longer than the fastest machine needs for all of
# them), each is a line.
"$fedltr" ca init --ca other >/dev/null
"$fedltr" ca issue eve --ca other >/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=old \
  -keyout old.key -out old.csr 2>/dev/null
openssl x509 -req -in old.csr -CA ca/ca.pem -CAkey ca/ca.key -days -1 \
  -out old.pem 2>/dev/null
serve guarded s.ini --listen 127.0.0.1:0 --out guarded --set federation.rounds=100000
node alice
alice=$node
await_line guarded.err 'closes round 3:'
stranger() { # NAME PATTERN COMMAND...
  local name=$1 pattern=$2 before
  shift 2
  before=$(grep -c 'is kept out' guarded.err)
  timeout 5 "$@" >stranger.txt 2>&1
  for _ in $(seq 100); do
    [ "$(grep -c 'is kept out' guarded.err)" -gt "$before" ] && break
    sleep 0.02
  done
  check "$name is one line" [ "$(grep -c 'is kept out' guarded.err)" -eq $((before + 1)) ]
  check "$name: why" eval "tail -n +$((before + 1)) guarded.err | grep 'is kept out' | tail -1 | grep -q -- '$pattern'"
}
say() { # BYTES
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf "$1" >&3
  timeout 2 cat <&3 >/dev/null
  exec 3<&-
}
export -f say
export port
stranger "another CA" 'unknown ca' "$fedltr" node --connect "127.0.0.1:$port" \
  --certificates other/eve --wait 300
check "another CA: the node ends at once" grep -q 'certificate verify failed' stranger.txt
stranger "no certificate" 'did not return a certificate' \
  openssl s_client -connect "127.0.0.1:$port" -CAfile ca/ca.pem
stranger "an expired one" 'expired' openssl s_client -connect "127.0.0.1:$port" \
  -CAfile ca/ca.pem -cert old.pem -key old.key
stranger "one that is for a server" 'purpose' \
  openssl s_client -connect "127.0.0.1:$port" -CAfile ca/ca.pem \
  -cert ca/server.pem -key ca/server.key
stranger "plaintext" 'is kept out' bash -c 'say "\x05\x00\x00\x00hello"'
stranger "random bytes" 'is kept out' \
  bash -c 'head -c 5000 /dev/urandom >/dev/tcp/127.0.0.1/$port; sleep 0.2'
stranger "a huge length" 'is kept out' bash -c 'say "\xff\xff\xff\xff\xff\xff\xff\xff"'
stranger "CAF s own handshake" 'is kept out' bash -c 'say "\x01\x00\x00\x00\x00\x00\x00\x00"'
cp -r ca/carol stolen
printf '0%.0s' $(seq 64) >stolen/carol.token
timeout 5 "$fedltr" node --connect "127.0.0.1:$port" --certificates stolen \
  --wait 2 2>stranger.txt
check "a wrong token: 4" [ $? -eq 4 ]
check "a wrong token is told" grep -q 'token' stranger.txt
"$fedltr" ca revoke bob >/dev/null
check "a node is revoked" [ $? -eq 0 -a ! -e ca/tokens/bob -a -e ca/crl.pem ]
timeout 5 "$fedltr" node --connect "127.0.0.1:$port" --certificates ca/bob \
  --wait 2 2>stranger.txt
check "a revoked node: 4" [ $? -eq 4 ]
"$fedltr" node --connect "127.0.0.1:$port" --certificates old 2>stranger.txt
check "no folder of a node: 4" [ $? -eq 4 ]
mkdir expired
cp ca/ca.pem expired
cp old.pem expired/old.pem
cp old.key expired/old.key
echo secret >expired/old.token
chmod 600 expired/old.*
"$fedltr" node --connect "127.0.0.1:$port" --certificates expired 2>stranger.txt
check "a node finds that its own has expired: 4" [ $? -eq 4 ]
check "it is told before connecting" grep -q 'old.pem.*expired' stranger.txt
check "the run still goes on" kill -0 $server
kill -TERM $server
await $server 15
check "a stopped server ends with 130" [ $? -eq 130 ]
kill -TERM $alice
await $alice 15
check "a stopped node ends with 130" [ $? -eq 130 ]

echo "$((checks - failures)) of $checks checks, $SECONDS s"
[ $failures -eq 0 ]
