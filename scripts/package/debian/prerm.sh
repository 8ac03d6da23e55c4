#!/bin/sh
set -e

# On an upgrade the old version runs on until the new one is in place: postinst starts it again.
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  for unit in watchdog hostapd dnsmasq network plotter station; do
    systemctl stop "stationery-$unit.service" 2>/dev/null || true
  done
  # Unmounts the card.
  systemctl stop 'stationery-card@*.service' 2>/dev/null || true
fi
if [ "$1" = remove ]; then
  # “stationery network apply” has enabled these; without the program they would only fail.
  for unit in watchdog hostapd dnsmasq network station plotter; do
    [ ! -e "/etc/systemd/system/stationery-$unit.service" ] ||
      systemctl disable "stationery-$unit.service" >/dev/null 2>&1 || true
  done
fi
