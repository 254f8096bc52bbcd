#!/bin/bash
# clients.sh PROGRAMS PYTHON: clients that are not ours, on the recorded ride: Python's varlink package, and nc with jq.
#
# Each check is a line PASS or FAIL; exit status 0 if all passed.
set -u
cd "$(dirname "$0")/../.." || exit 1
programs=$1 python=$2 status=0

fail() {
  echo "FAIL $*"
  exit 1
}

# check NAME COMMAND...
check() {
  local name=$1
  shift
  if "$@"; then echo "PASS $name"; else echo "FAIL $name"; status=1; fi
}

. Tests/Sample/ride.sh
need_programs "$programs"
dir=$(mktemp -d "${TMPDIR:-/tmp}/placed-clients.XXXXXX") || fail 'no temporary directory'
own_home
feeder='' daemon='' gpsd=''
trap 'stop "$feeder" "$daemon" "$gpsd"; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$dir/places"
"$programs/placed-import" Tests/Sample/darling-harbour.geojson -o "$dir/places/sample.places" >/dev/null 2>"$dir/import.log" ||
  { cat "$dir/import.log"; fail 'no region file'; }
start_gpsd
start_placed
feed &
feeder=$!

# raw METHOD: one call as a shell user makes it.
raw() { printf '{"method":"io.placed.Places.%s"}\n' "$1" | nc -N -U "$socket"; }
located() { raw GetLikelyPlaces | jq -e '.parameters.likelyPlaces.places | length > 0' >/dev/null; }
wait_for 15 located || fail 'no list'

sums_to_one() {
  raw GetLikelyPlaces | jq -e '.parameters.likelyPlaces |
    ([.places[].likelihood] + [.elsewhere, .unlisted] | add) - 1 | fabs < 1e-9' >/dev/null
}
# No number of the sample has more than four decimals in its coordinates; a badly printed one has a dozen.
prints_shortest() { ! raw GetLikelyPlaces | jq -c '.parameters.likelyPlaces.places[].place.coordinate' | grep -qE '\.[0-9]{5}'; }
chooses() {
  timeout 20 "$python" docs/examples/choose_first.py "unix:$socket" >"$dir/python.out" 2>&1 &&
    grep -q '^chosen: ' "$dir/python.out" || { cat "$dir/python.out"; return 1; }
}
is_selected() { raw GetSelectedPlace | jq -e '.parameters.selection.place.id' >/dev/null; }

check 'printf, nc and jq get a list whose likelihoods add up to 1' sums_to_one
check 'numbers print shortest' prints_shortest
check "Python's varlink package follows and selects" chooses
check 'the selection is there' is_selected
exit $status
