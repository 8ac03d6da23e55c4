import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Logger, messageOf } from '@stationery/core';
import { commonHostName, hostNameOf } from '../identity/host-name.ts';

/** Returns the line for a hosts file, or an empty text if the nickname has no host name of its own. */
export function hostNamesLine(nickname: string, address: string): string {
  const name = hostNameOf(nickname);
  return name === undefined || name === commonHostName ? '' : `${address} ${name} ${name}.local\n`;
}

/** Writes the host names for dnsmasq, which watches the folder. */
export function writeHostNames(
  path: string,
  station: { nickname: string; address: string },
  log: Logger,
): void {
  // Write to a hidden file first, because dnsmasq ignores names that begin with a dot.
  const beside = join(dirname(path), `.${basename(path)}.new`);
  try {
    writeFileSync(beside, hostNamesLine(station.nickname, station.address));
    // The name server runs as a different user, and a service's umask may deny reading.
    chmodSync(beside, 0o644);
    renameSync(beside, path);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'the nickname could not be passed to the name server');
  }
}
