# A consortium of four companies as users set it up, for the scripts that run
# one; to be sourced with the program as $1.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
fedltr=$(realpath "$1")
own_folder
members=(north east south west)

# Documents of 40 made-up words, queries of two, and relevance: documents with
# both words are relevant.
make_member() { # NAME SEED
  mkdir -p "data/$1/qrels"
  awk -v name="$1" -v seed="$2" 'BEGIN {
    srand(seed)
    split("bavodu cemira dolqua fenzor gratux hovelm jistra kulpen lomwax mirdof nexuba podrin quelta rifjon sotmek tuvral vexlum wobsan yarkut zilfen", word, " ")
    print "query-id\tcorpus-id\tscore" > "data/" name "/qrels/test.tsv"
    for (q = 0; q < 16; ++q) {
      a[q] = word[1 + int(rand() * 20)]; b[q] = word[1 + int(rand() * 20)]
      printf "{\"_id\": \"%s-q%d\", \"text\": \"%s %s\"}\n", name, q, a[q], b[q] > "data/" name "/queries.jsonl"
    }
    for (d = 0; d < 60; ++d) {
      text = ""; delete has
      for (i = 0; i < 40; ++i) { w = word[1 + int(rand() * 20)]; has[w]++; text = text w " " }
      title = word[1 + int(rand() * 20)]
      printf "{\"_id\": \"%s-d%d\", \"title\": \"%s\", \"text\": \"%s%s\"}\n", name, d, title, text, name "secret" > "data/" name "/corpus.jsonl"
      for (q = 0; q < 16; ++q) if (has[a[q]] > 1 && has[b[q]] > 1)
        printf "%s-q%d\t%s-d%d\t%d\n", name, q, name, d, (has[a[q]] > 3 ? 2 : 1) > "data/" name "/qrels/test.tsv"
    }
  }'
}
seed=1
for member in "${members[@]}"; do make_member "$member" $((seed++)); done

cat >four.ini <<'INI'
[silo]
members = north, east, south, west
rows = 12
columns = 64
frequency-columns = 512
epsilon = 2
top = 8
local-iterations = 40
joint-iterations = 40
INI

"$fedltr" ca init >/dev/null 2>&1
for member in "${members[@]}"; do "$fedltr" ca issue "$member" >/dev/null; done

agreement=four.ini
# Starts a relay; its port is in $port.
relay() { # NAME ARGUMENTS...
  local name=$1
  shift
  : >"$name.out" # else an earlier relay's line is found
  "$fedltr" relay "$agreement" --listen 127.0.0.1:0 --out "$name" --threads 1 \
    "$@" >"$name.out" 2>"$name.err" &
  relay=$!
  started+=("$relay")
  await_line "$name.out" 'listens on'
  port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' "$name.out")
}

# Starts a party; its process is in ${party[MEMBER]}. With five held-out queries
# it can't show a gain. $typed is a file with what its user types.
declare -A party
party() { # RUN MEMBER ARGUMENTS...
  local run=$1 member=$2 regardless=
  shift 2
  [[ " $* " == *" --yes "* ]] && regardless=--regardless
  : >"$run-$member.out" # as above
  "$fedltr" party "$agreement" --connect "127.0.0.1:$port" --data "data/$member" \
    --certificates "ca/$member" --out "$run-$member" --threads 1 --wait 20 \
    $regardless \
    "$@" <"${typed:-/dev/null}" >"$run-$member.out" 2>"$run-$member.err" &
  party[$member]=$!
  started+=("${party[$member]}")
}

# All models of a method, as both sides write them.
compact() { tr -d ' \n' <"$1"; }
models_of() { # RUN METHOD
  local all= member
  for member in "${members[@]}"; do
    all+=,$(compact "$1-$member/model.json" |
      sed -n 's/.*"methods":.*"'"$2"'":\(\[[^]]*\]\).*/\1/p')
  done
  echo "\"$2\":[${all#,}]"
}
same_models() { # RUN
  local method
  for method in local local+ global cs-f-ltr; do
    compact alone/model-f1-r1.json | grep -qF -- "$(models_of "$1" "$method")" ||
      { echo "$method differs"; return 1; }
  done
}

# With shared metrics: a member's own values, those that another member received
# of it, and those of one process in `alone`.
told() { compact "$1-$2/metrics.json" | sed -n 's/.*"told":\({[^}]*}\).*/\1/p'; }
heard() { # RUN MEMBER OF
  compact "$1-$2/metrics.json" |
    sed -n 's/.*"members":{.*"'"$3"'":\({[^}]*}\).*/\1/p'
}
all_hear() { # RUN
  local of by
  for of in "${members[@]}"; do
    for by in "${members[@]}"; do
      [ "$by" = "$of" ] && continue
      [ -n "$(told "$1" "$of")" ] || return 1
      [ "$(heard "$1" "$by" "$of")" = "$(told "$1" "$of")" ] || return 1
    done
  done
}
same_shared() { # RUN MEMBER
  local all
  all=$(told "$1" "$2" | tr -d '{}' | tr , '\n' | grep -v '"queries"')
  [ -n "$all" ] && for each in $all; do
    compact alone/summary.json | sed 's/.*"shared"://' | grep -qF -- "$each" ||
      { echo "$each is not in summary.json"; return 1; }
  done
}

# A rehearsal of all, to its end.
rehearse() { # NAME RELAY-ARGUMENTS...
  relay "$1" --rehearsal "${@:2}"
  for member in "${members[@]}"; do party "$1" "$member" --rehearsal --yes; done
  for member in "${members[@]}"; do
    check "$1: $member is done" ends_with 0 "${party[$member]}"
  done
  check "$1: the relay is done" ends_with 0 "$relay"
}
