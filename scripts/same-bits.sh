#!/usr/bin/env bash
# Checks if results are still the same, bit for bit: runs a short form of every scenario
# that ships and of many combinations, and prints one line of hashes for each. Two equal
# lists mean that nothing changed.
#   scripts/same-bits.sh BINARY [OUT.txt] [SCENARIOS_DIR]
# Without SCENARIOS_DIR: the scenarios beside this script's folder. To see the effect of
# a change, give both binaries the same folder, or each its own, and diff.
#   FEDLTR_SAME_BITS_ARGS  options added to each run, e.g. "--threads 1"
#   FEDLTR_SAME_BITS_ONLY  a regular expression: only the names it matches
#   FEDLTR_SHARED          where data/mq2008 and data/cranfield are; ../shared
# Names of columns and of JSON members, seconds, sentences, versions, and the pictures
# of rounds.csv are excluded from the hashes, so these may change. The names below are
# fixed: a new method does not change the list. Exits with 1 if a run fails.
# shellcheck disable=SC2086,SC2046,SC2034,SC2317  # settings are lists of words, used by eval
set -uo pipefail
export LC_ALL=C
if [ $# -lt 1 ] || [ $# -gt 3 ]; then sed -n '2,/^set/s/^# //p' "$0" | grep -v ^shellcheck; exit 2; fi
root=$(cd "$(dirname "$0")/.." && pwd)
binary=$(realpath "$1")
list=${2:-/dev/null}
scenarios=$(realpath "${3:-$root/scenarios}")
data=$(realpath -m "$root/${FEDLTR_SHARED:-../shared}/data")
case ${FEDLTR_SHARED:-} in /*) data=$FEDLTR_SHARED/data ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
: >"$list" || exit 2
say() { printf '%s\n' "$*" | tee -a "$list"; }
wanted() { [[ $1 =~ ${FEDLTR_SAME_BITS_ONLY:-.} ]]; }
short() { sha256sum | cut -c1-16; }

# Prints the contents of a run folder, each file without the parts that may change (see
# above): tables and models as they are, other JSON and drawings as unordered values.
plain() {
  find "$1" -type f \( -name '*.csv' -o -name '*.tsv' -o -name '*.json' -o -name '*.svg' \) \
    ! -name timing.json ! -name manifest.json ! -name speedup.csv ! -name '*timing.csv' ! -name curves.svg ! -path '*/checkpoint/*' -print0 |
    xargs -0 awk -v heap="$1/heap" '
      FNR == 1 { if (out) close(out); out = FILENAME ".plain"; model = FILENAME ~ /\/model-[^\/]*$/ }
      FILENAME ~ /\.svg$/ { gsub(/>[^<]*</, "><"); print >>heap; next }
      FILENAME ~ /\.json$/ {
        if (/seconds/ || /"fedltr": / || /: "[^"]* [^"]*"/) next
        gsub(/"[^"]*": */, ""); gsub(/^ +|,$/, "")
        if (!/^[][{}]*$/) print >>(model ? out : heap)
        next }
      FNR > 1 { sub(/^"[^"]*",/, ""); print >>out }'
}
# Hash over the sorted hashes of files below a folder.
hash_of() {
  local folder=$1; shift
  find "$folder" \( "$@" \) -print0 | xargs -0 -r sha256sum | cut -c1-64 | sort | short
}
# run NAME FILE [SETTING...]: a setting is key=value, in which ~ stands for a blank.
run() {
  local name=$1 file=$2 out=$work/out more=${FEDLTR_SAME_BITS_ARGS:-} code line arguments=()
  shift 2
  wanted "$name" || return 0
  if [ ! -f "$file" ]; then say "$name MISSING"; failed=1; return; fi
  case $name in scale/strong | scale/weak) more= ;; esac  # they have their own numbers of threads
  for each; do arguments+=(--set "${each//\~/ }"); done
  "$binary" run "$file" --out "$out" "${arguments[@]}" $more </dev/null >"$work/log" 2>&1
  code=$?
  if [ $code != 0 ] && [ $code != 5 ]; then  # 5: the privacy budget is spent
    say "$name FAILED exit=$code: $(grep -v '^ *$' "$work/log" | tail -1)"
    failed=1
  else
    plain "$out"
    if [ -f "$out/summary.json" ]; then
      line="signature=$(sed -n 's/^  "signature": "\([0-9a-f]\{16\}\).*/\1/p' "$out/summary.json")"
    else  # a grid or several numbers of threads: of all points
      line="signature=$(find "$out" -name summary.json -exec sed -n 's/^  "signature": //p' {} + | sort | uniq | short)"
    fi
    [ ! -f "$out/grid.csv" ] || line+=" grid=$(sort "$out/grid.csv.plain" | short)"
    grep -q . <(find "$out" -name rounds.csv) && line+=" rounds=$(hash_of "$out" -name rounds.csv.plain)"
    [ ! -f "$out/heap" ] || sort -o "$out/heap" "$out/heap"
    line+=" files=$(hash_of "$out" \( -name '*.plain' ! -name rounds.csv.plain ! -name grid.csv.plain \) -o -name heap)"
    [ $code = 0 ] || line+=" exit=$code"
    say "$name $line"
  fi
  rm -rf "$out"
}
# ships SETTINGS NAME...: scenarios that ship, shortened by the same settings.
table=
ships() { local name; for name in "${@:2}"; do table+=" $name "; run "$name" "$scenarios/$name.ini" $1; done; }
few="synthetic.queries=25 evaluation.every=2"
differ="$few federation.rounds=3 data.fold=1"
many="$few federation.rounds=3 federation.clients=20"
poison="$few federation.rounds=4 data.fold=1 run.repeats=1"
one="grid.attack.clients=1,4 grid.clicks.model=perfect"
alone="silo.local-iterations=60" joint="silo.joint-iterations=60"
small="synthetic.terms=40 synthetic.vocabulary=2000 synthetic.topics=4 synthetic.depths=20,5
  silo.rows=12 silo.columns=64 silo.frequency-columns=512 silo.top=10"
