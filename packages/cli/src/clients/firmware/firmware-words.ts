import type { FirmwareStatus } from '@stationery/client';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';

const slotWords = {
  factory: 'factory: the version it was delivered with',
  a: 'a',
  b: 'b',
  none: 'none: not started by “stationery launch”',
};

export const stateWords = {
  idle: 'no update is running',
  updating: 'an update is running',
  installed: 'an update is installed and will be started',
  trial: 'a new version is on trial; if it fails, the previous one is restored',
};

const installerWords = {
  slots: 'installed beside the running version',
  none: 'refused: start the station with “stationery launch”',
};

const resultWords = {
  committed: 'was installed and works',
  'rolled-back': 'did not work; the previous version was restored',
  failed: 'was not installed',
};

export function describeLastUpdate(last: FirmwareStatus['last_update']): string {
  if (last === null) return 'none';
  const reason = last.reason === null ? '' : `: ${plain(last.reason)}`;
  return `${plain(last.fw_version ?? 'an update')} ${resultWords[last.result]}${reason}`;
}

export function writeStatus(out: Output, status: FirmwareStatus): void {
  const { fw_version: version, slot, state, installer, unsigned_allowed: isUnsignedTaken } = status;
  out.line(`version   ${plain(version)}`);
  out.line(`slot      ${slotWords[slot ?? 'none']}`);
  out.line(`state     ${stateWords[state]}`);
  out.line(`updates   ${installerWords[installer]}`);
  out.line(`last      ${describeLastUpdate(status.last_update)}`);
  const keys = status.trusted_keys.map(plain).join(', ');
  out.line(`keys      ${keys || 'no key is trusted, so no signed bundle is accepted'}`);
  if (isUnsignedTaken) out.line('unsigned  unsigned bundles are accepted too');
}
