import { join, resolve } from 'node:path';
import { keysFile, stateFolder, TrustedKeys } from '@stationery/appliance';
import type { StationConfig } from '@stationery/station';

/** Where the station of these settings has the versions that were installed. */
export function slotsFolder({ firmwareSlots }: Pick<StationConfig, 'firmwareSlots'>): string {
  return resolve(firmwareSlots ?? `${stateFolder}/firmware`);
}

/** The keys that the station of these settings trusts, as far as this user can read them. */
export function stationKeys({ firmwareKeys, dataDir }: StationConfig): TrustedKeys {
  return new TrustedKeys(firmwareKeys, join(dataDir, keysFile));
}
