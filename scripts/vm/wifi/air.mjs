// Radios that the kernel plays itself. What is sent by one is heard by all, whatever machine they are in.
import { run } from '../guest/programs.mjs';

/** Three radios: wlan0 stays in this machine, which is the station; each of the others goes to a machine of its own. */
export function switchOnRadios(...others) {
  run('modprobe', 'mac80211_hwsim', `radios=${others.length + 1}`);
  for (const [index, machine] of others.entries()) {
    run('ip', 'netns', 'add', machine);
    run('ip', '-n', machine, 'link', 'set', 'lo', 'up');
    run('iw', 'phy', `phy${index + 1}`, 'set', 'netns', 'name', machine);
  }
}

/** The words that run a program in another machine. */
export const inMachine = (machine, ...words) => ['ip', 'netns', 'exec', machine, ...words];
