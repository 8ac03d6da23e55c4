import { commonHostName, hostNameOf } from '../identity/host-name.ts';
import { cutLabel } from './dns/name.ts';

export interface Identity {
  nickname: string;
  serial: string;
}

/** Number of conflicts so far for this name. */
type Attempt = number;

/** Returns the nickname, followed by the end of the serial number after one conflict, and by all of it after more. */
export function instanceName({ nickname, serial }: Identity, attempt: Attempt): string {
  const suffix = attempt === 0 ? '' : ` (${distinction(serial, attempt).join(' ')})`;
  return `${cutLabel(nickname, Buffer.byteLength(suffix))}${suffix}`;
}

/** Returns the host name without `.local`. */
export function ownHostName({ nickname, serial }: Identity, attempt: Attempt): string {
  const name = hostNameOf(nickname);
  if (name !== undefined && attempt === 0) return name;
  const suffix = `-${distinction(serial, Math.max(1, attempt)).join('-')}`.toLowerCase();
  return `${cutLabel(name ?? commonHostName, suffix.length).replace(/-$/, '')}${suffix}`;
}

/** Returns all host names, including those that only the station's own DNS resolves. */
export function hostNamesOf(nickname: string): string[] {
  const names = [commonHostName, hostNameOf(nickname) ?? commonHostName];
  return [...names, ...names.map((name) => `${name}.local`)];
}

function distinction(serial: string, attempt: Attempt): string[] {
  if (attempt === 1) return [serial.slice(-4)];
  return attempt === 2 ? [serial] : [serial, String(attempt - 1)];
}
