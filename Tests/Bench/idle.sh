#!/bin/bash
# idle.sh [DIRECTORY OF THE PROGRAMS]: what placed costs while the device stands still, as `make bench-idle` runs it.
#
# A real gpsd gets a report a second from one spot. Measured are wake-ups (voluntary context switches of all threads)
# and CPU with one subscriber, the same when gpsd has been released, and the memory of idle connections.
# Exit status: 0 if every figure is within its limit, 1 if not or if something failed.
set -u
cd "$(dirname "$0")/../.." || exit 1

# Limits: a wake-up a second beside those that gpsd causes, half a percent of a core, 16 KiB a connection.
span=${SPAN:-30}
connections=200
cpu_limit_permille=5
connection_limit_kib=16

fail() {
  echo "idle: $*" >&2
  exit 1
}

. Tests/Sample/ride.sh
need_programs "${1:-.build/release}"
command -v strace >/dev/null || fail "strace is missing: 'make deps' installs it"
programs=${1:-.build/release}
dir=$(mktemp -d "${TMPDIR:-/tmp}/placed-idle.XXXXXX") || fail 'no temporary directory'
own_home
feeder='' daemon='' gpsd='' watcher='' tracer=''
trap 'stop "$watcher" "$tracer" "$feeder" "$daemon" "$gpsd"; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$dir/places"
"$programs/placed-import" Tests/Sample/darling-harbour.geojson -o "$dir/places/sample.places" >/dev/null ||
  fail 'no region file'
start_gpsd
socket=$dir/socket
printf '[Gpsd]\nReleaseAfterSec=5\n' >"$dir/placed.conf"
"$programs/placed" --user --config "$dir/placed.conf" --socket "$socket" --state-dir "$dir/state" \
  --places-dir "$dir/places" --gpsd "127.0.0.1:$port" 2>"$dir/placed.log" &
daemon=$!
wait_for 10 test -S "$socket" || fail 'placed opens no socket'

# The first epoch of the ride, each second with the present time; checksums by hand.
checked() {
  local text=$1 sum=0 index code
  for ((index = 0; index < ${#text}; index++)); do
    printf -v code %d "'${text:index:1}"
    sum=$((sum ^ code))
  done
  printf '$%s*%02X\r\n' "$text" "$sum"
}
stand() {
  local now
  while :; do
    now=$(date -u +%H%M%S.00)
    {
      checked "GPRMC,$now,A,3352.5220,S,15112.1580,E,0.0,0.0,$(date -u +%d%m%y),,,A"
      checked "GPGGA,$now,3352.5220,S,15112.1580,E,1,09,0.9,20.0,M,20.0,M,,"
      checked 'GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,1.5,0.9,1.2'
    } >"$dir/epoch"
    cat "$dir/epoch" >"/dev/udp/127.0.0.1/$((port + 1))"
    sleep 1
  done
}
stand 2>/dev/null &
feeder=$!
"$programs/placectl" --socket "$socket" watch >"$dir/watch" 2>&1 &
watcher=$!
has_fix() { "$programs/placectl" --socket "$socket" list >/dev/null 2>&1; }
wait_for 30 has_fix || fail 'no fix'
# gpsd learns the receiver's cycle, and the device stops "moving".
sleep 10

switches() { cat /proc/"$daemon"/task/*/status | awk '/^voluntary/ { n += $2 } END { print n + 0 }'; }
ticks() { awk '{ print $14 + $15 }' "/proc/$daemon/stat"; }
# measure: sets woken and used (ticks) over the span.
measure() {
  local switched before
  switched=$(switches) before=$(ticks)
  sleep "$span"
  woken=$(($(switches) - switched)) used=$(($(ticks) - before))
}

status=0
# report WHAT VALUE LIMIT UNIT
report() {
  local verdict=ok
  awk "BEGIN { exit !($2 <= $3) }" || verdict='TOO MUCH' status=1
  printf '%-52s %8s %-10s limit %6s  %s\n' "$1" "$2" "$4" "$3" "$verdict"
}
a_second() { awk "BEGIN { printf \"%.2f\", $1 / $span }"; }

strace -f -e trace=write,sendto,sendmsg,writev -p "$gpsd" -o "$dir/gpsd.trace" 2>/dev/null &
tracer=$!
wait_for 5 test -s "$dir/gpsd.trace"
begun=$(wc -l <"$dir/gpsd.trace")
measure
writes=$(tail -n "+$((begun + 1))" "$dir/gpsd.trace" | grep -c '"{\\"class')
stop "$tracer"
tracer=''
echo "$(date -u +%Y-%m-%d), $(uname -m), load $(cut -d' ' -f1 /proc/loadavg); $span s each; gpsd writes $(a_second "$writes") times a second"
report 'wake-ups with one subscriber, standing still' "$(a_second "$woken")" "$(a_second $((writes + span)))" 'a second'
report 'CPU with one subscriber, standing still' \
  "$(awk "BEGIN { printf \"%.2f\", 100 * $used / $(getconf CLK_TCK) / $span }")" "0.$cpu_limit_permille" '% of a core'

stop "$watcher"
watcher=''
released() { grep -q 'Positioning: off' "$dir/placed.log"; }
wait_for 20 released || fail 'gpsd is not released'
sleep 1
measure
report 'wake-ups with gpsd released' "$woken" 0 'in all'
report 'CPU with gpsd released' "$used" 0 'ticks'

memory() { awk '/^RssAnon:/ { print $2 }' "/proc/$daemon/status"; }
before=$(memory)
python3 - "$socket" $connections >"$dir/crowd" <<'PY' &
import socket, sys, time
crowd = []
for _ in range(int(sys.argv[2])):
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    client.sendall(b'{"method":"org.varlink.service.GetInfo"}\0')
    client.recv(65536)
    crowd.append(client)
print("there", flush=True)
time.sleep(60)
PY
watcher=$!
wait_for 20 test -s "$dir/crowd" || fail 'no crowd'
report "memory of an idle connection (of $connections)" \
  "$(awk "BEGIN { printf \"%.1f\", ($(memory) - $before) / $connections }")" $connection_limit_kib KiB
exit $status
