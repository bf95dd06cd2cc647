#!/usr/bin/env bash
# Writes what a change means: comment.md for people and plan.json for programs; shows it as the summary of the job.
#   TENANTRY_BASE, TENANTRY_HEAD  the two commits; HEAD is by default what is checked out
#   TENANTRY_APPROVED_BY          a file with one who agreed a line, such as group:capacity
#   TENANTRY_AUTHOR               who wrote the change, for policies that ask
#   TENANTRY_WORKSPACE            the folder with clusters/ and tenants/; TENANTRY_RESULTS: the folder for files
# Exits with 0 where there is a plan, whatever it says; plan.json says what is missing. Nothing is checked out.
set -euo pipefail
workspace=${TENANTRY_WORKSPACE:-.}
results=${TENANTRY_RESULTS:-tenantry-results}
mkdir -p "$results"

ask=(tenantry plan "$TENANTRY_BASE" "${TENANTRY_HEAD:-HEAD}" -C "$workspace")
if [ -n "${TENANTRY_AUTHOR:-}" ]; then
  ask+=(--author "$TENANTRY_AUTHOR")
fi
if [ -n "${TENANTRY_APPROVED_BY:-}" ]; then
  while IFS= read -r who; do
    ask+=(--approved-by "$who")
  done <"$TENANTRY_APPROVED_BY"
fi
"${ask[@]}" --format json >"$results/plan.json" || [ $? -eq 1 ]
"${ask[@]}" --format markdown >"$results/comment.md" 2>"$results/errors.txt" || [ $? -eq 1 ]
if [ ! -s "$results/comment.md" ]; then
  # Errors in the specs: no plan can be made. Four spaces keep what specs say from being Markdown.
  {
    echo "### Plan: none, because the specs have errors"
    echo
    head -c 20000 "$results/errors.txt" | iconv -f utf-8 -t utf-8 -c | sed 's/^/    /'
  } >"$results/comment.md"
fi
cat "$results/comment.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
