import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsProgram, temporaryFolder } from '@stationery/core/testing';

export const hostapd = needsProgram('hostapd', 'hostapd');

export interface ReadNetwork {
  ssid: string;
  passphrase: string;
}

/**
 * Lets hostapd read configurations. Uses a driver without a radio, so that all checks run and nothing is transmitted.
 */
export async function hostapdReads(configurations: readonly string[]): Promise<ReadNetwork[]> {
  const folder = await temporaryFolder();
  const paths = configurations.map((content, at) => {
    const path = join(folder, `${at}.conf`);
    // Remove the country, with which hostapd would wait for the kernel's regulatory data.
    writeFileSync(
      path,
      content.replace('driver=nl80211', 'driver=none').replace(/^country_code=.*\nieee80211d=1\n/m, ''),
    );
    return path;
  });
  const child = spawn(hostapd.path, ['-dd', '-K', ...paths], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('AP-ENABLED').length > configurations.length) child.kill();
  });
  await once(child, 'close');
  const errors = output.match(/^.*(?:Line \d+|errors? found|Invalid|invalid).*$/gm);
  if (errors !== null) throw new Error(errors.join('\n'));
  const [ssids, passphrases] = [dumps(output, 'SSID'), dumps(output, String.raw`PSK \(ASCII passphrase\)`)];
  return ssids.map((ssid, at) => ({ ssid, passphrase: passphrases[at] ?? '' }));
}

/** Returns the bytes of the hex dumps with this title. */
function dumps(output: string, title: string): string[] {
  const pattern = new RegExp(`^${title} - hexdump_ascii\\(len=(\\d+)\\):\\n((?: {5}.*\\n)+)`, 'gm');
  return [...output.matchAll(pattern)].map(([, length, lines = '']) => {
    const hex = lines
      .split('\n')
      .map((line) => line.slice(5, 5 + 48))
      .join('');
    return Buffer.from(hex.replaceAll(' ', ''), 'hex').subarray(0, Number(length)).toString('utf8');
  });
}
