#!/usr/bin/env bash
# Draws learning curves as an SVG: the mean over folds and repeats of one column
# of rounds.csv, a line for each run folder, labelled at its end.
# Usage: scripts/plot-curves.sh [-m COLUMN] LABEL=FOLDER... >curves.svg
set -euo pipefail

metric='ndcg@10'
if [ "${1:-}" = -m ]; then
  metric=$2
  shift 2
fi
if [ $# -eq 0 ]; then
  sed -n '2,4s/^# //p' "$0" >&2
  exit 2
fi

labels='' # one per line, so that a label may have blanks
files=()
for argument in "$@"; do
  labels+="${argument%%=*}"$'\n'
  files+=("${argument#*=}/rounds.csv")
  [ -r "${files[-1]}" ] || { echo "${files[-1]}: can't be read" >&2; exit 3; }
done

# Greys and colours of middle lightness can be read on white and on black.
LABELS=$labels awk -F, -v metric="$metric" '
BEGIN {
  split(ENVIRON["LABELS"], label, "\n")
  split("#2f81f7 #e5534b #2da44e #bf8700 #a371f7 #768390", colour, " ")
  left = 52; right = 470; top = 34; bottom = 268; width = 640; height = 310
}
FNR == 1 {
  series++
  column = 0
  for (i = 1; i <= NF; i++) if ($i == metric) column = i
  if (!column) { print FILENAME ": has no column " metric >"/dev/stderr"; failed = 1; exit }
  next
}
$column !~ /^-?[0-9.]/ { next }  # nan is no value
{
  if (!((series, $3) in count)) round[series, ++points[series]] = $3
  count[series, $3]++
  sum[series, $3] += $column
  if ($3 > last) last = $3
}
function at_x(r) { return left + (right - left) * r / last }
function at_y(v) { return bottom - (bottom - top) * (v - low) / (high - low) }
function mean(s, i) { return sum[s, round[s, i]] / count[s, round[s, i]] }
function step_of(range, steps,   power) {  # 1, 2 or 5 times a power of ten
  power = 10 ^ int(log(range / steps) / log(10) - (range < steps))
  if (range / power <= steps) return power
  if (range / power / 2 <= steps) return 2 * power
  return range / power / 5 <= steps ? 5 * power : 10 * power
}
function text(x, y, anchor, fill, what) {
  gsub(/&/, "\\&amp;", what)
  gsub(/</, "\\&lt;", what)
  printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y, anchor, fill, what
}
END {
  if (failed) exit 3
  low = 1e300; high = -1e300
  for (s = 1; s <= series; s++) for (i = 1; i <= points[s]; i++) {
    if (mean(s, i) < low) low = mean(s, i)
    if (mean(s, i) > high) high = mean(s, i)
  }
  if (!last || high <= low) { print "nothing to draw: no rounds, or one value" >"/dev/stderr"; exit 3 }
  step = step_of(high - low, 6)
  low = int(low / step + (low < 0 ? -.999999 : 0)) * step
  high = int(high / step + (high > 0 ? .999999 : 0)) * step
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\"\n", width, height, width, height
  print "  font-family=\"sans-serif\" font-size=\"13\" role=\"img\">"
  print "<title>" metric " by round</title>"
  text(left, 18, "start", "#768390", metric)
  for (v = low; v <= high + step / 2; v += step) {
    printf "<path d=\"M%d %.1fH%d\" stroke=\"#768390\" stroke-opacity=\".3\"/>\n", left, at_y(v), right
    text(left - 8, at_y(v) + 4, "end", "#768390", sprintf("%.4g", v))
  }
  for (r = 0; r <= last; r += step_of(last, 6)) text(at_x(r), bottom + 18, "middle", "#768390", r)
  text((left + right) / 2, bottom + 37, "middle", "#768390", "round")
  for (s = 1; s <= series; s++) {
    shade = colour[(s - 1) % 6 + 1]
    printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"", shade
    for (i = 1; i <= points[s]; i++) printf "%s%.0f,%.1f", (i > 1 ? " " : ""), at_x(round[s, i]), at_y(mean(s, i))
    print "\"/>"
    at[s] = at_y(mean(s, points[s])) + 4
    order[s] = s
  }
  for (i = 1; i <= series; i++) for (j = i + 1; j <= series; j++)
    if (at[order[j]] < at[order[i]]) { swap = order[i]; order[i] = order[j]; order[j] = swap }
  for (i = 1; i <= series; i++) {  # labels keep a line apart
    s = order[i]
    if (i > 1 && at[s] < above + 16) at[s] = above + 16
    above = at[s]
    text(right + 8, at[s], "start", colour[(s - 1) % 6 + 1], label[s])
  }
  print "</svg>"
}' "${files[@]}"
