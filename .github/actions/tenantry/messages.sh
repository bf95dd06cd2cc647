#!/usr/bin/env bash
# Says what is wrong: annotations on standard output, and the same as SARIF and JUnit in files.
#   TENANTRY_BASE       the commit to judge against; empty: only the specs as they are
#   TENANTRY_WORKSPACE  the folder with clusters/ and tenants/; TENANTRY_RESULTS: the folder for files
# Exits as tenantry does: 1 where there is an error.
set -euo pipefail
workspace=${TENANTRY_WORKSPACE:-.}
results=${TENANTRY_RESULTS:-tenantry-results}
mkdir -p "$results"

ask=(tenantry check -C "$workspace")
if [ -n "${TENANTRY_BASE:-}" ]; then
  ask=(tenantry plan "$TENANTRY_BASE" HEAD -C "$workspace")
fi
code=0
"${ask[@]}" --format github || code=$?
[ "$code" -le 1 ] || exit "$code"
"${ask[@]}" --format sarif >"$results/tenantry.sarif" || [ $? -eq 1 ]
"${ask[@]}" --format junit >"$results/tenantry.xml" || [ $? -eq 1 ]
exit "$code"