texts="$small synthetic.documents=240 synthetic.queries=40"
silo="$texts $joint $alone"

h=heterogeneity
ships "" quickstart scale/faults
ships "$differ run.repeats=2" $h/figure-4.{3,4-fedper,7,7-fedper,9,9-type1,9-type2} $h/table-4.2
ships "$differ run.repeats=1" $h/figure-4.{5,6} $h/table-4.3
ships "$differ run.repeats=1 grid.federation.mu=0.001,1" $h/figure-4.{4,7-fedprox}
ships "$few federation.rounds=4 run.repeats=2" $h/figure-4.{8,8-pbm} $h/dirichlet
ships "$many" online/figure-3.{3,5} online/{foltr-es,fpdgd}
ships "$many run.repeats=1" online/figure-3.{6,7} online/table-3.1
ships "$many data.fold=1" online/figure-3.{1,4,9,10}
ships "$few federation.rounds=3 data.fold=1 grid.federation.clients=5,20" online/figure-3.{2,8}
ships "$few federation.rounds=20" online/fpdgd-small
ships "$few federation.rounds=20 evaluation.every=2 evaluation.patience=2" online/early-stopping
ships "$few federation.rounds=200 evaluation.every=50" online/pdgd
ships "$few federation.rounds=2 federation.interactions=800 learner.pdgd.batch=800" online/pdgd-batch
ships "$poison grid.attack.clients=0,2,4" poisoning/figure-5.{2,5}
ships "$poison" poisoning/figure-5.{3,3-lie,3-trim,4,8,11}
ships "$poison $one" poisoning/figure-5.{2-neural,6,7,9,10}
ships "$few federation.rounds=6" poisoning/matrix
ships "$few federation.rounds=200 timeline.at=60~attack;140~honest" poisoning/vigilant
ships "$few federation.rounds=6 run.repeats=1" poisoning/promotion
ships "$few federation.rounds=3 federation.clients=40" privacy/secure-aggregation
ships "$many federation.clients=100 privacy.shares=80 faults.least=80" privacy/secure-dropouts
ships "$few federation.rounds=20 data.fold=1" unlearning/{figure-6.2,figure-6.3,methods,table-6.2}
ships "federation.rounds=2 run.repeats=1 data.fold=1" logs/{explore,federation,unbiased}
ships "federation.clients=100000" scale/million
ships "federation.rounds=2" scale/hundred-million
ships "federation.clients=500 federation.rounds=20" scale/{strong,weak}
ships "$silo" silo/{icde-figure-6-epsilon,journal-figure-8-epsilon,twin}
ships "$silo run.repeats=2" silo/{cranfield,journal-table-4,table-1}
ships "$silo run.repeats=1" silo/hostile-party
ships "$texts run.repeats=1" silo/worth-joining
ships "$small run.repeats=1 silo.documents=60 silo.queries=10" silo/{icde-figure-6,journal-figure-8}-parties
ships "$silo silo.rows=30" silo/{icde-figure-5,journal-figure-7}
ships "$texts grid.silo.top=5,15" silo/icde-figure-4
ships "$texts grid.silo.rows=10,30 grid.silo.columns=100,200" silo/icde-figure-4-size
ships "$silo run.repeats=1 silo.curve-every=20" silo/journal-figure-6
ships "$texts" silo/{icde-algorithm-5,moving-documents,audit}
ships "synthetic.queries=2000 evaluation.every=2 federation.rounds=3 federation.clients=30" heterogeneity/natural-users
ships "$few members.epochs=3" members/{four,texts,compare}
ships "synthetic.queries=300 members.epochs=3" members/liars
if wanted members/log; then  # simulated logs of four members
  "$binary" data synth --out "$work/synth" --queries 50 >/dev/null
  mkdir "$work/logs"
  seq 46 >"$work/logs/features.txt"
  part=1
  for member in north east south west; do
    mkdir "$work/logs/$member"
    cp "$work/synth/S$part.txt" "$work/logs/$member/rows.letor"
    part=$((part + 1))
    "$binary" data log "$scenarios/logs/federation.ini" --set learner.method=ips --set evaluation.on=train \
      --set data.train="$work/logs/$member/rows.letor" --set logging.sessions=2000 \
      --out "$work/logs/$member/clicks.csv" >/dev/null
  done
