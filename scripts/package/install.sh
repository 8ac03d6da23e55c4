#!/bin/sh
# Installs the unpacked archive as a service: ./install.sh [--root <folder>]. Running it again installs it over itself.
set -eu
root=
[ "${1-}" = --root ] && root=$2
here=$(dirname -- "$(readlink -f -- "$0")")

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
# What somebody has set stays.
[ -e "$root/etc/stationery/config.json" ] ||
  install -D -m 0644 etc/stationery/config.json "$root/etc/stationery/config.json"
mkdir -p "$root/usr/local/bin"
ln -sf /opt/stationery/bin/stationery "$root/usr/local/bin/stationery"

if [ -z "$root" ]; then
  systemd-sysusers /usr/lib/sysusers.d/stationery.conf
  install -d -o stationery -g stationery -m 0750 /var/lib/stationery
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    # A card that is in already is mounted as if it were put in now.
    udevadm control --reload && udevadm trigger --subsystem-match=block --action=change || true
    systemctl enable stationery-station.service
    systemctl restart stationery-station.service
  fi
fi
echo "Stationery is installed. Next: $root/opt/stationery/bin/stationery doctor"
