import { fallbackDriver } from '@stationery/contract';
import type { DriverName } from './driver.ts';
import { ebb } from './ebb/family.ts';
import type { Family } from './family.ts';
import { grbl } from './grbl/family.ts';
import { marlin } from './marlin/family.ts';
import { pico } from './pico/family.ts';
import type { Profile } from './profile.ts';
import { stationery } from './stationery/family.ts';

/** All families of plotters. No other file imports or names one of them. */
export const families: { readonly [Name in DriverName]: Family<Name> } = {
  stationery,
  pico,
  grbl,
  ebb,
  marlin,
};

export const familyList: readonly Family[] = Object.values(families);

export interface MachinePreset {
  id: string;
  title: string;
  driver: DriverName;
  profile: Profile;
}

/** Presets of all families. Those of the fallback family, which fits many machines, come last. */
export function machinePresets(): MachinePreset[] {
  const ordered = [...familyList.filter(({ name }) => name !== fallbackDriver), families[fallbackDriver]];
  return ordered.flatMap(({ name, presets, defaultProfile }) =>
    presets.map(({ differs, ...preset }) => ({
      ...preset,
      driver: name,
      profile: { ...defaultProfile, ...differs, name: preset.title, driver: name },
    })),
  );
}
