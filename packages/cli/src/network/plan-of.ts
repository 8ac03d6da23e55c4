import {
  canWpa3,
  type NetworkPlan,
  networkPlan,
  stationSerial,
  thisMachine,
} from '@stationery/appliance/network';
import type { NetworkOptions } from './network-options.ts';
import { ownProgram } from './own-program.ts';

/** The network of the settings, on the radio of the target machine. */
export async function planOf(options: NetworkOptions, passphrase: string, root = '/'): Promise<NetworkPlan> {
  const { settings, plotterPort } = options;
  return networkPlan(settings, {
    passphrase,
    serial: stationSerial(root, settings.dataDir),
    program: ownProgram(),
    // The radio of an image belongs to a different machine.
    canWpa3: root === '/' && (await canWpa3(thisMachine, settings.wifiInterface)),
    plotterPort,
  });
}
