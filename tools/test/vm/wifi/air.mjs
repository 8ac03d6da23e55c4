// Sets up radios that the kernel simulates. All of them receive each other.
import { writeFileSync } from 'node:fs';
import { run } from '../guest/programs.mjs';

/** Replaces modprobe, which the kernel runs for every unknown interface name, dozens of times, 0.2 s each. */
const modprobe = `#!/bin/busybox sh
case "$3" in netdev-*|dev|reg|event|p2p-dev-*) exit 1 ;; esac
exec /sbin/modprobe "$@"
`;

/** Starts the radios. This machine, the station, has wlan0; the others are in network namespaces. */
export function switchOnRadios(...others) {
  writeFileSync('/run/modprobe', modprobe, { mode: 0o755 });
  writeFileSync('/proc/sys/kernel/modprobe', '/run/modprobe');
  run('modprobe', 'mac80211_hwsim', `radios=${others.length + 1}`);
  for (const [index, machine] of others.entries()) {
    run('ip', 'netns', 'add', machine);
    run('ip', '-n', machine, 'link', 'set', 'lo', 'up');
    run('iw', 'phy', `phy${index + 1}`, 'set', 'netns', 'name', machine);
  }
}

export const inMachine = (machine, ...words) => ['ip', 'netns', 'exec', machine, ...words];
