#!/usr/bin/env bash
# Prints the commit that a pull request, or its turn in a merge queue, is judged against; nothing for anything else.
# A merge commit, which is what actions/checkout leaves for a pull request, is judged against the branch it goes into.
# Fetches that commit, with what came before, where the clone is too shallow to hold it; changes nothing that is checked out.
set -euo pipefail

asked=$(python3 -c '
import json, sys
event = json.load(open(sys.argv[1]))
print(event.get("pull_request", {}).get("base", {}).get("sha", "") or event.get("merge_group", {}).get("base_sha", ""))
' "${GITHUB_EVENT_PATH:-/dev/stdin}" </dev/null 2>/dev/null || true)
if [ -z "$asked" ]; then
  exit 0
fi
# The object itself and not `HEAD^1`: where a clone ends, git hides what came before.
parents=$(git cat-file commit HEAD | sed '/^$/q' | awk '/^parent / {print $2}')
if [ "$(wc -l <<<"$parents")" -eq 2 ]; then
  asked=$(head -n 1 <<<"$parents")
fi
[[ $asked =~ ^[0-9a-f]{40}([0-9a-f]{24})?$ ]]
git cat-file -e "$asked^{commit}" 2>/dev/null || git fetch --quiet --no-tags --depth=50 origin "$asked"
echo "$asked"
