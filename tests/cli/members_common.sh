# A federation of members as users set it up, for the scripts that run one; to be sourced
# with the program in $fedltr, the names in ${members[@]} and the agreement's file in $terms.
own_folder

# Makes judged rows in rows/, a folder for each member, and the features' names.
make_rows() { # QUERIES FEATURES
  "$fedltr" data synth --out rows --like custom --queries "$1" --features "$2" >/dev/null
  for member in "${members[@]}"; do mkdir -p "data/$member"; done
  for i in $(seq "$2"); do echo "feature number $i"; done >features.txt
}
# Deals them out by query, with names to search for; the last member's are numbers, as in
# MQ2008.
deal_rows() {
  awk -v names="${members[*]}" 'BEGIN { n = split(names, m, " ") }
    $2 != q { q = $2; i = i % n + 1 }
    { sub(/ *#.*/, ""); query = substr($2, 5)
      sub(/qid:[^ ]*/, "qid:" (i < n ? "secret-query-" query : 10000 + query))
      print $0 " # docid = " (i < n ? "secret-document-" NR : 10000 + NR) \
        > "data/" m[i] "/rows.letor" }' rows/S?.txt
}
# Certifies all, by an authority whose key the server does not have.
make_authority() {
  "$fedltr" ca init >/dev/null 2>&1
  for member in "${members[@]}"; do "$fedltr" ca issue "$member" >/dev/null; done
  mkdir server
  cp -r ca/ca.pem ca/server.pem ca/server.key ca/tokens server
  chmod 700 server
}

# Starts the server; its port is in $port.
lead() { # NAME ARGUMENTS...
  local name=$1
  shift
  : >"$name.out" # else an earlier server's line is found
  "$fedltr" serve "$terms" --listen "127.0.0.1:${port:-0}" --certificates server \
    --out "$name" --threads 1 "$@" >"$name.out" 2>"$name.err" &
  lead=$!
  started+=("$lead")
  await_line "$name.out" 'listens on'
  port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' "$name.out")
}

# Starts a member, whose folder is in $rows or data; its process is in ${process[MEMBER]}.
declare -A process
member() { # RUN MEMBER ARGUMENTS...
  local run=$1 member=$2
  shift 2
  : >"$run-$member.out" # as above
  "$fedltr" member "$terms" --connect "127.0.0.1:$port" --data "${rows:-data}/$member" \
    --certificates "ca/$member" --out "$run-$member" --threads 1 --wait 20 --yes \
    "$@" >"$run-$member.out" 2>"$run-$member.err" &
  process[$member]=$!
  started+=("${process[$member]}")
}

signature() { sed -n 's/.*"signature": "\([0-9a-f]*\)".*/\1/p' "$1"; }
same_signature() {
  local first
  first=$(signature "$1")
  [ -n "$first" ] || return 1
  for file in "$@"; do [ "$(signature "$file")" = "$first" ] || return 1; done
}