fi
ships "members.folder=$work/logs members.features=$work/logs/features.txt members.epochs=3" members/log
while read -r name; do
  [[ $table == *" $name "* ]] || echo "same-bits: $name.ini ships, but is not in the table" >&2
done < <(cd "$scenarios" && find . -name '*.ini' -printf '%P\n' | sed 's/\.ini$//' | sort)

# Combinations: changes to a small federation, and to a small silo.
printf '%s\n' '[synthetic]' 'queries = 30' '[federation]' 'clients = 11' 'interactions = 4' 'rounds = 6' \
  '[evaluation]' 'every = 2' >"$work/small.ini"
printf '%s\n' '[silo]' 'parties = 4' >"$work/silo.ini"
small() { run "with/$1" "$work/small.ini" "${@:2}"; }
silo() { run "silo-with/$1" "$work/silo.ini" $silo "${@:2}"; }
# each KEY "VALUE..." COMMAND NAME [SETTING...]: once with each value, which ends the name.
each() { local v; for v in $2; do "$3" "$4-$v" "$1=$v" "${@:5}"; done; }
neural="ranker.model=neural ranker.hidden=6 ranker.init=normal"
files="data.train=$work/letor.txt evaluation.on=train" users="data.users=$work/users.csv"
awk 'BEGIN { for (q = 0; q < 24; ++q) for (d = 0; d < 8; ++d) { s = (q * 37 + d * 53 + q * d * 11) % 97
  printf "%d qid:%d 1:%.2f 2:%.2f 3:%.2f # q%dd%d\n", s % 3, q, s / 97, (s * s % 89) / 89, d / 8, q, d } }' >"$work/letor.txt"
awk 'BEGIN { print "qid,user,timestamp"; for (i = 0; i < 66; ++i) printf "%d,u%d,%d\n", i * 7 % 24, i % 11, i * 31 % 101 }' >"$work/users.csv"
for learner in pdgd es dbgd pmgd; do
  each ranker.model "linear neural neural-relu" small $learner learner.method=$learner ranker.hidden=6 ranker.init=normal
done
for learner in naive ips dr dla pairwise em; do
  each ranker.model "linear neural neural-relu" small $learner learner.method=$learner ranker.hidden=6 \
    ranker.init=normal clicks.model=pbm logging.sessions=60 logging.swaps=0.5
