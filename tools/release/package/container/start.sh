#!/bin/sh
# The entry point of the container: gives the data folder to the service's user, and runs Stationery as that user.
# Started by Home Assistant's supervisor, it runs the add-on instead.
set -eu
program=/usr/bin/stationery
if [ -n "${SUPERVISOR_TOKEN:-}" ]; then
  # Only root may read the options.
  ADDON_OPTIONS=$(cat /data/options.json)
  export ADDON_OPTIONS
  set -- /usr/lib/stationery/home-assistant.mjs
  program=/usr/lib/stationery/bin/node
fi
[ "$(id -u)" = 0 ] || exec "$program" "$@"
chown stationery:stationery /data
for folder in /data/station /data/plotter /data/board; do
  [ ! -e "$folder" ] || chown -R stationery:stationery "$folder"
done
exec setpriv --reuid=stationery --regid=stationery --init-groups "$program" "$@"
