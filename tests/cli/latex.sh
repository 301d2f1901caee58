#!/usr/bin/env bash
# A report as LaTeX becomes a PDF, also with LaTeX's own signs in names.
# Usage: latex.sh FEDLTR; ends with 77 without pdflatex and pgfplots.
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
if ! command -v pdflatex >/dev/null || ! kpsewhich pgfplots.sty >/dev/null; then
  echo "skipped: no pdflatex with pgfplots; scripts/setup.sh tests"
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$*"
  exit 1
}

"$program" run quickstart --set federation.rounds=20 --set federation.clients=10 \
  --set run.repeats=2 --set 'run.name=a_b 5% {x} \y #ε' --out "$scratch/run" --quiet \
  >/dev/null || fail "no run"
"$program" report "$scratch/run" --to latex --out "$scratch/paper" >/dev/null || fail "no report"
cd "$scratch/paper" || exit 1
pdflatex -interaction=nonstopmode -halt-on-error report.tex >log || { tail -20 log; fail "no PDF"; }
grep -q 'Output written on report.pdf' log || fail "no page"
echo "a report becomes a PDF"
