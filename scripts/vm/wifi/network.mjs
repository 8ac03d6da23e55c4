// The station's network as “stationery network apply” writes it: for the root of a machine that does not run yet.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../prepare.mjs';

const image = join(root, '.stamps/vm/network');

export const settings = {
  STATION_WIFI_SSID: 'Küche',
  STATION_WIFI_PASSPHRASE: 'five wet sheep',
};
export const address = '10.55.0.1';

/** On the host, before the machine starts: there it takes a second. */
export function writeNetwork() {
  rmSync(image, { recursive: true, force: true });
  const program = join(root, 'packages/cli/bin/stationery.mjs');
  execFileSync(process.execPath, [program, 'network', 'apply', '--root', image], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** In the machine. */
export function putNetworkInPlace() {
  execFileSync('cp', ['-a', `${image}/.`, '/']);
}