done
each logging.propensities "users swaps cascade" small propensities learner.method=ips clicks.model=dcm \
  logging.sessions=2000 logging.swaps=0.5
each federation.server "average momentum adam yogi" small server
each federation.server "average momentum adam yogi" small server-es federation.server-rate=0.05 learner.method=es
each aggregation.rule "mean krum multi-krum trimmed-mean median bulyan geometric-median norm-bound centered-clip
  fltrust fldetector vigilant" small rule attack.kind=scaled attack.clients=2 attack.strength=3
for before in bucketing nnm; do
  each aggregation.rule "multi-krum trimmed-mean geometric-median fltrust" small $before \
    aggregation.before=$before attack.kind=ipm
done
attacks="lie fang-krum fang-trim min-max min-sum ipm sign-flip gaussian scaled unlearning-probe"
each attack.kind "click-poison $attacks" small attack attack.clients=3 aggregation.rule=trimmed-mean
each attack.kind "$attacks" small attack-full attack.clients=3 attack.knowledge=full aggregation.rule=krum
each clicks.model "perfect navigational informational poison pbm" small clicks
each synthetic.twin "mq2007 mslr yahoo istella istella-s custom" small twin data.normalize=query-minmax evaluation.on=train
for iid in no yes; do
  each heterogeneity.kind "document-preference label-distribution click-preference quantity dirichlet
    document-preference+quantity dirichlet+click-preference+quantity" small split-$iid heterogeneity.iid=$iid synthetic.queries=120
done
each unlearning.method "federaser retrain fine-tune fedremove pga" small unlearn unlearning.clients=0,3
each unlearning.method "federaser retrain fine-tune fedremove pga" small unlearn-twice attack.kind=unlearning-probe \
  attack.clients=1 aggregation.rule=median aggregation.malicious=1 "timeline.at=2~unlearn~0;4~unlearn~5,7"
