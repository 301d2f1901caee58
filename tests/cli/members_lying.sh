#!/usr/bin/env bash
# A federation of four companies that need not trust their server (members.level =
# lying), in processes of their own: a rehearsal with the bits of `fedltr run`, a real run
# with signed keys in which a member is killed, and later revoked, and a server that goes
# back to an older copy of its folder, which members notice.
# Usage: members_lying.sh PROGRAM
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
terms=four.ini
members=(north east south west)
. "$(dirname "$0")/members_common.sh"

make_rows 80 6
deal_rows
cat >four.ini <<'INI'
[members]
names = north, east, south, west
features = features.txt
epochs = 5
window = 4
deadline = 2
level = lying
colluders = 0
INI
make_authority

# --- sizes that can't stand it
check 'four members stand no dropout beside a colluder' bash -c \
  "'$fedltr' check four.ini --set members.colluders=0.25 2>&1 |
   grep -q '0, or lower members.colluders'"
check 'show names the level' bash -c "'$fedltr' member four.ini --certificates ca/north \
  --show | grep -q 'Level lying (experimental: no cryptographer has read it)'"
check 'certificates are needed' bash -c "'$fedltr' member four.ini --name north \
  --connect 127.0.0.1:1 --data data/north --insecure --yes 2>&1 |
  grep -q 'members.level = lying needs --certificates'"

# --- a rehearsal has the bits of a run, and of the level honest
check 'run rehearses it' "$fedltr" run four.ini --set members.folder=data --out alone \
  --quiet >/dev/null
check 'honest has the same bits' "$fedltr" run four.ini --set members.folder=data \
  --set members.level=honest --out honest --quiet >/dev/null
lead rehearsal --rehearsal
for each in "${members[@]}"; do member rehearsal "$each" --rehearsal; done
for each in "${members[@]}"; do
  check "$each ends well" ends_with 0 "${process[$each]}"
done
check 'the server ends well' ends_with 0 "$lead"
check 'the same bits everywhere' same_signature alone/summary.json honest/summary.json \
  rehearsal/federation.json rehearsal-{north,east,south,west}/model.json

# --- a real run; a member is killed, then the server, which goes back
sed -i 's/epochs = 5/epochs = 1000\nevery = 1s/' four.ini
port=
lead real
for each in "${members[@]}"; do member real "$each"; done
await_line real.err 'epoch 2 '
cp -r real older
kill -9 "${process[west]}"
await_line real.err '3 of 4 members  sum opened'
member real west
await_line real-west.err ' of 4 members'
# Its certificate is revoked while it is connected.
"$fedltr" ca revoke west >/dev/null 2>&1
cp ca/crl.pem server
await_line real.err 'west is kept out, for its certificate: it is revoked'
check 'a member remembers the list' bash -c \
  "for i in {1..50}; do grep -q 0x real-north/history.json && exit; sleep .1; done; exit 1"
check 'the revoked member ends' ends_with 4 "${process[west]}"
check 'with the reason' grep -q 'its certificate was revoked' real-west.err
check 'a member remembers the history' grep -q '"history": "[0-9a-f]*"' \
  real-north/history.json
kill -9 "$lead"
cp older/lead.json real/lead.json
lead real --resume
for each in north east south; do
  check "$each ends: the server has gone back" ends_with 4 "${process[$each]}"
  check "$each has the reason" grep -q 'it has gone back' "real-$each.err"
done
kill -9 "$lead"

exit $failures
