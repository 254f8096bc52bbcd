#!/bin/bash
# update.sh PLACED: writes what `placed replay` makes of each recording here beside it, NAME.txt and NAME.json.
# Look at the difference before you keep it: it is what users would notice.
set -euo pipefail
placed=$(realpath "${1:?usage: update.sh PLACED}")
cd "$(dirname "$0")"
for recording in *.log *.gpx; do
  "$placed" replay "$recording" >"$recording.txt" 2>/dev/null
  "$placed" replay --json "$recording" >"$recording.json" 2>/dev/null
done
