import { commonHostName, hostNameOf } from '../identity/host-name.ts';
import { cutLabel } from './dns/name.ts';

/** Who is to be found. */
export interface Identity {
  nickname: string;
  serial: string;
}

/** How many others were met that had the name first. */
type Attempt = number;

/**
 * The name under which people see the station in a list: its nickname. Where another station has that already,
 * the end of the serial number tells them apart, and then all of it.
 */
export function instanceName({ nickname, serial }: Identity, attempt: Attempt): string {
  const suffix = attempt === 0 ? '' : ` (${distinction(serial, attempt).join(' ')})`;
  return `${cutLabel(nickname, Buffer.byteLength(suffix))}${suffix}`;
}

/** The host name that is this station's alone, without `.local`. */
export function ownHostName({ nickname, serial }: Identity, attempt: Attempt): string {
  const name = hostNameOf(nickname);
  if (name !== undefined && attempt === 0) return name;
  const suffix = `-${distinction(serial, Math.max(1, attempt)).join('-')}`.toLowerCase();
  return `${cutLabel(name ?? commonHostName, suffix.length).replace(/-$/, '')}${suffix}`;
}

/** The names by which a station may be asked for, whatever it is advertised as: also those that its own DNS gives. */
export function hostNamesOf(nickname: string): string[] {
  const names = [commonHostName, hostNameOf(nickname) ?? commonHostName];
  return [...names, ...names.map((name) => `${name}.local`)];
}

function distinction(serial: string, attempt: Attempt): string[] {
  if (attempt === 1) return [serial.slice(-4)];
  return attempt === 2 ? [serial] : [serial, String(attempt - 1)];
}
