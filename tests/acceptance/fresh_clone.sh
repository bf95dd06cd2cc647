#!/usr/bin/env bash
# As the first user would: clone into a new folder, compile the worked example with a new virtual environment, see no
# change; then judge a second fleet, made by the benchmark's generator from another seed. Usage: fresh_clone.sh [SEED]
set -euo pipefail

repository=$(cd "$(dirname "$0")/../.." && pwd)
seed=${1:-$RANDOM}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git clone --quiet "$repository" "$work/clone"
cd "$work/clone"
make example
if [ -n "$(git status --porcelain)" ]; then
  git status --short
  echo "compiling the worked example changed committed files" >&2
  exit 1
fi
echo "the worked example is fresh"

.venv/bin/python - "$seed" "$work/fleet" <<'PYTHON'
import sys
from pathlib import Path

from benchmarks.fleet import write_fleet

print(write_fleet(Path(sys.argv[2]), seed=int(sys.argv[1]), manifests=1_000).as_data())
PYTHON
.venv/bin/tenantry check -C "$work/fleet"
.venv/bin/tenantry compile -C "$work/fleet" | tail -n 1
.venv/bin/tenantry compile -C "$work/fleet" --check
echo "the fleet of seed $seed compiles, and compiles to the same again"
