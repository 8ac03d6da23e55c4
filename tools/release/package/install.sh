#!/bin/sh
# Installs the unpacked archive as a service: ./install.sh [--root <folder>]. Running it again reinstalls.
# /opt/stationery/install.sh --uninstall [--root <folder>] removes it; settings and data stay unless --purge is given.
set -eu
root= action=install purge=no
while [ $# -gt 0 ]; do
  case $1 in
    --root) root=$2 && shift ;;
    --uninstall) action=uninstall ;;
    --purge) purge=yes ;;
    *) echo "install.sh: there is no $1; it is --root <folder>, --uninstall, --purge" >&2 && exit 2 ;;
  esac
  shift
done
here=$(dirname -- "$(readlink -f -- "$0")")
running() { [ -z "$root" ] && [ -d /run/systemd/system ]; }

if [ "$action" = uninstall ]; then
  program=$root/opt/stationery
  # Restore the Wi-Fi first, while the program still exists.
  "$program/bin/stationery" network remove --keep-passphrase --root "${root:-/}" ||
    echo 'The network of the station could not be removed completely; see above.' >&2
  if running; then
    systemctl disable --now stationery-station.service stationery-plotter.service stationery-board.service || true
    # Unmounts the card.
    systemctl stop 'stationery-card@*.service' || true
  fi
  (cd "$program/share/system" && find usr -type f) | while read -r file; do rm -f "$root/$file"; done
  rm -f "$root/usr/local/bin/stationery"
  rm -rf "$program"
  if running; then systemctl daemon-reload; fi
  if [ "$purge" = yes ]; then
    # Leave a card that is mounted in there untouched.
    rm -rf --one-file-system "$root/var/lib/stationery" "$root/etc/stationery" || true
    if [ -z "$root" ] && id -u stationery >/dev/null 2>&1; then userdel stationery; fi
  fi
  echo 'Stationery is removed. The files on the card stay.'
  exit
fi

if [ "$here" != "$root/opt/stationery" ]; then
  mkdir -p "$root/opt"
  rm -rf "$root/opt/stationery.new"
  cp -R "$here" "$root/opt/stationery.new"
  rm -rf "$root/opt/stationery"
  mv "$root/opt/stationery.new" "$root/opt/stationery"
fi
cd "$root/opt/stationery/share/system"
find usr -type f | while read -r file; do
  install -D -m 0644 "$file" "$root/$file"
done
# Keeps existing settings.
[ -e "$root/etc/stationery/config.json" ] ||
  install -D -m 0640 etc/stationery/config.json "$root/etc/stationery/config.json"
mkdir -p "$root/usr/local/bin"
ln -sf /opt/stationery/bin/stationery "$root/usr/local/bin/stationery"

if [ -z "$root" ]; then
  systemd-sysusers /usr/lib/sysusers.d/stationery.conf
  install -d -o stationery -g stationery -m 0750 /var/lib/stationery
  systemd-tmpfiles --create stationery-config.conf
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # Mounts a card that is already inserted.
    udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match=block --action=change 2>/dev/null || true
    systemctl enable stationery-station.service
    systemctl restart stationery-station.service
    # The watchdog exists only if “stationery network apply” has set it up.
    if [ -f /etc/systemd/system/stationery-watchdog.service ]; then
      systemctl try-restart stationery-watchdog.service || true
    fi
    # The board can be restarted at any time, because plots continue without it.
    systemctl try-restart stationery-board.service || true
    # Never restart the plotter service during a job; it restarts itself when idle.
    if systemctl --quiet is-active stationery-plotter.service && [ -d /run/stationery-plotter ]; then
      mkdir -p /run/stationery-plotter/restart-when-idle || true
    fi
  fi
fi
echo "Stationery is installed. Next: $root/opt/stationery/bin/stationery doctor"
