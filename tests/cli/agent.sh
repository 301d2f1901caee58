#!/usr/bin/env bash
# Three members whose own users teach, as processes: a script searches and clicks by
# HTTP at each. A rehearsal has the bits of `fedltr run` of the logs, the ranker
# becomes better, a kill loses none of the acknowledged clicks, a user is forgotten, the
# users are not in the server's bytes, and the examples of docs/members.md work.
# Usage: agent.sh SOURCE PROGRAM
set -u
. "$(dirname "$0")/common.sh"
source=$(realpath "$1")
fedltr=$(realpath "$2")
terms=three.ini
members=(north east south)
. "$(dirname "$0")/members_common.sh"

make_rows 150 3
# Two of five queries of each member are judged; users search the others.
awk 'BEGIN { split("north east south", m) }
     $2 != q { q = $2; n = n % 3 + 1; k[n]++ }
     { print > (k[n] % 5 < 2 ? "data/" m[n] "/rows.letor" : m[n] ".letor") }' rows/S?.txt
cat >three.ini <<'INI'
[members]
names = north, east, south
features = features.txt
source = clicks
searches = 200
epochs = 8
every = 1s
window = 30
deadline = 30
evaluate = 4
INI

make_authority

# Starts a member with an agent, which is in ${agent[MEMBER]}.
declare -A agent users
serve_users() { # RUN MEMBER ARGUMENTS...
  member "$@" --agent 127.0.0.1:0
  await_line "$1-$2.out" 'ranks and takes clicks'
  agent[$2]=$(sed -n 's/^agent .*http:..\([0-9.:]*\) .*/\1/p' "$1-$2.out")
}
# Starts a member's users, or waits until they have made some searches.
search() { # MEMBER [SEARCHES]
  local member=$1
  python3 "$source/tests/cli/agent_users.py" "${agent[$member]}" "data/$member" \
    "$member.letor" "$@" >>"$member.acknowledged" 2>"$member.users" &
  users[$member]=$!
  started+=("${users[$member]}")
  if [ $# -gt 1 ]; then await "${users[$member]}"; fi
}
curl_agent() { # MEMBER PATH ARGUMENTS...
  local member=$1 path=$2
  shift 2
  curl -s "http://${agent[$member]}$path" \
    -H "Authorization: Bearer $(cat "data/$member/agent.token")" "$@"
}
# Waits until a member's log has that many searches.
await_searches() { # MEMBER COUNT
  for _ in $(seq 600); do
    [ "$(logged "$1")" -ge "$2" ] && return
    sleep 0.05
  done
  check "$1 has $2 searches" false
}
logged() { curl_agent "$1" /status | sed 's/.*"searches":\([0-9]*\).*/\1/'; }

# --- a rehearsal while users search; the logs replayed have its bits
check 'check accepts it' "$fedltr" check three.ini >/dev/null
check 'run needs the searches' bash -c "'$fedltr' run three.ini --out none 2>&1 |
  grep -q 'members.folder is missing'"
check 'and says who writes them' bash -c "'$fedltr' run three.ini --out none \
  --set members.folder=data 2>&1 | grep -q 'which fedltr member --agent writes'"
lead rehearsal --rehearsal --transcript transcript
for each in "${members[@]}"; do
  serve_users rehearsal "$each" --rehearsal
  search "$each"
done
for each in "${members[@]}"; do
  check "$each ends well" ends_with 0 "${process[$each]}"
done
check 'the server ends well' ends_with 0 "$lead"
for each in "${members[@]}"; do await "${users[$each]}"; done
check 'run learns from the logs' "$fedltr" run three.ini --set members.folder=data \
  --set members.every=0 --out again --quiet
check 'the same bits everywhere' same_signature again/summary.json \
  rehearsal/federation.json rehearsal-{north,east,south}/model.json
better() { # MEMBER
  awk '/untrained/ { before = $2 } /joined/ { after = $2 }
       END { exit !(before > 0 && after > before + 0.05) }' "rehearsal-$1.out"
}
for each in "${members[@]}"; do check "$each ranks better" better "$each"; done
for each in "${members[@]}"; do
  printf "$each-secret-user-%s\n" 0 1 2 3 4
done >users.txt
finds_users() { # FILE
  python3 "$source/tests/cli/leaks.py" "$1" --users users.txt ./*.letor data/*/rows.letor \
    >found.txt
}
holds_users() { # FILE
  grep -qaF secret- "$1" || finds_users "$1"
}
holds_no_users() {
  holds_users "$@"
  [ $? = 3 ]
}
check 'the server gets nothing of the users' holds_no_users transcript
hashed_user_is_found() {
  (cat transcript; echo -n south-secret-user-4 | sha256sum) >leaked
  finds_users leaked && grep -q '^user south-secret-user-4, as sha256 in hex' found.txt
}
check 'a hash of a user would be found' hashed_user_is_found
check 'the log has them' holds_users data/north/searches.log
check 'and is searched for them' finds_users data/north/searches.log
check 'it has no names of documents' bash -c \
  "! grep -qaF secret-document data/north/searches.log"
check 'a log for its owner only' test "$(stat -c %a data/north/searches.log)" = 600

# --- lists whose neighbours are swapped, or that compare: again the same bits
port=
rm data/*/searches.log ./*.acknowledged
swap=(--rehearsal --set members.exploration=swap --set members.epochs=4
  --set members.evaluate=2 --set members.compare=engine --set members.hold-out=0.5)
lead swapped "${swap[@]}"
for each in "${members[@]}"; do
  serve_users swapped "$each" "${swap[@]}"
  search "$each"
done
for each in "${members[@]}"; do
  check "$each ends well with swaps" ends_with 0 "${process[$each]}"
  await "${users[$each]}"
done
check 'pairs teach' "$fedltr" run three.ini --set members.folder=data \
  --set members.every=0 "${swap[@]:1}" --out pairs --quiet
check 'the same bits by pairs' same_signature pairs/summary.json \
  swapped/federation.json swapped-{north,east,south}/model.json
same_comparisons() {
  local expected
  expected=$(cut -d, -f3- pairs/compared.csv)
  for file in "$@"; do [ "$(cat "$file")" = "$expected" ] || return 1; done
}
check 'the same comparisons' same_comparisons swapped/compared.csv \
  swapped-{north,east,south}/compared.csv
check 'users prefer the model to a random order' bash -c \
  "tail -1 swapped/compared.csv | awk -F, '{ exit !(\$4 > 5 && \$5 > 0.5) }'"
check 'the model is another one' test "$(signature pairs/summary.json)" != \
  "$(signature again/summary.json)"
check 'without chance a warning names the bias' bash -c "'$fedltr' check three.ini \
  --set members.exploration=none --set learner.method=naive 2>&1 | grep -q 'none: biased'"
check 'a log with chance does not teach without' bash -c "'$fedltr' run three.ini \
  --set members.folder=data --set members.exploration=none --set learner.method=naive \
  --out none 2>&1 | grep -q 'members.exploration = none, or'"

# --- a member that is killed has all clicks that it acknowledged
port=
rm data/*/searches.log ./*.acknowledged
sed -i 's/epochs = 8/epochs = 100000/; s/window = 30/window = 3/; s/deadline = 30/deadline = 2/' \
  three.ini
lead real
for each in "${members[@]}"; do
  serve_users real "$each"
  search "$each"
done
for turn in 1 2 3; do
  await_searches north $(($(logged north) + 20))
  kill -9 "${process[north]}"
  await "${users[north]}"
  serve_users real north
  acknowledged=$(awk '{ sum += $1 } END { print sum + 0 }' north.acknowledged)
  found=$(logged north)
  # One more may be on disk whose acknowledgement was on its way.
  check "kill $turn: $found of $acknowledged" test "$found" -ge "$acknowledged" \
    -a "$found" -le $((acknowledged + turn))
  search north
done
check 'some were acknowledged' test "$acknowledged" -gt 30
await_line real.err '3 of 3 members'

# --- forgetting, status, other doors
kill "${users[north]}"
await "${users[north]}"
before=$(logged north)
check 'a user is forgotten' bash -c \
  "[ \$(curl -s http://${agent[north]}/forget -d '{\"user\": \"north-secret-user-3\"}' \
   -H 'Authorization: Bearer $(cat data/north/agent.token)' | tr -cd 0-9) -gt 0 ]"
check 'the log is shorter' test "$(logged north)" -lt "$before"
check 'and without the name' bash -c "! grep -qaF secret-user-3 data/north/searches.log"
check 'the others stay' grep -qaF secret-user-2 data/north/searches.log
check 'the token is needed' bash -c "curl -s http://${agent[north]}/status |
  grep -q agent.token"
check 'no ledger without noise' bash -c \
  "[ '$(curl_agent north /ledger)' = '{\"ledger\":null}' ]"

# --- the examples of the page
sed -n '/^## Real clicks/,/^## An epoch/p' "$source/docs/members.md" |
  sed -n '/^```python/,/^```$/p' | sed '/^```/d' |
  sed "s/127.0.0.1:7080/${agent[north]}/" >example.py
sed -n '/^token=/,/^```$/p' "$source/docs/members.md" | sed '/^```/d' |
  sed "s/127.0.0.1:7080/${agent[north]}/" >example.sh
before=$(logged north)
check 'Python ranks' bash -c "python3 example.py | grep -q b7"
check 'its click is taken' test "$(logged north)" -eq $((before + 1))
check 'so does the shell' bash -c "bash example.sh | grep -q '\"search\":'"
check 'and has a status' bash -c "bash example.sh | grep -q '\"waiting\":'"

# --- wrong usage
check 'an address of other machines is refused' bash -c "'$fedltr' member three.ini \
  --connect 127.0.0.1:1 --certificates ca/north --data data/north --agent 0.0.0.0:1 \
  2>&1 | grep -q 'an address of this machine alone'"
check 'an agent needs members.source = clicks' bash -c "'$fedltr' member three.ini \
  --set members.source=judgements --set members.searches=100 --connect 127.0.0.1:1 \
  --certificates ca/north --data data/north --agent 127.0.0.1:0 2>&1 |
  grep -q -- '--agent needs members.source = clicks'"
check 'one process has the log' bash -c "'$fedltr' run three.ini \
  --set members.folder=data --out busy 2>&1 | grep -q 'another process has it open'"
check 'show says what is kept' bash -c "'$fedltr' member three.ini \
  --connect 127.0.0.1:1 --certificates ca/north --show | grep -q 'searches.log'"
exit $failures
