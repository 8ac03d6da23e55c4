import type { FirmwareStatus } from '@stationery/client';
import type { Output } from '../terminal/output.ts';
import { plain } from '../terminal/words.ts';

const slotWords = {
  factory: 'factory: the version that it was delivered with',
  a: 'a',
  b: 'b',
  none: 'none: it was not started by “stationery launch”',
};

export const stateWords = {
  idle: 'no update is under way',
  updating: 'an update is under way',
  installed: 'an update is installed and about to be started',
  trial: 'a new version proves itself; if it fails, the one before comes back by itself',
};

const installerWords = {
  slots: 'installed beside the version that runs',
  command: 'handed to the installer that the station is set to',
  none: 'refused: start the station with “stationery launch”',
};

const resultWords = {
  committed: 'was installed and works',
  'rolled-back': 'did not work; the version before is back',
  failed: 'was not installed',
};

export function lastWords(last: FirmwareStatus['last_update']): string {
  if (last === null) return 'nothing yet';
  const reason = last.reason === null ? '' : `: ${plain(last.reason)}`;
  return `${plain(last.fw_version ?? 'an update')} ${resultWords[last.result]}${reason}`;
}

export function writeStatus(out: Output, status: FirmwareStatus): void {
  const { fw_version: version, slot, state, installer, unsigned_allowed: isUnsignedTaken } = status;
  out.line(`version   ${plain(version)}`);
  out.line(`slot      ${slotWords[slot ?? 'none']}`);
  out.line(`state     ${stateWords[state]}`);
  out.line(`updates   ${installerWords[installer]}`);
  out.line(`last      ${lastWords(status.last_update)}`);
  // A station of an older version does not tell them.
  const { trusted_keys: keys }: Partial<FirmwareStatus> = status;
  if (keys !== undefined) {
    out.line(`keys      ${keys.map(plain).join(', ') || 'none is trusted, so no signed bundle is taken'}`);
  }
  if (isUnsignedTaken) out.line('unsigned  bundles that nobody signed are taken too');
}
