#!/usr/bin/env bash
# Names comments and texts in which a native reader stumbles: comments that open with
# a question word instead of a verb or the thing, and phrases that have a plain
# equivalent. Reads comments of sources and scripts, pages, names of test cases (claims
# that begin in lower case), and the texts that the program prints: string literals of
# its C++ sources, for phrases only.
# Usage: words.sh ROOT [PATH...]
set -u
cd "$1" || exit 1
shift
[ $# -gt 0 ] || set -- algorithms actors app bench fuzz python scripts tests cmake docs \
  scenarios deploy README.md CONTRIBUTING.md SECURITY.md CMakeLists.txt Makefile

# Pages that the program writes, and this list.
skipped='^(docs/(methods|keys|output)\.md|tests/words\.sh)$'

git ls-files -- "$@" | grep -vE "$skipped" | grep -E '\.([ch]pp|sh|py|md|ini|cmake|txt)$|Makefile$' |
  xargs awk '
  function tell(what) { printf "%s:%d: %s: %s\n", FILENAME, FNR, what, substr(text, 1, 90); found++ }
  BEGIN {
    opener = "^(What|Whether|Of|Who|Whom|Whose|Whoever|Whatever|How|Which|That)[ ,:.]"
    n = split("gets? on[ ,.;:]|got on[ ,.;:]=progress, continue|" \
              "go(es|ing)? on[ ,.;:]|went on[ ,.;:]=continues, resumes|" \
              "under way=running, in progress|" \
              "; none:=empty if|" \
              "likewise=the same, as above|" \
              "the same of |the same with =the same for|" \
              "nonsense|senseless|makes? no sense=invalid|" \
              "[^a-z]owes?[^a-z]=has to send|" \
              "somebody|nobody|everybody=client, party, user|" \
              "[Ww]hoever=whoever: name the actor|" \
              "[^a-z]be had[ .,;:]=is incompatible, unavailable|" \
              "[^a-z](tells?|told)[^a-z]|(^ Tells|[^a-z]says?|[^a-z]said)[ .,;:]=sends, reports, prints, names|" \
              "hears? of =learns of, receives|" \
              ", too[.,;:)]|, too $=also|" \
              "[^a-z](is|are|was|were) there[.,;:]=exists|" \
              "nothing of |nothing but =no, only|" \
              "[^a-z]but for =except|" \
              "what is no =invalid, a value that is no|" \
              "as a whole[ .,;:]|whole numbers?[ .,;:]=completely, an integer|" \
              "one a (client|line|row|round|party|query)[ .,;:]|a (row|line) a =one per|" \
              "all the same[ .,;:]=still, equally|" \
              "letters? (of|to|from) (a|an|the|its|each) (client|stage|round|server)|client.s letters?[ .,;:]=message of secure aggregation|" \
              "put out[ ,.;:]=excluded, removed|" \
              "(is|are) gone[ ,.;:]=has left, was removed|" \
              "so many |(^|[^se]) as many =the number of|" \
              "fallback=default", part, "|")
    question = "^(what|what.s|of|who|whoever|whose|which|that) "
    # Names that begin in upper case: of methods, people, formats and programs.
    proper = "^([A-Z]*[A-Z0-9][A-Z0-9.]|[A-Z]-|Adam|AP[ ,]|Bulyan|Chinese|Clopper|Corollary|Count-Min|Cranfield|" \
             "Dirichlet|Elasticsearch|Fed|Gaussian|Jensen|Krum|LaTeX|Laplace|LightGBM|NaN|RankLib|R.?.nyi|" \
             "SecAgg|Solr|Theorem|Vespa|Yogi)"
    # Texts of results, which never change: legends, columns and a published claim.
    kept = "^ (everybody honest|told |# What +told|told to |nobody; their sum|a message holds one share)"
    # A phrase is all before the last "=" of its group.
    group = ""
    for (i = 1; i <= n; i++) {
      k = index(part[i], "=")
      if (k) { phrase[++phrases] = group substr(part[i], 1, k - 1); say[phrases] = substr(part[i], k + 1); group = "" }
      else group = group part[i] "|"
    }
  }
  # The texts of two words or more between quotes.
  function literals(line,    all) {
    sub(/^[ ]*\/\/.*/, "", line)
    all = ""
    while (match(line, /"([^"\\]|\\.)*"/)) {
      if (substr(line, RSTART, RLENGTH) ~ / /) all = all " " substr(line, RSTART + 1, RLENGTH - 2)
      line = substr(line, RSTART + RLENGTH)
    }
    return all
  }
  function check() {
    for (i = 1; i <= phrases; i++) if ((" " text " ") ~ phrase[i]) tell("plainer: " say[i])
  }
  FNR == 1 { before = 0; code = 0; page = FILENAME ~ /\.(md)$/; cpp = FILENAME ~ /\.[ch]pp$/ }
  { text = ""; first = 0 }
  page { text = $0; if (/^```/) code = !code; if (code) text = "" }
  !page && cpp {
    line = $0
    if (match(line, /\/\/[\/<!]*/) && line !~ /https?:\/\//) {
      text = substr(line, RSTART + RLENGTH)
      whole = substr(line, 1, RSTART - 1) ~ /^[ ]*$/
      first = !(whole && before); before = whole
    } else before = 0
  }
  !page && !cpp {
    if (match($0, /(^|[ ])#[ !]*/)) { text = substr($0, RSTART + RLENGTH); whole = substr($0, 1, RSTART) ~ /^[ #]*$/; first = !(whole && before); before = whole }
    else before = 0
  }
  text != "" {
    sub(/^[ ]+/, "", text)
    # Names of code, and addresses of links.
    gsub(/`[^`]*`|@param [a-z_]+|[a-z_]+\(\)/, "", text)
    gsub(/\]\([^)]*\)/, "]", text)
    if (first && FILENAME !~ /\.ini$/ && match(text, opener)) tell("opens with a question word")
    check()
  }
  cpp && FILENAME !~ /^(bench|fuzz|tests)\// {
    text = literals($0)
    gsub(/\{[a-z_/]+[^{}]*\}/, "", text)  # a value, by its name
    if (text != "" && text !~ kept) check()
  }
  # Names of test cases, on the line of their macro or on the next one.
  cpp && FILENAME ~ /^tests\// {
    if (/^ *(TEST_CASE|SUBCASE|TEST_CASE_FIXTURE|TEST_CASE_TEMPLATE)\(/) named = 1
    if (named && (text = literals($0)) != "") {
      sub(/^ /, "", text)
      if (text ~ question) tell("opens with a question word")
      if (text ~ /^[A-Z]/ && text !~ proper) tell("begins in upper case")
      check()
    }
    if (/"/) named = 0
  }
  END { exit found > 0 }' || exit 1
