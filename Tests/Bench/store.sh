#!/bin/bash
# store.sh [DIRECTORY OF THE PROGRAMS] [PLACES]: builds a region file of ten million synthetic places, and asks it for the nearest ones, beside
# a plain C program over the same R*Tree. Exit status 1 if a limit is broken.
set -eu
bin=${1:-.build/release}
count=${2:-10000000}
here=$(dirname "$0")
work=$(mktemp -d -p "${TMPDIR:-/tmp}" placed-store.XXXXXX)
trap 'rm -rf "$work"' EXIT
cc -O2 -o "$work/nearest" "$here/nearest.c" -lsqlite3 -lm
"$bin/store-bench" build "$work/ten.places" "$count" | tee "$work/build"
"$bin/store-bench" ask "$work/ten.places" 5000 "$work/spots" | tee "$work/ask"
"$work/nearest" "$work/ten.places" "$work/spots"
awk '
  /peak memory/ { memory = $8; bytes = $10 }
  /nearest places/ { sub(",", "", $8); p99 = $8 }
  END {
    printf "%-28s %8s limit 1024 MiB  %s\n", "peak memory of building", memory, memory <= 1024 ? "ok" : "BROKEN"
    printf "%-28s %8s limit 110       %s\n", "bytes a place", bytes, bytes <= 110 ? "ok" : "BROKEN"
    printf "%-28s %8s limit 1 ms      %s\n", "the 20 nearest, p99", p99, p99 <= 1 ? "ok" : "BROKEN"
    exit !(memory <= 1024 && bytes <= 110 && p99 <= 1)
  }' "$work/build" "$work/ask"
