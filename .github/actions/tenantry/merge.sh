#!/usr/bin/env bash
# Compiles what was merged, commits output/ and pushes it. Does nothing where output/ is fresh already.
#   TENANTRY_BRANCH    the branch to push to
#   TENANTRY_TRAILERS  a file with trailers, one a line; TENANTRY_DELETES: how many objects may go
#   TENANTRY_WORKSPACE the folder with clusters/ and tenants/
#   TENANTRY_WRITER, TENANTRY_WRITER_MAIL  who commits
# Where the branch moved meanwhile the push is refused and that is fine: the run of the newer commit compiles both.
set -euo pipefail
workspace=${TENANTRY_WORKSPACE:-.}
writer=${TENANTRY_WRITER:-github-actions[bot]}
mail=${TENANTRY_WRITER_MAIL:-41898282+github-actions[bot]@users.noreply.github.com}
[[ ${TENANTRY_DELETES:-0} =~ ^[0-9]+$ ]]

tenantry compile -C "$workspace" --allow-deletes "${TENANTRY_DELETES:-0}"
git add --all -- "$workspace/output"
if git diff --cached --quiet; then
  exit 0
fi
merged=$(git rev-parse HEAD)
below=$(git -C "$workspace" rev-parse --show-prefix)
{
  echo "Compile ${merged:0:12}"
  echo
  echo "Compiled: $(git rev-parse "$merged:${below}clusters") $(git rev-parse "$merged:${below}tenants")" \
    "$(tenantry --version | cut -d ' ' -f 2)"
  cat "${TENANTRY_TRAILERS:-/dev/null}"
} >"${RUNNER_TEMP:-/tmp}/tenantry-message"
git -c user.name="$writer" -c user.email="$mail" commit --quiet --file="${RUNNER_TEMP:-/tmp}/tenantry-message"
git push --quiet origin "HEAD:refs/heads/$TENANTRY_BRANCH" && exit 0
git fetch --quiet --depth=1 origin "$TENANTRY_BRANCH"
if [ "$(git rev-parse FETCH_HEAD)" != "$merged" ]; then
  echo "::notice::$TENANTRY_BRANCH moved on; its own run compiles"
  exit 0
fi
echo "::error::the push was refused, and $TENANTRY_BRANCH did not move: may this job write to it?"
exit 1
