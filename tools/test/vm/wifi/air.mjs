// Radios simulated by the kernel. All of them receive each other.
import { writeFileSync } from 'node:fs';
import { run } from '../guest/programs.mjs';

/** The kernel runs modprobe for every unknown interface name, which takes 0.2 s, dozens of times. */
const modprobe = `#!/bin/busybox sh
case "$3" in netdev-*|dev|reg|event|p2p-dev-*) exit 1 ;; esac
exec /sbin/modprobe "$@"
`;

/** This machine, the station, has wlan0; the others are network namespaces. */
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
