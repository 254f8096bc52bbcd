# Tells the events of the demo as lines of text. Input is two kinds of objects, as they come:
#   {"fix": LOCATION}                                  what a subscriber with distance filter 0 gets
#   {"delivered": LOCATION, "list": LIKELY_PLACES}     what one with the default filter gets
#   {"selected": SELECTION}
# Arguments: bold and plain, the terminal's sequences or empty.

def pad($n): . + " " * ([$n - length, 0] | max);
def lpad($n): " " * ([$n - length, 0] | max) + .;
def fixed($digits): . * pow(10; $digits) | round | tostring | lpad($digits + 1) | gsub(" "; "0")
  | .[:-$digits] + (if $digits > 0 then "." + .[-$digits:] else "" end);
def degrees($positive; $negative): (if . < 0 then $negative else $positive end) as $side
  | (if . < 0 then -. else . end | fixed(5)) + " " + $side;
def metres($a; $b): 111195 as $degree
  | (($b.latitude - $a.latitude) * $degree) as $north
  | (($b.longitude - $a.longitude) * $degree * ($a.latitude * 3.14159265 / 180 | cos)) as $east
  | ($north * $north + $east * $east) | sqrt;
def percent: (if . > 0 and . < 0.01 then "<1" else . * 100 | round | tostring end) | lpad(3) + " %";

def row($name; $likelihood; $rest):
  "          " + ($name | .[:34] | pad(34)) + ($likelihood | percent) + " " + ($rest | lpad(7))
  + (($likelihood * 20 | round) as $marks | if $marks > 0 then "  " + "#" * $marks else "" end);

def same: {coordinate, timestampUSec}?;

def told($state):
  if .fix then
    (if .fix.timestampUSec then
        ((.fix.timestampUSec - $state.start) / 1000000 | round | tostring | lpad(4)) + " s  fix "
      else "        fix " end)
    + (.fix.coordinate | (.latitude | degrees("N"; "S") | lpad(10)) + (.longitude | degrees("E"; "W") | lpad(12)))
    + (if .fix.horizontalAccuracy then ", within " + (.fix.horizontalAccuracy | round | tostring) + " m" else "" end)
    + (if $state.last then
        ", " + (metres($state.last.coordinate; .fix.coordinate) | round | tostring) + " m away" else "" end)
  elif .delivered and (.delivered | same) == ($state.last | same) then
    "        => the list again, as number \(.list.generation)"
  elif .delivered then
    "        => let through: " + (.delivered.reason // "no reason given") + "; list number \(.list.generation)",
    (.list.places[:3] | to_entries[] | .key as $key | .value
      | row("\($key + 1). \(.place.name // .place.id)"; .likelihood;
          if .distance then "\(.distance | round) m" else "" end)
      | if $key == 0 then $bold + . + $plain else . end),
    row("   at none of the known places"; .list.elsewhere; "")
  elif .selected.place then
    "        => a subscriber hears: selected is " + $bold + (.selected.place.name // .selected.place.id) + $plain
  elif .selected.reason then
    "        => a subscriber hears: nothing is selected any more: " + .selected.reason
  else empty end;

foreach inputs as $event (
  {start: null, last: null};
  .start = (.start // $event.fix.timestampUSec // $event.delivered.timestampUSec)
  | .before = .last
  | .last = ($event.delivered // .last);
  .before as $before | (.last = $before) as $state | $event | told($state))
