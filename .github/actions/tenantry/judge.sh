#!/usr/bin/env bash
# Plans a pull request from outside of it: its merge is fetched as git objects and never checked out, so nothing of it
# runs and nothing of it decides how it is judged.
#   PULL_REQUEST, PULL_REQUEST_HEAD  its number, and the commit that it has to be about
#   GITHUB_TOKEN                     may read the repository; empty where everybody may
#   and what plan.sh takes
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[[ $PULL_REQUEST =~ ^[0-9]+$ && $PULL_REQUEST_HEAD =~ ^[0-9a-f]{40}([0-9a-f]{24})?$ ]]

if [ -n "${GITHUB_TOKEN:-}" ]; then
  # In the environment, where no list of processes shows it; only this script and what it starts have it.
  GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$GITHUB_TOKEN" | base64 --wrap=0)"
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.${GITHUB_SERVER_URL}/.extraheader" GIT_CONFIG_VALUE_0
fi
git fetch --quiet --no-tags --no-recurse-submodules --depth=2 origin "+refs/pull/$PULL_REQUEST/merge:refs/tenantry/merge"
unset GITHUB_TOKEN GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0

if [ "$(git rev-parse 'refs/tenantry/merge^2')" != "$PULL_REQUEST_HEAD" ]; then
  echo "::error::the merge of #$PULL_REQUEST is not of $PULL_REQUEST_HEAD: it conflicts with its base, or moved on"
  exit 1
fi
TENANTRY_BASE=$(git rev-parse 'refs/tenantry/merge^1') TENANTRY_HEAD=$(git rev-parse refs/tenantry/merge) "$here/plan.sh"
