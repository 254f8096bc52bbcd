#!/bin/bash
# power.sh [DIRECTORY OF THE PROGRAMS]: what each accuracy asks of the receiver, as `make bench-power` runs it.
#
# The engine and the link to gpsd, with a gpsd of the test's own and a clock that is moved: a drive and a stand of twenty
# minutes, made up and, where ../shared has them, recorded. Then idle.sh: wake-ups beside those that gpsd causes.
# Exit status: 0 if every figure is within its limit, 1 if not or if something failed.
set -u
cd "$(dirname "$0")/../.." || exit 1

[ -n "${PLACED_SHARED:-}" ] || [ ! -d ../shared ] || export PLACED_SHARED="$PWD/../shared"
log=$(mktemp "${TMPDIR:-/tmp}/placed-power.XXXXXX") || exit 1
trap 'rm -f "$log"' EXIT
status=0
PLACED_BENCH=1 "${SWIFT:-swift}" test --no-parallel --filter 'DutyTests|DutyRealDataTests' >"$log" 2>&1 || status=1
if ! grep -E '^[a-z_]+, .*WATCH' "$log" || [ $status != 0 ]; then
  grep -E 'error|recorded an issue' "$log" >&2
  echo 'power: the receiver works more than the limits allow, or the tests failed' >&2
  status=1
fi
Tests/Bench/idle.sh "${1:-.build/release}" || status=1
exit $status
