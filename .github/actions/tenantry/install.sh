#!/usr/bin/env bash
# Installs tenantry into an environment of its own and puts it on the path of the steps that follow.
#   TENANTRY_REQUIREMENT  what pip installs: `tenantry==0.1.0`, or a folder; by default the clone this script lies in
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
environment=${RUNNER_TEMP:-${TMPDIR:-/tmp}}/tenantry-environment

python3 -m venv "$environment"
if [ -n "${TENANTRY_REQUIREMENT:-}" ]; then
  wanted=("$TENANTRY_REQUIREMENT")
else
  wanted=("$here/../../.." --constraint "$here/../../../requirements.lock")
fi
"$environment/bin/pip" install --quiet --disable-pip-version-check "${wanted[@]}"
mkdir -p "$environment/path"
ln -sf "$environment/bin/tenantry" "$environment/path/tenantry"
echo "$environment/path" >>"${GITHUB_PATH:-/dev/null}"
