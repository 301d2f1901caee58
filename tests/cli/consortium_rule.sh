#!/usr/bin/env bash
# Companies that combine their answers by a rule instead of the mean: the lines of
# agreement and party about it, a rehearsal with one hostile member and the bits
# of `fedltr run`, and refusals. Usage: consortium_rule.sh PROGRAM
set -u
. "$(dirname "$0")/consortium_common.sh"

printf '[aggregation]\nrule = median\n' | cat four.ini - >serial.ini
sed 's/^epsilon = 2/epsilon = 2\norder = parallel/' serial.ini >rule.ini
printf '[attack]\nkind = sign-flip\nclients = 1\nsign-flip.factor = 10\n' |
  cat rule.ini - >attacked.ini

refuses() { # WHAT COMMAND...
  "${@:2}" >refused.out 2>refused.err
  [ $? -eq 2 ] && [ "$(wc -l <refused.err)" = 1 ] && grep -q -- "$1" refused.err
}

# --- in serial order a rule can't compare parties
check 'a rule of serial steps is refused' refuses 'expected silo.order = parallel' \
  "$fedltr" check serial.ini
check 'krum is refused to four' refuses 'leaves m = 0' \
  "$fedltr" check rule.ini --set aggregation.rule=krum
check 'a rule with root data is refused' refuses 'a relay has none' \
  "$fedltr" check rule.ini --set aggregation.rule=fltrust
check 'check takes the rule' "$fedltr" check rule.ini >checked.out
check 'and prints it' grep -q '^rule = median' checked.out

# --- a party reports the rule before it sends anything
"$fedltr" party rule.ini --connect 127.0.0.1:9 --data data/north --certificates ca/north \
  --show >show.out 2>&1
check 'a party says the rule' grep -q \
  '^combined by median, taking 1 of 4 parties for hostile' show.out
"$fedltr" party four.ini --connect 127.0.0.1:9 --data data/north --certificates ca/north \
  --show >mean.out 2>&1
check 'a party says the mean' grep -q '^combined by mean, ' mean.out
digest() { sed -n 's/^agreement *//p' "$1"; }
check 'the rule is part of the agreement' test \
  "$(digest show.out)" != "$(digest mean.out)"

# --- hostile parties are for rehearsals only
check 'a real relay refuses them' refuses 'played by fedltr run and in rehearsals' \
  "$fedltr" relay attacked.ini --listen 127.0.0.1:0 --out real
check 'a real party does' refuses 'played by fedltr run and in rehearsals' \
  "$fedltr" party attacked.ini --connect 127.0.0.1:9 --data data/north \
  --certificates ca/north --out real-north

# --- a rehearsal with a rule and a hostile member has the bits of a run
check 'run plays the attack' "$fedltr" run attacked.ini --set data.folder=data \
  --out alone >run.out 2>&1
check 'it says the rule' grep -q \
  '^rule      joint training is combined by median, taking 1 of 4 parties for hostile' \
  run.out
check 'and the attack' grep -q '^attack    sign-flip by the first 1 of 4 parties' run.out
agreement=attacked.ini
rehearse rehearsal
check 'a rehearsal has the bits of a run' same_models rehearsal
check 'the relay wrote the rule' grep -q '"combined_by": "median, ' rehearsal/relay.json
check 'and the parties' grep -q '"combined_by": "median, ' \
  rehearsal-north/disclosure.json

# --- rule and attack change joint models, and nothing else
mv alone attacked
check 'run without attack' "$fedltr" run rule.ini --set data.folder=data \
  --out alone --quiet >/dev/null 2>&1
mv alone honest
check 'run by the mean' "$fedltr" run rule.ini --set data.folder=data \
  --set aggregation.rule=mean --out alone --quiet >/dev/null 2>&1
model() { # RUN METHOD
  compact "$1/model-f1-r1.json" |
    sed -n 's/.*"'"${2/+/\\+}"'":\(\[\[[^]]*\].*\)/\1/p' | cut -d']' -f1
}
for method in global cs-f-ltr; do
  check "$method differs by rule" test "$(model honest $method)" != "$(model alone $method)"
  check "$method differs by attack" test \
    "$(model honest $method)" != "$(model attacked $method)"
done
check 'there is a local model' test -n "$(model alone local)"
check 'own models do not' test "$(model honest local)" = "$(model attacked local)"

echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
