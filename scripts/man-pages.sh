#!/usr/bin/env bash
# Writes the manual pages from the program's own help: fedltr(1), one page per command,
# and fedltr-scenario(5) with every key.
# Usage: man-pages.sh FEDLTR FOLDER
set -euo pipefail
fedltr=$1
folder=$2
mkdir -p "$folder"
version=$("$fedltr" --version | sed -n '1s/^fedltr \([^ ]*\).*/\1/p')

# Text as roff shows it: no escapes, no requests, hyphens that can be copied.
roff() { sed -e 's/\\/\\e/g' -e 's/-/\\-/g' -e "s/^[.']/\\\\\&&/"; }

head_of() { # TITLE SECTION
  printf '.TH "%s" "%s" "" "fedltr %s" "fedltr"\n' "${1^^}" "$2" "$version"
}

overview=$("$fedltr" --help)
{
  head_of fedltr 1
  printf '.SH NAME\nfedltr \\- federated online learning to rank\n'
  printf '.SH SYNOPSIS\n.B fedltr\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n'
  printf '.nf\n'
  roff <<<"$overview"
  printf '.fi\n.SH SEE ALSO\n'
} >"$folder/fedltr.1"

# "run", "data info", ... as in the overview.
mapfile -t commands < <(sed -n 's/^  fedltr \([a-z][a-z|]*\( [a-z][a-z|]*\)\{0,1\}\).*/\1/p' <<<"$overview" |
  while read -r word rest; do
    if [ -z "$rest" ]; then echo "$word"; else tr '|' '\n' <<<"$rest" | sed "s/^/$word /"; fi
  done | sort -u)

for command in "${commands[@]}"; do
  # shellcheck disable=SC2086
  help=$("$fedltr" $command --help) || continue
  name=fedltr-${command// /-}
  {
    head_of "$name" 1
    printf '.SH NAME\n%s \\- ' "$name"
    # The rest of the overview's line on this command, or its name.
    summary=$(grep -E "^  fedltr ${command%% *}" <<<"$overview" |
      grep -E -- "${command##* }" | head -1 | sed -n 's/^  fedltr .*[^ ]   *\([^ ].*\)$/\1/p')
    roff <<<"${summary:-command of fedltr}"
    printf '.SH SYNOPSIS\n.nf\n'
    sed -n 's/^Usage: //p' <<<"$help" | roff
    printf '.fi\n'
    sed '1,/^$/d' <<<"$help" | awk '
      # A dot that begins a line is no request; roff sees that at the end.
      function shown(text) { return (text ~ /^[.]/ ? "\001" : "") text }
      # Options and their meaning in two columns; then the text as it is.
      /^Options:/ { print ".SH OPTIONS"; options = 1; next }
      options && /^$/ { options = 0; print ".SH DESCRIPTION"; print ".nf"; text = 1; next }
      options && /^  -/ {
        match(substr($0, 3), /  +/)
        at = RSTART > 0 ? RSTART : length($0)
        print ".TP"
        print "\\fB" substr($0, 3, at - 1) "\\fR"
        rest = substr($0, 3 + at); sub(/^ +/, "", rest); if (rest != "") print shown(rest)
        next
      }
      options { sub(/^ +/, ""); print shown($0); next }
      { print shown($0) }
      END { if (text) print ".fi" }' |
      sed -e '/^\./!s/\\\([^f]\)/\\e\1/g' -e '/^\./!s/-/\\-/g' -e "s/^'/\\\\\&'/" -e 's/^\x01/\\\&/'
    printf '.SH SEE ALSO\n.BR fedltr (1),\n.BR fedltr-scenario (5)\n'
  } >"$folder/$name.1"
  printf '.BR %s (1),\n' "$name" >>"$folder/fedltr.1"
done
printf '.BR fedltr-scenario (5)\n' >>"$folder/fedltr.1"

{
  head_of fedltr-scenario 5
  printf '.SH NAME\nfedltr-scenario \\- what a run of fedltr is read from\n.SH DESCRIPTION\n'
  printf 'A scenario is a file of sections and keys:\n.PP\n.nf\n'
  printf '[run]\nname = small\n\n[federation]\nclients = 10     # as in --set federation.clients=10\n' | roff
  printf '.fi\n.PP\nA key that has no effect in a scenario is refused there.\n'
  # Items "- `key = default`: meaning (allowed values); needs ...".
  "$fedltr" list keys --format markdown |
    sed -E 's/\[([a-z-]+)\]\(methods\.md#[a-z-]+\)/a name of fedltr list \1/g; s/\\//g' | awk '
    /^## / { print ".SH " substr($0, 4); next }
    /^- `/ {
      end = index(substr($0, 4), "`")
      key = substr($0, 4, end - 1)
      if (!sub(/ = /, "\\fR = ", key)) key = key "\\fR = "
      print ".TP"
      print "\\fB" key
      print substr($0, end + 6) "."
    }' | sed -e '/^\./!s/-/\\-/g' -e "s/^'/\\\\\&'/"
  printf '.SH SEE ALSO\n.BR fedltr (1),\n.BR fedltr-run (1)\n'
} >"$folder/fedltr-scenario.5"
