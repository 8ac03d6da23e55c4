// Radios that the kernel plays itself. What one sends, all receive, whatever machine they are in.
import { writeFileSync } from 'node:fs';
import { run } from '../guest/programs.mjs';

/**
 * The kernel has a module looked for whenever somebody names an interface that is not there, and `iw` does so with the words
 * “dev”, “reg” and “event” of its own. No module has such names, and finding that out takes modprobe 0.2 s here, dozens of times.
 */
const modprobe = `#!/bin/busybox sh
case "$3" in netdev-*|dev|reg|event|p2p-dev-*) exit 1 ;; esac
exec /sbin/modprobe "$@"
`;

/** Three radios: wlan0 stays in this machine, which is the station; each of the others goes to a machine of its own. */
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

/** The words that run a program in another machine. */
export const inMachine = (machine, ...words) => ['ip', 'netns', 'exec', machine, ...words];
