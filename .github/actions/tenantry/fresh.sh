#!/usr/bin/env bash
# Says whether what is generated is fresh. Exits with 1 and an annotation where it is not.
#   TENANTRY_OUTPUT      `committed`: pull requests carry output/; `merged`: the merge writes it, so it is not looked at
#   TENANTRY_CODEOWNERS  options of `tenantry codeowners`, such as `--team-prefix @example/`; empty: not looked at
#   TENANTRY_WORKSPACE   the folder with clusters/ and tenants/
set -euo pipefail
workspace=${TENANTRY_WORKSPACE:-.}
stale=0

if [ "${TENANTRY_OUTPUT:-merged}" = committed ]; then
  code=0
  tenantry compile --check -C "$workspace" || code=$?
  [ "$code" -le 1 ] || exit "$code"
  if [ "$code" -eq 1 ]; then
    echo "::error title=stale output::output/ is not what the specs compile to: run tenantry compile and commit it"
    stale=1
  fi
fi
if [ -n "${TENANTRY_CODEOWNERS:-}" ]; then
  read -r -a options <<<"$TENANTRY_CODEOWNERS"
  code=0
  tenantry codeowners --check -C "$workspace" "${options[@]}" || code=$?
  [ "$code" -le 1 ] || exit "$code"
  if [ "$code" -eq 1 ]; then
    echo "::error title=stale CODEOWNERS::run tenantry codeowners ${options[*]} and commit the file"
    stale=1
  fi
fi
exit "$stale"
