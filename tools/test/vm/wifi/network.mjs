// Settings of the station's network, and the state of everything that “stationery network apply” changes.
import { run } from '../guest/programs.mjs';

export const settings = {
  STATION_WIFI_SSID: 'Küche',
  STATION_WIFI_PASSPHRASE: 'five wet sheep',
};
export const address = '10.55.0.1';

const folders = [
  '/etc/systemd',
  '/etc/NetworkManager',
  '/etc/sysctl.d',
  '/etc/tmpfiles.d',
  '/etc/sysusers.d',
];
const rest = ['/etc/polkit-1', '/etc/stationery', '/var/lib/stationery-network', '/etc/udev/rules.d'];

/** Returns the files, firewall rules and radio switches to compare. */
export function machineState() {
  const look = (...words) => {
    try {
      return run(...words).split('\n');
    } catch {
      return [];
    }
  };
  return {
    files: look(
      'sh',
      '-c',
      `find ${[...folders, ...rest].join(' ')} ! -type d -printf '%p %m %l %s\\n' 2>/dev/null | sort`,
    ),
    folders: look('sh', '-c', `find ${[...folders, ...rest].join(' ')} -type d 2>/dev/null | sort`),
    rules: look('nft', 'list', 'ruleset'),
    radio: look('rfkill', '--noheadings', '--output', 'TYPE,SOFT', 'list', 'wlan'),
  };
}
