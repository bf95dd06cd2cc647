#!/usr/bin/env bash
# Plans a pull request from outside of it: its merge is fetched as git objects and never checked out, so nothing of it
# runs and nothing of it decides how it is judged. Deep enough that a main branch which does not compile is no start
# from nothing: the plan then looks for the last commit before that does.
#   PULL_REQUEST, PULL_REQUEST_HEAD  its number, and the commit that it has to be about
#   QUEUED, AFTER                    in a merge queue: the commit that it made of the request, and the one before
#   GITHUB_TOKEN                     may read the repository; empty where everybody may
#   and what plan.sh takes
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[[ $PULL_REQUEST =~ ^[0-9]+$ && $PULL_REQUEST_HEAD =~ ^[0-9a-f]{40}([0-9a-f]{24})?$ ]]
wanted=refs/pull/$PULL_REQUEST/merge
if [ -n "${QUEUED:-}" ]; then
  [[ $QUEUED =~ ^[0-9a-f]{40}$ && $AFTER =~ ^[0-9a-f]{40}$ ]]
  wanted=$QUEUED
fi

if [ -n "${GITHUB_TOKEN:-}" ]; then
  # In the environment, where no list of processes shows it; only this script and what it starts have it.
  GIT_CONFIG_VALUE_0="AUTHORIZATION: basic $(printf 'x-access-token:%s' "$GITHUB_TOKEN" | base64 --wrap=0)"
  export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.${GITHUB_SERVER_URL}/.extraheader" GIT_CONFIG_VALUE_0
fi
git fetch --quiet --no-tags --no-recurse-submodules --depth=50 origin "+$wanted:refs/tenantry/merge"
unset GITHUB_TOKEN GIT_CONFIG_COUNT GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0

if [ -n "${QUEUED:-}" ]; then
  # By the main line alone: whatever a request brings along lies beside it.
  if ! grep --quiet --line-regexp "$AFTER" <<<"$(git rev-list --first-parent --skip=1 refs/tenantry/merge)"; then
    echo "::error::$QUEUED does not come after $AFTER"
    exit 1
  fi
  TENANTRY_BASE=$AFTER TENANTRY_HEAD=$QUEUED exec "$here/plan.sh"
fi
if [ "$(git rev-parse 'refs/tenantry/merge^2')" != "$PULL_REQUEST_HEAD" ]; then
  echo "::error::the merge of #$PULL_REQUEST is not of $PULL_REQUEST_HEAD: it conflicts with its base, or moved on"
  exit 1
fi
TENANTRY_BASE=$(git rev-parse 'refs/tenantry/merge^1') TENANTRY_HEAD=$(git rev-parse refs/tenantry/merge) "$here/plan.sh"