each silo.method "all cs-f-ltr" silo method
run silo-with/method-local+ "$work/silo.ini" $texts $alone silo.method=local+
run silo-with/method-local "$work/silo.ini" $texts $alone silo.method=local
run silo-with/method-global "$work/silo.ini" $texts $joint silo.method=global
each silo.noise "off paper paper-reduced sound median-only" silo noise
each silo.split "random topic ranges" silo split
while read -r what name settings; do [ -z "$what" ] || $what $name $(eval "echo \"$settings\""); done <<'END'
small attack-es attack.kind=click-poison learner.method=es
small attack-timeline attack.kind=sign-flip timeline.at=3~attack~0-1;5~honest aggregation.rule=median
small split-pbm heterogeneity.kind=click-preference heterogeneity.users=pbm
small split-queries heterogeneity.kind=dirichlet heterogeneity.over=queries heterogeneity.alpha=0.1
small split-uniform heterogeneity.kind=quantity federation.weighting=uniform
small split-any heterogeneity.kind=document-preference heterogeneity.common=0.5 heterogeneity.judged-by=any-intent
small by-user $files $users heterogeneity.kind=by-user
small by-user-clicks $files $users heterogeneity.kind=by-user+click-preference
small fedprox federation.local=fedprox federation.mu=0.5
small fedprox-neural federation.local=fedprox $neural
small fedper federation.local=fedper heterogeneity.kind=dirichlet $neural
small share federation.share=0.5 federation.global-queries=0.3 heterogeneity.kind=label-distribution
small partial federation.participation=0.4 federation.absent=2,5-6 run.repeats=3 data.fold=all
small batch learner.pdgd.batch=4 run.seed=7 learner.rate=0.3
small es-reward learner.method=es learner.es.reward=ndcg learner.es.antithetic=no learner.es.sigma=0.1
small multileave learner.method=pmgd learner.pmgd.candidates=5 learner.dueling.delta=0.5
small clicks-eta clicks.model=pbm clicks.eta=2 clicks.click=0.1,0.5,1
small clicks-custom clicks.model=custom clicks.click=0.1,0.5,1 clicks.stop=0,0.2,0.4
small metrics evaluation.metrics=ndcg,dcg@5,err,map,mrr@10,p@5,rank-ratio,expected-maxrr@10 evaluation.ties=trec
small evaluation $files evaluation.on=train evaluation.empty=0 evaluation.discount=0.9 evaluation.relevant-from=2
small validation evaluation.on=validation evaluation.metrics=err evaluation.err-grade=list
small grades synthetic.twin=custom synthetic.grades=5 synthetic.features=7 synthetic.documents=9 synthetic.noise=0.2
small gamma privacy.mechanism=gamma-laplace privacy.clip=5
small gamma-secure privacy.mechanism=gamma-laplace privacy.secure-aggregation=yes
small gamma-sound privacy.mechanism=gamma-laplace privacy.mode=sound privacy.sensitivity=1
small gamma-shares privacy.mechanism=gamma-laplace privacy.mode=sound privacy.shares=9
small gaussian privacy.mechanism=gaussian privacy.mode=sound privacy.epsilon=1 learner.method=dbgd
small gaussian-shares privacy.mechanism=gaussian privacy.mode=sound privacy.shares=8 privacy.secure-aggregation=yes faults.dropout=0.1
small budget privacy.mechanism=gaussian privacy.mode=sound privacy.budget=9
small response privacy.mechanism=randomized-response privacy.p=0.8 learner.method=es
small response-budget privacy.mechanism=randomized-response privacy.p=0.8 learner.method=es privacy.budget=40
small secure privacy.secure-aggregation=yes privacy.secure-range=64 heterogeneity.kind=quantity
small secure-es privacy.secure-aggregation=yes learner.method=es
small secure-faults privacy.secure-aggregation=yes faults.dropout=0.1 faults.crash=0.05 privacy.secure-dropouts=0.4
small faults-drop faults.dropout=0.1 faults.late=0.2 faults.corrupt=0.1 faults.crash=0.1 faults.least=4
small faults-weigh faults.late=0.4 faults.stale=weigh faults.delay=3 faults.staleness=1
small faults-rule faults.crash=0.2 faults.least=7 aggregation.rule=multi-krum aggregation.malicious=2
small faults-fedper faults.crash=0.3 federation.local=fedper $neural
small moves timeline.at=2~join~8-9;4~leave~0-3;5~join~1 federation.server=momentum
small unlearn-early unlearning.method=federaser unlearning.clients=1 unlearning.after=4 unlearning.interval=2 unlearning.evidence=no
small unlearn-tuned unlearning.method=pga unlearning.clients=1 unlearning.ascent=7 unlearning.rounds=3 unlearning.steps=2
small unlearn-es unlearning.method=retrain unlearning.clients=1 learner.method=es
small unlearn-secure unlearning.method=fine-tune unlearning.clients=1 privacy.secure-aggregation=yes
silo unbalanced silo.split=topic silo.balanced=no silo.parties=3
silo regression silo.loss=regression silo.order=parallel silo.scaling=per-party silo.l2=0.1 silo.batch=16
silo count-min silo.sketch=count-min silo.epsilon=0 silo.frequency-rows=3
silo random silo.real-rows=5 silo.beta=0.3 silo.alpha=2
silo colliding silo.real-rows=5 silo.confounders=colliding silo.shared=1
silo naive silo.retrieval=naive silo.high-ranks=3 silo.negatives=2
silo semi-supervised silo.augmentation=semi-supervised silo.cross-weight=0.5
silo words silo.stop-words=none silo.stemming=none silo.test-documents=own silo.test-share=0.5 silo.candidates=50
silo budget silo.noise=sound privacy.budget=3 silo.retrieval=naive
END

# Real data, if available.
real() { if [ -d "$data/$2" ]; then run "real/$1" "${@:3}"; elif wanted "real/$1"; then say "real/$1 skipped: no $2"; fi; }
real mq2008 mq2008 "$work/small.ini" data.folds="$data/mq2008" data.fold=all federation.clients=50
real mq2008-lie mq2008 "$work/small.ini" data.folds="$data/mq2008" data.fold=3 attack.kind=lie aggregation.rule=multi-krum
real cranfield cranfield "$work/silo.ini" data.folder="$data/cranfield" $joint $alone silo.epsilon=0
exit $failed
