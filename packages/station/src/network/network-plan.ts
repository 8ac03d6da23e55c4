import { readKeptSetting, SettingError } from '@stationery/core';
import { hardwareSerial } from '../settings/serial-number.ts';
import type { NetworkSettings } from './settings/read-network-settings.ts';
import type { Subnet } from './settings/subnet.ts';
import type { NetworkBackend } from './units/index.ts';

/** The network as it shall be: every choice is made. */
export interface NetworkPlan {
  readonly backend: NetworkBackend;
  readonly interface: string;
  readonly ssid: string;
  readonly passphrase: string;
  readonly country: string | undefined;
  readonly channel: number;
  readonly subnet: Subnet;
  /** What starts Stationery, as words. */
  readonly program: readonly string[];
}

export function networkPlan(
  settings: NetworkSettings,
  made: { passphrase: string; program: readonly string[] },
): NetworkPlan {
  return {
    backend: settings.wifiBackend,
    interface: settings.wifiInterface,
    ssid: settings.wifiSsid ?? ssidFor(stationSerial(settings.dataDir)),
    passphrase: settings.wifiPassphrase ?? made.passphrase,
    country: settings.wifiCountry,
    channel: settings.wifiChannel,
    subnet: settings.wifiAddress,
    program: made.program,
  };
}

export const ssidFor = (serial: string) => `Station-${serial.slice(-6)}`;

/** The serial that the station tells, found where the station finds it. */
function stationSerial(dataDir: string): string {
  const serial = hardwareSerial() ?? readKeptSetting(dataDir, 'station', 'serial');
  if (serial === undefined) {
    throw new SettingError(
      'this machine has no address to name the network after; set STATION_WIFI_SSID, or start the station once',
    );
  }
  return serial;
}
