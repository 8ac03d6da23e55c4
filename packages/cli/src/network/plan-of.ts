import { type NetworkPlan, networkPlan, stationSerial } from '@stationery/appliance/network';
import type { NetworkOptions } from './network-options.ts';
import { ownProgram } from './own-program.ts';

export function planOf(options: NetworkOptions, passphrase: string, root: string): NetworkPlan {
  const { settings, plotterPort } = options;
  return networkPlan(settings, {
    passphrase,
    serial: stationSerial(root, settings.dataDir),
    program: ownProgram(),
    plotterPort,
  });
}
