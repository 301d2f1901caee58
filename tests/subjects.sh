#!/usr/bin/env bash
# Names commits whose subject is longer than 50 characters, or begins with no verb that a
# reader of the log searches for. Usage: subjects.sh ROOT
set -u
cd "$1" || exit 1
# The last commit before this rule.
before=9ed571fee7
git merge-base --is-ancestor "$before" HEAD 2>/dev/null ||
  { echo "skipped: no history here; git fetch --unshallow"; exit 77; }
verbs='Add|Document|Fix|Merge|Move|Refuse|Remove|Rename|Replace|Revert|Simplify|Speed up|Split|Test|Use'
found=$(git log --no-merges --format='%h %s' "$before.." |
  awk -v verbs="^($verbs) " '{ subject = substr($0, index($0, " ") + 1) }
    subject !~ verbs || length(subject) > 50')
[ -z "$found" ] && { echo "subjects hold"; exit 0; }
echo "expected at most 50 characters and one of $verbs first:"
echo "$found"
exit 1
