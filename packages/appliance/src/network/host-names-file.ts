import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Logger, messageOf } from '@stationery/core';
import { commonHostName, hostNameOf } from '../identity/host-name.ts';

/** The line of a hosts file that gives a nickname an address; none where the nickname gives no name of its own. */
export function hostNamesLine(nickname: string, address: string): string {
  const name = hostNameOf(nickname);
  return name === undefined || name === commonHostName ? '' : `${address} ${name} ${name}.local\n`;
}

/**
 * Writes the nickname for the name server of the station's network. dnsmasq follows the folder, so a new nickname is
 * a new name at once. A station that cannot write it is a station all the same.
 */
export function writeHostNames(
  path: string,
  station: { nickname: string; address: string },
  log: Logger,
): void {
  // dnsmasq leaves names alone that begin with a dot.
  const beside = join(dirname(path), `.${basename(path)}.new`);
  try {
    writeFileSync(beside, hostNamesLine(station.nickname, station.address));
    // The name server is another user, and the umask of a service often leaves nothing readable for others.
    chmodSync(beside, 0o644);
    renameSync(beside, path);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'the nickname could not be passed to the name server');
  }
}
