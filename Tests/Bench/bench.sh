#!/bin/bash
# bench.sh [DIRECTORY OF THE PROGRAMS]: memory of placed and CPU of placectl on the sample, as `make bench` runs it.
#
# Exit status: 0 if every figure is within its limit, 1 if not or if something failed.
set -u
cd "$(dirname "$0")/../.." || exit 1

# Limits: a small device has room for this much, and a person does not notice that much.
memory_limit_kib=16384
list_cpu_limit_ms=15
runs=50

fail() {
  echo "bench: $*" >&2
  exit 1
}

. Tests/Sample/ride.sh
need_programs "${1:-.build/release}"
dir=$(mktemp -d "${TMPDIR:-/tmp}/placed-bench.XXXXXX") || fail 'no temporary directory'
own_home
feeder='' daemon='' gpsd=''
trap 'stop "$feeder" "$daemon" "$gpsd"; rm -rf "$dir"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# As they are shipped.
programs=$dir/bin
mkdir "$programs"
for program in placed placectl placed-import; do
  strip -o "$programs/$program" "${1:-.build/release}/$program" || fail 'strip failed'
done

mkdir "$dir/places"
"$programs/placed-import" Tests/Sample/darling-harbour.geojson -o "$dir/places/sample.places" >/dev/null ||
  fail 'no region file'
start_gpsd
start_placed
feed &
feeder=$!

list() { "$programs/placectl" --socket "$socket" list >"$dir/list" 2>&1; }
wait_for 15 list || { cat "$dir/list" >&2; fail 'no list'; }

# The second line of `times` is about the children: user and system time. In a subshell there are no others.
(
  for ((run = 0; run < runs; run++)); do list || exit; done
  times >"$dir/times"
) || fail 'a list failed'
read -r user_m user_s system_m system_s < <(sed -n '2s/[ms]/ /gp' "$dir/times")
list_cpu_us=$(awk "BEGIN { print int((($user_m + $system_m) * 60 + $user_s + $system_s) * 1e6 / $runs) }")

figure() { awk "/^$1:/ { print \$2 }" "/proc/$daemon/status"; }
memory_kib=$(figure VmRSS) anonymous_kib=$(figure RssAnon)
alive "$daemon" "$dir/placed.log" placed

status=0
# report WHAT VALUE LIMIT UNIT DIVISOR
report() {
  local verdict=ok
  (($2 <= $3)) || verdict='TOO MUCH' status=1
  awk "BEGIN { printf \"%-44s %8.2f %-4s limit %6.2f  %s\n\", \"$1\", $2 / $5, \"$4\", $3 / $5, \"$verdict\" }"
}
echo "$(date -u +%Y-%m-%d), $(uname -m), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), load $(cut -d' ' -f1 /proc/loadavg)"
report "placed, memory after $runs lists (VmRSS)" "$memory_kib" "$memory_limit_kib" MiB 1024
report "placectl list, CPU (mean of $runs runs)" "$list_cpu_us" "$((list_cpu_limit_ms * 1000))" ms 1000
echo "of the memory, anonymous: $anonymous_kib KiB; programs, stripped: $(cd "$programs" && stat -c '%n %s' ./* | sed 's|^./||' | tr '\n' ' ')bytes"
exit $status
