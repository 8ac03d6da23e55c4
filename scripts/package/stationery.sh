#!/bin/sh
# Runs Stationery with the Node that came with it; where none did, with the one on the path.
here=$(dirname -- "$(readlink -f -- "$0")")
node=$here/node
[ -x "$node" ] || node=node
exec "$node" "$here/../lib/node_modules/@stationery/cli/bin/stationery.mjs" "$@"
