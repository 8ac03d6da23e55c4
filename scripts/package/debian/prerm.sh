#!/bin/sh
set -e

# On an upgrade the old version runs on until the new one is in place: postinst starts it again.
if [ "$1" = remove ]; then
  # While the program is still there: gives the Wi-Fi, and every service and file that “stationery network apply” changed,
  # back to the machine. The passphrase stays until a purge, as settings do.
  stationery network remove --keep-passphrase ||
    echo 'The network of the station could not be removed completely; see above.' >&2
  if [ -d /run/systemd/system ]; then
    for unit in board plotter station; do
      systemctl stop "stationery-$unit.service" 2>/dev/null || true
    done
    # Unmounts the card.
    systemctl stop 'stationery-card@*.service' 2>/dev/null || true
  fi
  # They were enabled manually, so they must be disabled here.
  systemctl disable stationery-plotter.service stationery-board.service >/dev/null 2>&1 || true
fi
