import { join, resolve } from 'node:path';
import { keysFile, stateFolder, TrustedKeys } from '@stationery/appliance';
import type { StationConfig } from '@stationery/station';

export function slotsFolder({ firmwareSlots }: Pick<StationConfig, 'firmwareSlots'>): string {
  return resolve(firmwareSlots ?? `${stateFolder}/firmware`);
}

/** Returns the keys that the station trusts, as far as this user can read them. */
export function stationKeys({ firmwareKeys, dataDir }: StationConfig): TrustedKeys {
  return new TrustedKeys(firmwareKeys, join(dataDir, keysFile));
}
