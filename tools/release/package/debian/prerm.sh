#!/bin/sh
set -e

# On an upgrade the old version runs until postinst restarts it.
if [ "$1" = remove ]; then
  # Run this while the program still exists: it restores the Wi-Fi, services and files that “stationery network
  # apply” changed. The passphrase stays until a purge, like settings.
  stationery network remove --keep-passphrase ||
    echo 'The network of the station could not be removed completely; see above.' >&2
  if [ -d /run/systemd/system ]; then
    for unit in board plotter station; do
      systemctl stop "stationery-$unit.service" 2>/dev/null || true
    done
    # Unmounts the card.
    systemctl stop 'stationery-card@*.service' 2>/dev/null || true
  fi
  # Users enable these units manually, so disable them here.
  systemctl disable stationery-plotter.service stationery-board.service >/dev/null 2>&1 || true
fi
