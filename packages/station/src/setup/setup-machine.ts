import { existsSync } from 'node:fs';
import { hasWifi, hostapdConfPath } from '@stationery/appliance';
import type { Setup } from '@stationery/contract';
import { findReaders } from '@stationery/nfc';
import { systemTime } from '../player/limits/system-time.ts';

type Obstacle = Setup['unavailable'][number]['code'];

export interface SetupMachine {
  /** Returns why the Wi-Fi cannot be changed; undefined if it can. */
  wifi(interfaceName: string): Obstacle | undefined;
  clock(): Obstacle | undefined;
  isTimeTrusted(): boolean;
  readers(): string[];
}

export const thisMachine: SetupMachine = {
  wifi(name) {
    if (!hasWifi(name)) return 'no-wifi-device';
    return existsSync(hostapdConfPath) ? undefined : 'other-wifi';
  },
  clock: () => (existsSync('/run/systemd/timesync/synchronized') ? 'clock-set' : undefined),
  isTimeTrusted: systemTime.isTrusted,
  readers: findReaders,
};
