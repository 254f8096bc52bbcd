#!/bin/bash
# systemd.sh [DIRECTORY OF THE PROGRAMS]: placed as a service under a real systemd, as `make check-systemd` runs it.
#
# A Debian of its own is made once, with debootstrap, and kept in PLACED_CACHE (~/.cache/placed). Each run boots it with
# systemd-nspawn under a layer that goes afterwards; nothing of it is on the network. Needs root.
# Exit status: 0 if everything holds, 1 if not.
set -u
cd "$(dirname "$0")/.." || exit 1

programs=${1:-.build/release}
cache=${PLACED_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/placed}
base=$cache/bookworm-2
packages=systemd,dbus,gpsd,libgps28,libsqlite3-0,libcurl4,ca-certificates,libexpat1,netcat-openbsd,jq,util-linux
work='' init='' nspawn='' feeder='' passed=0 failed=0

fail() {
  echo "check-systemd: $*" >&2
  exit 1
}

# shellcheck disable=SC2329
cleanup() {
  [[ -n $feeder ]] && kill "$feeder" 2>/dev/null
  if [[ -n $nspawn ]]; then
    kill "$nspawn" 2>/dev/null
    wait "$nspawn" 2>/dev/null
  fi
  [[ -n $work ]] && { umount "$work/root" 2>/dev/null; rm -rf "$work"; }
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# try NAME COMMAND...: one check, good if the command is.
try() {
  local name=$1 said
  shift
  if said=$("$@" 2>&1); then
    echo "PASS $name" && passed=$((passed + 1))
  else
    echo "FAIL $name" && failed=$((failed + 1))
    [[ -z $said ]] || tail -12 <<<"$said" | sed 's/^/     /'
  fi
}

# inside COMMAND...: in the booted system.
inside() {
  nsenter -t "$init" -m -u -i -n -p -C -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
}

property() { inside systemctl show -P "$1" placed.service; }
main_pid() { property MainPID; }
# call METHOD [PARAMETERS]: one call, as the user in `as` (root), and its reply.
call() {
  printf '{"method":"io.placed.%s","parameters":%s}\n' "$1" "${2:-{\}}" |
    inside setpriv --reuid="${as:-0}" --clear-groups timeout 20 nc -N -U /run/placed/io.placed.Places
}

# --- The system

((EUID == 0)) || fail 'needs root'
for tool in debootstrap systemd-nspawn nsenter jq; do
  command -v $tool >/dev/null || fail "$tool is missing: apt-get install debootstrap systemd-container util-linux jq"
done
for program in placed placectl placed-import; do
  [[ -x $programs/$program ]] || fail "$programs/$program is missing: 'make release' builds it"
done
if [[ ! -d $base ]]; then
  echo "makes a Debian in $base (2 min, once)"
  mkdir -p "$cache" && fresh=$(mktemp -d "$cache/making.XXXXXX") || exit 1
  debootstrap --variant=minbase --include="$packages" bookworm "$fresh" >"$cache/debootstrap.log" 2>&1 ||
    { rm -rf "$fresh"; fail "debootstrap: see $cache/debootstrap.log"; }
  chmod 755 "$fresh" && mv -T "$fresh" "$base" || exit 1
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/placed-systemd.XXXXXX") && mkdir "$work"/{upper,layer,root} || exit 1
root=$work/root
mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/layer" "$root" || fail 'no overlay'
make -s install DESTDIR="$root" prefix=/usr RELEASE="$programs" >/dev/null || fail 'make install'
cp Tests/Sample/darling-harbour.geojson "$root/root/"
printf 'START_DAEMON=true\nUSBAUTO=false\nDEVICES="udp://127.0.0.1:5000"\nGPSD_OPTIONS="-n"\n' >"$root/etc/default/gpsd"
systemctl -q --root="$root" enable placed.service placed.socket 2>/dev/null || fail 'the units cannot be enabled'
systemd-sysusers --root="$root" 2>/dev/null

systemd-nspawn -q -D "$root" --boot --private-network --register=no --keep-unit --console=pipe \
  </dev/null >"$work/boot.log" 2>&1 &
nspawn=$!
# shellcheck disable=SC2329
booted() {
  init=$(pgrep -P "$nspawn" | head -1)
  [[ -n $init ]] && [[ $(inside systemctl is-system-running 2>/dev/null) =~ ^(running|degraded)$ ]]
}
wait_for 60 booted || { tail -5 "$work/boot.log" >&2; fail 'the system does not boot'; }

# A ride for gpsd, again and again, a second for each epoch.
(
  while :; do
    while IFS= read -r line; do
      [[ $line != \$GPGGA* ]] || sleep 1
      printf '%s\n' "$line"
    done <Tests/Sample/ride.nmea | nsenter -t "$init" -n nc -u -w1 127.0.0.1 5000
  done
) >/dev/null 2>&1 &
feeder=$!

# --- What has to hold
# shellcheck disable=SC2329
{
  started() { [[ $(property ActiveState) == active ]] && property StatusText | grep -q '^Positioning: '; }
  confined_user() { [[ $(inside stat -c %U "/proc/$(main_pid)") == placed ]]; }
  open_to_all() { [[ $(inside stat -c %a /run/placed/io.placed.Places) == 666 ]]; }
  import_region() { inside placed-import /root/darling-harbour.geojson -o /var/lib/placed/places/sample.places; }
  updates() {
    inside systemctl start placed-update.service || return 1
    inside journalctl -q -u placed-update.service | grep -q 'sample: made from files' &&
      [[ $(inside systemctl is-enabled placed-update.timer) == disabled ]]
  }
  update_cannot_read_state() {
    inside test -s /var/lib/placed/state.db || return 1
    inside mkdir -p /run/systemd/system/placed-update.service.d
    printf '[Service]\nExecStart=\nExecStart=/bin/sh -c "! cat /var/lib/placed/state.db && ! touch /var/lib/placed/x && touch /var/lib/placed/places/x && rm /var/lib/placed/places/x"\n' |
      inside tee /run/systemd/system/placed-update.service.d/check.conf
    inside systemctl daemon-reload && inside systemctl start placed-update.service
    local code=$?
    inside rm -r /run/systemd/system/placed-update.service.d
    inside systemctl daemon-reload
    return $code
  }
  has_region() { [[ $(call Places.GetStatus | jq -r '.parameters.regions[0].state') == ready ]]; }
  has_list() { call Places.GetLikelyPlaces '{"timeoutMSec":10000}' | jq -e '.parameters.likelyPlaces.places | length > 0'; }
  select_first() {
    local id
    id=$(call Places.GetLikelyPlaces '{"timeoutMSec":10000}' | jq -r '.parameters.likelyPlaces.places[0].place.id')
    [[ $id == *:* ]] && call Places.SelectPlace "{\"placeId\":\"$id\"}" | jq -e .parameters.selection.place.id >"$work/selected"
  }
  # It may have ended by the ride's going on, but then it says so.
  selected_still() {
    call Places.GetSelectedPlace | jq -e --argjson id "$(cat "$work/selected")" \
      '.parameters.selection | .place.id == $id or .reason == "left"'
  }
  restart() { inside systemctl restart placed.service; }
  activated_by_socket() {
    inside systemctl stop placed.service 2>/dev/null
    [[ $(property ActiveState) == inactive ]] || return 1
    call Places.GetStatus | jq -e .parameters.versions.placed && [[ $(property ActiveState) == active ]]
  }
  without_gap() {
    local number bad=0
    restart &
    for ((number = 0; number < 60; number++)); do
      call Places.GetSelectedPlace | jq -e .parameters.selection >/dev/null || bad=$((bad + 1))
    done
    wait $!
    echo "$bad of $number calls failed"
    ((bad == 0))
  }
  killed_by_watchdog() {
    inside mkdir -p /run/systemd/system/placed.service.d
    printf '[Service]\nWatchdogSec=2s\n' | inside tee /run/systemd/system/placed.service.d/watchdog.conf
    inside systemctl daemon-reload && restart || return 1
    sleep 5
    [[ $(property NRestarts) == 0 ]] || { echo 'killed though it turned'; return 1; }
    local before
    before=$(main_pid)
    inside systemctl kill -s STOP placed.service
    wait_for 30 restarted "$before" && call Places.GetStatus | jq -e .parameters.versions.placed
  }
  restarted() { [[ $(main_pid) != "$1" && $(property ActiveState) == active && $(property NRestarts) == 1 ]]; }
  by_the_watchdog() { inside journalctl -q -u placed.service | grep -q 'Watchdog timeout'; }
  configure() { printf '%s\n' "$@" | inside tee /etc/placed/placed.conf.d/check.conf >/dev/null; }
  reload() {
    configure '[Location]' 'DistanceFilterM=7'
    local before
    before=$(main_pid)
    inside systemctl reload placed.service || return 1
    [[ $(call Places.GetStatus | jq .parameters.distanceFilter) == 7 && $(main_pid) == "$before" ]]
  }
  reload_says_what_is_wrong() {
    configure '[Location]' 'DistanceFilterM=far'
    inside systemctl reload placed.service && return 1
    inside journalctl -q -u placed.service | grep -q 'check.conf:2' || return 1
    [[ $(call Places.GetStatus | jq .parameters.distanceFilter) == 7 ]] || return 1
    configure '' && inside systemctl reload placed.service
  }
  others_are_refused() { [[ $(as=65534 call Places.GetLocation | jq -r .error) == io.placed.Places.NotAuthorized ]]; }
  # ask_as WORDS OF setpriv...: what another user gets for the location.
  ask_as() {
    printf '{"method":"io.placed.Places.GetLocation"}\n' |
      inside setpriv --reuid=65534 --regid=65534 "$@" timeout 20 nc -N -U /run/placed/io.placed.Places
  }
  the_group_has_access() { ask_as --groups="$(inside getent group placed | cut -d: -f3)" | jq -e .parameters.location; }
  decisions_hold() {
    inside placectl access grant nobody && ask_as --clear-groups | jq -e .parameters.location || return 1
    restart && wait_for 20 has_list && ask_as --clear-groups | jq -e .parameters.location || return 1
    inside placectl access reset nobody && ! ask_as --clear-groups | jq -e .parameters.location
  }
  units_by_their_rule() {
    printf 'unit placed-weather.service reduced\n' | inside tee /etc/placed/access.conf >/dev/null
    inside systemctl reload placed.service || return 1
    local said
    said=$(inside systemd-run -q --unit=placed-weather --uid=65534 --pipe --wait sh -c \
      'echo "{\"method\":\"io.placed.Places.GetStatus\"}" | nc -N -U /run/placed/io.placed.Places')
    echo "$said"
    jq -e '.parameters.authorization.accuracy == "reduced"
      and .parameters.authorization.status == "authorized_always"' <<<"$said"
  }
  without_ipv6() {
    nsenter -t "$init" -n sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.lo.disable_ipv6=1
    restart && wait_for 20 has_list
  }
  writes_nowhere_else() {
    local found
    found=$(inside find / -xdev -user placed -not -path '/var/lib/placed*' -not -path '/proc/*' -not -path '/sys/*')
    echo "$found"
    [[ -z $found ]]
  }
  has_priorities() {
    inside journalctl -q -u placed.service -o json | jq -es '[.[] | select(._COMM == "placed") | .PRIORITY] |
      (index("6") != null) and (index("4") != null or index("3") != null)'
  }
  stops_in_time() {
    local began=${EPOCHREALTIME/[.,]/}
    inside systemctl stop placed.socket placed.service || return 1
    echo "$((${EPOCHREALTIME/[.,]/} - began)) µs, $(property Result)"
    ((${EPOCHREALTIME/[.,]/} - began < 2000000)) && [[ $(property Result) == success ]] &&
      ! inside test -e /run/placed/io.placed.Places
  }
}

try 'starts and tells how it is' wait_for 20 started
try 'runs as its own user' confined_user
try 'IPC-19 everybody may connect' open_to_all
try 'placed-import writes into its directory' import_region
try 'the region file is in use' wait_for 20 has_region
try 'IPC-18 reaches gpsd and lists places in its sandbox' wait_for 60 has_list
try 'other users are refused by their uid' others_are_refused
try 'members of the group placed have access as installed' the_group_has_access
try 'a decision about a user holds at once, over a restart, and until it is taken back' decisions_hold
try 'a unit has the access of its rule, in the sandbox too' units_by_their_rule
try 'selects a place' select_first
try 'the update of regions runs in its sandbox, and only when it is asked to' updates
try 'and sees neither selection nor history' update_cannot_read_state
try 'restarts' restart
try 'the selection is still there' selected_still
try 'the first client starts it' activated_by_socket
try 'no client is refused during a restart' without_gap
try 'IPC-16 a stuck daemon is killed and started again' killed_by_watchdog
try 'by the watchdog' by_the_watchdog
try 'reload puts a new configuration in force' reload
try 'reload fails on a wrong one, says where, and keeps the former' reload_says_what_is_wrong
try 'IPC-18 works without IPv6' without_ipv6
try 'writes nowhere but into its state directory' writes_nowhere_else
try 'its messages have priorities in the journal' has_priorities
try 'stops within 2 s and takes the socket along' stops_in_time

if ((failed > 0)); then
  echo 'The end of its journal:'
  inside journalctl -q -u placed.service -n 30 --no-pager
fi
echo "$passed passed, $failed failed"
((failed == 0))
