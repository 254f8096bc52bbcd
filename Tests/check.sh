#!/bin/bash
# check.sh all|logs|conformance: what `make check`, `make check-logs` and `make check-conformance` run after the packages
# are there.
#
# Goes on after a failure, so that one run shows everything, and says at the end how many tests passed and failed:
# Swift tests, checks of the protocol kit and other checks, each counted once. Set CI to make skipped tests failures.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

passed=0 failed=0
summary=()
began=$SECONDS

heading() { printf '\n== %s\n' "$*"; }

# count NAME PASSED FAILED
count() {
  passed=$((passed + $2)) failed=$((failed + $3))
  summary+=("$(printf '%-28s %5d passed %5d failed' "$1" "$2" "$3")")
}

# try NAME COMMAND...: one check, good if the command is.
try() {
  local name=$1
  shift
  heading "$name"
  if "$@"; then count "$name" 1 0; else count "$name" 0 1; fi
}

finish() {
  heading "summary after $((SECONDS - began)) s"
  ((${#summary[@]} == 0)) || printf '%s\n' "${summary[@]}"
  echo "$passed passed, $failed failed"
  ((failed == 0))
}

work=$(mktemp -d "${TMPDIR:-/tmp}/placed-check.XXXXXX") || exit 1
daemon=
# shellcheck disable=SC2329
cleanup() {
  if [[ -n $daemon ]]; then
    kill "$daemon" 2>/dev/null
    wait "$daemon" 2>/dev/null
  fi
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

build() {
  heading 'build, with tests, warnings being errors'
  if ! swift build --build-tests; then
    count build 0 1
    finish
    exit 1
  fi
  count build 1 0
  bin=$(swift build --show-bin-path)
}

# Real data beside the repository makes further tests run: suites named …RealData….
swift_tests() {
  heading 'swift test'
  if [[ -d ../shared && -z ${PLACED_SHARED:-} ]]; then
    PLACED_SHARED=$(cd ../shared && pwd)
    export PLACED_SHARED
  fi
  local results=$work/tests-swift-testing.xml status
  swift test --skip-build --no-parallel --xunit-output "$work/tests.xml" 2>&1 | tee "$work/tests.log"
  status=${PIPESTATUS[0]}
  if ! grep -q '<testsuite ' "$results" 2>/dev/null; then
    echo "swift test ended with status $status and without results"
    count 'swift test' 0 1
    return
  fi
  local ran bad skipped left_out real
  ran=$(sed -n 's/.*<testsuite .* tests="\([0-9]*\)".*/\1/p' "$results")
  bad=$(sed -n 's/.*<testsuite .* failures="\([0-9]*\)".*/\1/p' "$results")
  # A test may be left out for want of ../shared, and for no other reason.
  left_out=$(grep -c '<skipped>.*PLACED_SHARED' "$results")
  skipped=$(($(grep -c '<skipped' "$results") + $(grep -c ' was cancelled after ' "$work/tests.log") - left_out))
  real=$(($(grep -c '<testcase [^>]*RealData' "$results") - left_out))
  ((bad > 0 || status == 0)) || bad=1
  count 'swift test' $((ran - bad)) "$bad"
  if ((left_out > 0)); then
    echo "$left_out tests on real data left out: there is no ../shared"
  else
    echo "$real of these tests ran on real data"
  fi
  if ((skipped > 0)); then
    echo "$skipped tests skipped"
    [[ -z ${CI:-} ]] || count 'skipped tests, none allowed' 0 "$skipped"
  fi
}

# The kit's own Python packages, kept in .venv until the list changes.
environment() {
  local wanted=Tests/Conformance/requirements.txt
  cmp -s "$wanted" .venv/requirements.txt && return
  heading 'Python packages for the protocol kit, into .venv'
  rm -rf .venv
  python3 -m venv .venv && .venv/bin/pip install -q --disable-pip-version-check -r "$wanted" && cp "$wanted" .venv/
}

conformance() {
  if ! environment; then
    count 'Python packages' 0 1
    return
  fi
  heading 'protocol conformance of placed'
  local socket=$work/socket tries=0
  mkdir "$work/state" "$work/places"
  : >"$work/placed.conf"
  "$bin/placed" --user --config "$work/placed.conf" --socket "$socket" --state-dir "$work/state" \
    --places-dir "$work/places" --gpsd 127.0.0.1:1 2>"$work/placed.log" &
  daemon=$!
  until [[ -S $socket ]] || ((tries++ > 100)) || ! kill -0 "$daemon" 2>/dev/null; do sleep 0.1; done
  .venv/bin/python Tests/Conformance/conformance.py "unix:$socket" --newline --strict --pid "$daemon" \
    --call io.placed.Places.GetStatus \
    --stream 'io.placed.Places.Subscribe {"topics":["authorization"]}' | tee "$work/conformance.log"
  count_kit 'conformance' "${PIPESTATUS[0]}" "$work/conformance.log"
  if kill -0 "$daemon" 2>/dev/null; then
    kill "$daemon"
    wait "$daemon"
    local status=$?
    ((status == 0)) || echo "placed ended with status $status after SIGTERM"
    if ((status == 0)); then count 'placed ends when asked' 1 0; else count 'placed ends when asked' 0 1; fi
  else
    echo 'placed died; the end of its log:'
    tail -20 "$work/placed.log"
    count 'placed survives' 0 1
  fi
  daemon=

  heading 'certification, all pairs'
  .venv/bin/python Tests/Conformance/certify.py pair --server "$bin/varlink-peer server {}" \
    --client "$bin/varlink-peer client {}" | tee "$work/certify.log"
  local status=${PIPESTATUS[0]} good bad
  good=$(grep -c '^PASS' "$work/certify.log") bad=$(grep -c '^FAIL' "$work/certify.log")
  ((bad > 0 || status == 0)) || bad=1
  count certification "$good" "$bad"

  heading 'clients in other languages'
  Tests/Conformance/clients.sh "$bin" "$PWD/.venv/bin/python" | tee "$work/clients.log"
  status=${PIPESTATUS[0]}
  good=$(grep -c '^PASS' "$work/clients.log") bad=$(grep -c '^FAIL' "$work/clients.log")
  ((bad > 0 || status == 0)) || bad=1
  count 'clients' "$good" "$bad"
}

# count_kit NAME STATUS LOG: adds what the kit's last line says; a run without one counts as a failure.
count_kit() {
  local line good=0 bad=1
  line=$(tail -1 "$3")
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
    good=${BASH_REMATCH[1]} bad=${BASH_REMATCH[2]}
    ((bad > 0 || $2 == 0)) || bad=1
    if [[ $line =~ ,\ ([0-9]+)\ skipped && -n ${CI:-} ]]; then bad=$((bad + BASH_REMATCH[1])); fi
  fi
  count "$1" "$good" "$bad"
}

# The units with the programs just built: nothing to complain of, and as confined as they can be.
units() {
  mkdir -p "$work/units/user" &&
    for unit in placed.service placed.socket placed-update.service placed-update.timer user/placed.service user/placed.socket; do
      sed "s|/usr/bin/|$bin/|" "systemd/$unit" >"$work/units/$unit" || return 1
    done
  local said
  said=$(systemd-analyze verify --man=no "$work"/units/placed*.* 2>&1
    XDG_RUNTIME_DIR=$work systemd-analyze verify --user --man=no "$work"/units/user/placed.* 2>&1)
  if [[ -n $said ]]; then
    echo "$said"
    return 1
  fi
  for unit in placed placed-update; do
    systemd-analyze security --offline=yes --threshold=16 --no-pager "$work/units/$unit.service" | tail -1
    [[ ${PIPESTATUS[0]} == 0 ]] || return 1
  done
}

# What placed makes of recorded receivers, where there are any.
logs() {
  if [[ ! -d ../shared/data/gpsd ]]; then
    echo 'logs of real receivers left out: there is no ../shared/data/gpsd'
    return
  fi
  try 'logs of real receivers' Tests/Logs/check_logs.py "$bin/placed" ../shared --real
}

case ${1:-} in
all)
  build
  try 'swift format lint' swift format lint --strict --recursive Sources Tests Package.swift
  swift_tests
  try 'ride.nmea is what its script writes' Tests/Sample/make-ride.py --check
  if command -v systemd-analyze >/dev/null; then try 'systemd units' units; else echo 'no systemd-analyze: units not looked at'; fi
  logs
  try 'a gpsd in trouble (25 s)' Tests/Soak/soak_gpsd.py "$bin/placed"
  conformance
  ;;
logs)
  heading 'build'
  swift build --product placed || exit 1
  bin=$(swift build --show-bin-path)
  logs
  ;;
conformance)
  heading 'build'
  swift build || exit 1
  bin=$(swift build --show-bin-path)
  conformance
  ;;
*)
  echo 'usage: check.sh all|logs|conformance' >&2
  exit 2
  ;;
esac
finish
