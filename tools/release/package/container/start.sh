#!/bin/sh
# The entry point of the container: gives the data folder to the service's user, and becomes Stationery as that user.
# Started by Home Assistant's supervisor, it becomes the service of the add-on instead.
set -eu
if [ -n "${SUPERVISOR_TOKEN:-}" ]; then
  settings=$(/usr/lib/stationery/bin/node /usr/lib/stationery/home-assistant.mjs)
  eval "$settings"
  set -- "$SERVICE"
fi
# compose.yaml passes a space if there is no token. Never start without a token if one was set.
for name in STATION_TOKEN PLOTTER_TOKEN BOARD_TOKEN; do
  case "$(printenv "$name")" in
    ' ') unset "$name" ;;
    '${'*)
      echo "stationery: Compose has not replaced the variable in $name" >&2
      exit 2
      ;;
  esac
done
[ "$(id -u)" = 0 ] || exec stationery "$@"
chown stationery:stationery /data
for folder in /data/station /data/plotter /data/board; do
  [ ! -e "$folder" ] || chown -R stationery:stationery "$folder"
done
exec setpriv --reuid=stationery --regid=stationery --init-groups stationery "$@"
