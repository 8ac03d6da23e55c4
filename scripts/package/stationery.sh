#!/bin/sh
# Runs Stationery with the Node that came with it; where none did, with the one on the path.
here=$(dirname -- "$(readlink -f -- "$0")")
node=$here/node
[ -x "$node" ] || node=node
# One pool for all threads, and what is free at its end goes back to the machine: glibc would keep both for speed.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-65536}"
exec "$node" "$here/../lib/node_modules/@stationery/cli/bin/stationery.mjs" "$@"
