# shellcheck shell=bash
# Functions to run real programs on the recorded ride; sourced by demo.sh and bench.sh, not run.
#
# The sourcing script has `dir`, a private directory, and `fail MESSAGE`, and may set `programs`.

# stop PID...: asks each to end, waits up to five seconds, then insists.
stop() {
  local pid tries
  for pid; do
    [[ -n $pid ]] || continue
    kill "$pid" 2>/dev/null
    for ((tries = 0; tries < 50; tries++)); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
  done
}

# alive PID LOG WHAT: fails, showing the end of the log, if the process is gone.
alive() {
  kill -0 "$1" 2>/dev/null && return
  tail -5 "$2" >&2
  fail "$3 ended"
}

# wait_for SECONDS COMMAND...: until the command succeeds.
wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# need_programs DIRECTORY: fails with what to do if something to run is not there.
need_programs() {
  local program
  PATH=$PATH:/usr/sbin:/sbin
  for program in gpsd jq nc; do
    command -v "$program" >/dev/null || fail "$program is missing: 'make deps' installs it"
  done
  for program in placed placectl placed-import; do
    [[ -x $1/$program ]] || fail "$1/$program is missing: 'make release' builds it"
  done
}

# Keeps whatever the programs keep for their user in the private directory.
own_home() {
  export HOME=$dir XDG_CONFIG_HOME=$dir/config XDG_STATE_HOME=$dir/state XDG_DATA_HOME=$dir/data
  export XDG_CACHE_HOME=$dir/cache XDG_RUNTIME_DIR=$dir
  unset PLACED_SOCKET
}

# Starts a gpsd that listens to one loopback port and serves on another; sets `gpsd` and `port`. Where that can be
# had it gets shared memory of its own, so that the recording's time does not reach the machine's clock.
start_gpsd() {
  local private=() try
  for try in 'unshare --ipc' 'unshare --user --map-current-user --ipc'; do
    # shellcheck disable=SC2086
    if $try true 2>/dev/null; then read -ra private <<<"$try" && break; fi
  done
  for ((try = 0; try < 20; try++)); do
    port=$((20000 + RANDOM % 20000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && continue
    grep -qi ":$(printf '%04x' $((port + 1))) " /proc/net/udp && continue
    "${private[@]}" gpsd -N -n -S "$port" "udp://127.0.0.1:$((port + 1))" >"$dir/gpsd.log" 2>&1 &
    gpsd=$!
    wait_for 5 gpsd_decided
    kill -0 "$gpsd" 2>/dev/null && return
    wait "$gpsd" 2>/dev/null
    gpsd=''
  done
  tail -5 "$dir/gpsd.log" >&2
  fail 'gpsd does not start on any port'
}

# Whether gpsd greets on its port, or is gone.
gpsd_decided() {
  local line
  kill -0 "$gpsd" 2>/dev/null || return 0
  { read -rt 2 line <&3; } 2>/dev/null 3<>"/dev/tcp/127.0.0.1/$port" && [[ $line == *VERSION* ]]
}

# Starts placed on that gpsd and the region files of the private directory; sets `daemon` and `socket`.
start_placed() {
  socket=$dir/socket
  : >"$dir/placed.conf"
  "$programs/placed" --user --config "$dir/placed.conf" --socket "$socket" --state-dir "$dir/state" \
    --places-dir "$dir/places" --gpsd "127.0.0.1:$port" 2>"$dir/placed.log" &
  daemon=$!
  wait_for 10 test -S "$socket" && return
  alive "$daemon" "$dir/placed.log" placed
  fail 'placed opens no socket'
}

# Sends the ride to gpsd, each epoch at its second. Waits by reading what never comes: no process to leave behind.
feed() {
  local line epoch=0 start=${EPOCHREALTIME/[.,]/} wait never
  exec {never}<> <(:)
  while IFS= read -r line; do
    if [[ $line == \$GPGGA* ]]; then
      wait=$((start + epoch++ * 1000000 - ${EPOCHREALTIME/[.,]/}))
      ((wait <= 0)) || read -rt "$(printf '%d.%06d' $((wait / 1000000)) $((wait % 1000000)))" -u "$never"
    fi
    printf '%s\n' "$line" || return
  done <Tests/Sample/ride.nmea >"/dev/udp/127.0.0.1/$((port + 1))"
  read -rt 1 -u "$never"
}
