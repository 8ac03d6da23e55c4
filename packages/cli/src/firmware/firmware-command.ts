import { install } from '../clients/firmware/install.ts';
import { status } from '../clients/firmware/status.ts';
import type { CommandGroup } from '../command-line/command.ts';
import { build, inspect, keygen, sign } from './bundle-commands.ts';

export const firmware: CommandGroup = {
  summary: 'Make firmware bundles, and update stations',
  about: `“status” and “install” connect to a running station. The others work with bundles and keys on this computer.`,
  commands: {
    status,
    install,
    keygen,
    build,
    sign,
    inspect,
    keys: {
      summary: 'List the trusted and revoked keys of the station on this computer',
      load: async () => (await import('./list-keys.ts')).keys,
    },
  },
  examples: [
    'stationery firmware status',
    'stationery firmware install station-1.4.0.stnfw --station kitchen.local',
    'stationery firmware keygen --out release',
    'stationery firmware build --version 1.4.0 --key release.key --out station-1.4.0.stnfw',
    'stationery firmware inspect station-1.4.0.stnfw --key release.pub',
  ],
};
