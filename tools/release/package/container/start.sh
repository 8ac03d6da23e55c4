#!/bin/sh
# The entry point of the container: gives the data folder to the service's user, and becomes Stationery as that user.
# Started by Home Assistant's supervisor, it becomes the service of the add-on instead.
set -eu
if [ -n "${SUPERVISOR_TOKEN:-}" ]; then
  settings=$(/usr/lib/stationery/bin/node /usr/lib/stationery/home-assistant.mjs)
  eval "$settings"
  set -- "$SERVICE"
fi
# podman-compose 1.0 passes an empty default as it is written.
case "${STATION_TOKEN:-}${PLOTTER_TOKEN:-}${BOARD_TOKEN:-}" in
  '${TOKEN:-}') unset STATION_TOKEN PLOTTER_TOKEN BOARD_TOKEN ;;
esac
[ "$(id -u)" = 0 ] || exec stationery "$@"
chown stationery:stationery /data
for folder in /data/station /data/plotter /data/board; do
  [ ! -e "$folder" ] || chown -R stationery:stationery "$folder"
done
exec setpriv --reuid=stationery --regid=stationery --init-groups stationery "$@"
