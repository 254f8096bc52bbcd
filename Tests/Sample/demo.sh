#!/bin/bash
# demo.sh [DIRECTORY OF THE PROGRAMS]: the whole path with real programs, as `make demo` runs it.
#
# A private gpsd gets the recorded ride, one epoch a second; placed follows it on a private socket; one subscriber
# sees every fix, another what the distance filter lets through; half way a place is selected. Ends after about 45
# seconds or with Ctrl-C and leaves nothing behind. Exit status: 0, 1 if something did not happen, 130 interrupted.
set -u
cd "$(dirname "$0")/../.." || exit 1
programs=${1:-.build/release}
sample=Tests/Sample

fail() {
  echo "demo: $*" >&2
  exit 1
}

. $sample/ride.sh
need_programs "$programs"

bold='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then bold=$'\e[1m' plain=$'\e[0m'; fi

dir=$(mktemp -d "${TMPDIR:-/tmp}/placed-demo.XXXXXX") || fail 'no temporary directory'
own_home

# Processes of the demo, stopped in this order.
feeder='' watcher='' listener='' daemon='' gpsd='' teller=''

cleanup() {
  trap '' INT TERM HUP
  exec 5>&-
  stop "$feeder" "$watcher" "$listener" "$daemon" "$gpsd" "$teller"
  rm -rf "$dir"
}
exec 5>/dev/null
trap cleanup EXIT
trap 'echo; echo "demo: interrupted"; exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

deliveries() { (($(grep -c '"likelyPlaces"' "$dir/watch.jsonl") >= $1)); }
selection_heard() { grep -q '"selection":{[^}]*"place":' "$dir/watch.jsonl"; }

say() { printf '%s\n' "$@"; }
run() {
  say "${bold}\$ $*${plain}"
  local program=$1
  shift
  "$programs/$program" "$@"
}

say "A ride through Sydney's Chinatown, recorded at one fix a second, goes into a" \
  'private gpsd; placed follows it and says which places one is likely at.' \
  'The ride keeps its date, so placed may find that the receiver has a wrong clock.' ''

mkdir "$dir/places"
say "${bold}\$ placed-import $sample/darling-harbour.geojson \\" "    -o $dir/places/sample.places$plain"
"$programs/placed-import" $sample/darling-harbour.geojson -o "$dir/places/sample.places" || fail 'no region file'

start_gpsd
start_placed
export PLACED_SOCKET=$socket

# Everything to be told goes through one pipe to one program.
mkfifo "$dir/events"
jq -nr --unbuffered --arg bold "$bold" --arg plain "$plain" -f $sample/demo.jq "$dir/events" &
teller=$!
exec 5>"$dir/events"

# The subscriber that sees every fix: plain Varlink, no client program.
call='{"method":"io.placed.Places.Subscribe","more":true,"parameters":{"topics":["location"],"distanceFilter":0}}'
nc -U "$socket" < <(echo "$call") > >(jq -c --unbuffered '.parameters.location | values | {fix: .}' >&5) &
listener=$!

# The one with the default filter, 50 m. A moment later than the other, to be told after the fix that it is about.
: >"$dir/watch.jsonl"
"$programs/placectl" --json watch > >(tee "$dir/watch.jsonl" | jq -c --unbuffered '
  (.parameters // .) | if .likelyPlaces then {delivered: .likelyPlaces.location, list: .likelyPlaces} else empty end,
    if .selection then {selected: .selection} else empty end' |
  while IFS= read -r event; do sleep 0.05; printf '%s\n' "$event"; done >&5) &
watcher=$!

say '' 'Each fix, and how far it is from the last one that was let through. 50 m let one' \
  'through, if it is more than the noise of both explains:'
feed &
feeder=$!

# Half way, at the fifth place, the user says where they are.
while ! deliveries 5 && kill -0 "$feeder" 2>/dev/null; do
  alive "$daemon" "$dir/placed.log" placed
  alive "$watcher" "$dir/placed.log" 'placectl watch'
  sleep 0.1
done
alive "$gpsd" "$dir/gpsd.log" gpsd
deliveries 5 || fail 'placed let too few locations through'
sleep 0.2
run placectl list
run placectl select 1 || fail 'selecting a place failed'

wait "$feeder"
feeder=''
alive "$daemon" "$dir/placed.log" placed
alive "$gpsd" "$dir/gpsd.log" gpsd
say ''
run placectl status

# Whatever is still on its way gets told before the end.
stop "$watcher" "$listener"
watcher='' listener=''
exec 5>&-
wait "$teller"
teller=''

first=$(jq -r '(.parameters // .).likelyPlaces.places[0].place.id // empty' "$dir/watch.jsonl" | sort -u | wc -l)
say '' "$first different places were ranked first along the ride."
((first >= 8)) || fail 'that is fewer than 8'
selection_heard || fail 'the subscriber heard of no selection'

cat <<END
One was selected, and a subscriber heard of it. Nothing is left running.

To go on:

  mkdir -p ~/.local/share/placed/places
  $programs/placed-import $sample/darling-harbour.geojson \\
      -o ~/.local/share/placed/places/sample.places
  $programs/placed --user &            # takes fixes from this machine's gpsd
  $programs/placectl doctor            # what is there and what is missing
  $programs/placectl here              # where am I? choose from a list
  $programs/placectl watch             # follow it
  printf '{"method":"io.placed.Places.GetLikelyPlaces"}\n' |
      nc -N -U "\$XDG_RUNTIME_DIR/placed/io.placed.Places" | jq .
END
