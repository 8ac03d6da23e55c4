#!/bin/sh
# Runs Stationery with the bundled Node, or else the one on the path.
here=$(dirname -- "$(readlink -f -- "$0")")
node=$here/node
[ -x "$node" ] || node=node
# Use one malloc arena for all threads, and trim it, because glibc would otherwise keep free memory for speed.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-1}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-65536}"
exec "$node" "$here/../lib/node_modules/@stationery/cli/bin/stationery.mjs" "$@"
