#!/usr/bin/env bash
# After a loss of power at any moment a run can resume, or its results exist:
# no file gets its name before its bytes are on the disk, and no checkpoint goes
# before the names of the results are. The server of members answers only once
# its state has a name on the disk, and a member's ledger has one before its part
# leaves. Usage: power.sh PROGRAM DISK_LOG_LIBRARY
set -u
. "$(dirname "$0")/common.sh"
fedltr=$(realpath "$1")
library=$(realpath "$2")
own_folder

# Prints the errors in a log; nothing if all is well.
faults() { # LOG
  awk '
    function parent(path) { sub("/[^/]*$", "", path); return path }
    $1 == "sync" { synced[$2] = 1; delete names[$2] }
    $1 == "folder" { names[parent($2)] = $2 }
    $1 == "move" {
      if (!synced[$2]) print "named before it is synced: " $2
      synced[$3] = synced[$2]
      for (each in synced) if (index(each, $2 "/") == 1)
        synced[$3 substr(each, length($2) + 1)] = synced[each]
      names[parent($3)] = $3
    }
    $1 == "remove" { delete names[$2] }
    $1 == "remove" && $2 ~ /checkpoint\/manifest[.]json$/ {
      removed++
      for (each in names) if (each !~ /checkpoint$/)
        print "the checkpoint goes before this name is synced: " names[each]
    }
    END { if (!removed) print "no checkpoint was removed" }' "$1"
}

logged=(env LD_PRELOAD="$library" DISK_LOG=log ASAN_OPTIONS=verify_asan_link_order=0
  "$fedltr")
run() { # SCENARIO OPTIONS...
  rm -f log
  "${logged[@]}" run "$@" --quiet >out.txt 2>err.txt
}

cat > federation.ini <<'INI'
[synthetic]
like = custom
queries = 20
[federation]
clients = 10
rounds = 20
[checkpoint]
every = 5
[grid]
learner.rate = 0.1, 0.2
INI
{ silo_scenario 2 20; } > silo.ini
for scenario in federation silo; do
  check "$scenario runs" run $scenario.ini
  check "$scenario: moves are seen" grep -q '^move ' log
  found=$(faults log)
  check "$scenario survives a loss of power: $found" test -z "$found"
done
# A point of a grid is written when it ends, once.
run federation.ini --force
for rate in 0.1 0.2; do
  times=$(grep -c "^move .*/learner.rate=$rate/summary.json$" log)
  check "the point of $rate is written once, not $times times" [ "$times" -eq 1 ]
done

# Prints the names that something followed, in a log of a server of members, before they
# were synced.
unsynced() { # LOG
  awk '
    $1 == "move" && name ~ /lead[.]json$/ || $1 == "remove" && name { print name }
    $1 == "move" { name = $3 }
    $1 == "sync" && $2 ~ /\/lead$/ { name = ""; synced++ }
    END { if (!synced) print "no folder was synced" }' "$1"
}
cat >three.ini <<'INI'
[members]
names = north, east, south
features = features.txt
INI
echo "a feature" >features.txt
rm -f log
"${logged[@]}" serve three.ini --rehearsal --insecure --listen 127.0.0.1:0 --out lead \
  --threads 1 >serve.txt 2>err.txt &
started+=($!)
await_line serve.txt 'listens on'
port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' serve.txt)
check 'a member leaves' "$fedltr" member three.ini --rehearsal --insecure --name north \
  --connect "127.0.0.1:$port" --leave --yes --threads 1 >out.txt 2>&1
check 'too few stay' ends_with 4 "${started[0]}"
found=$(unsynced log)
check "the server's state survives a loss of power: $found" test -z "$found"

printf 'epochs = 1\nepsilon = 8\ndropouts = 0\ncolluders = 0\n' >>three.ini
"$fedltr" serve three.ini --insecure --listen 127.0.0.1:0 --out noisy --threads 1 \
  >serve.txt 2>err.txt &
started+=($!)
await_line serve.txt 'listens on'
port=$(sed -n 's/.*listens on  127.0.0.1:\([0-9]*\).*/\1/p' serve.txt)
rm -f log
for name in north east south; do
  mkdir -p "data/$name"
  printf '1 qid:1 1:0.5\n0 qid:1 1:0.1\n' >"data/$name/rows.letor"
  program=("$fedltr")
  [ $name = north ] && program=("${logged[@]}")
  "${program[@]}" member three.ini --insecure --name $name --connect "127.0.0.1:$port" \
    --data "data/$name" --out "$name" --ledger "$name.csv" --yes --threads 1 >"$name.txt" 2>&1 &
  started+=($!)
done
check 'a federation with noise ends well' ends_with 0 "${started[1]}"
check 'its member ends well' ends_with 0 "${started[2]}"
check "a ledger's name survives a loss of power" \
  awk '$2 ~ /north[.]csv$/ { named = 1 } named && $2 == folder { synced = 1 }
    END { exit !synced }' folder="$(pwd -P)" log
echo "$checks checks, $failures failures"
[ $failures -eq 0 ]
