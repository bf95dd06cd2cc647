#!/usr/bin/env bash
# Moves Fleet.asOf where a grant began or ended, pushes that as a branch, and writes the description of its pull request.
#   TENANTRY_BRANCH    the branch to push, always the same: an older one is replaced
#   TENANTRY_WORKSPACE the folder with clusters/ and tenants/; TENANTRY_RESULTS: the folder for files
#   TENANTRY_TODAY     another day than today
# Prints `moved` where there is something to open a pull request for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
workspace=${TENANTRY_WORKSPACE:-.}
results=${TENANTRY_RESULTS:-tenantry-results}
writer=${TENANTRY_WRITER:-github-actions[bot]}
mail=${TENANTRY_WRITER_MAIL:-41898282+github-actions[bot]@users.noreply.github.com}
mkdir -p "$results"

"$(dirname "$(readlink -f "$(command -v tenantry)")")/python3" \
  "$here/move_as_of.py" "$workspace" ${TENANTRY_TODAY:+"$TENANTRY_TODAY"} >"$results/grants.txt"
if [ ! -s "$results/grants.txt" ]; then
  exit 0
fi
base=$(git rev-parse HEAD)
git add --update -- "$workspace/clusters"
git -c user.name="$writer" -c user.email="$mail" commit --quiet \
  --message "Move asOf: a grant begins or ends" --message "$(cat "$results/grants.txt")"
TENANTRY_BASE=$base TENANTRY_RESULTS=$results "$here/plan.sh"
git push --quiet --force origin "HEAD:refs/heads/$TENANTRY_BRANCH"
echo moved
