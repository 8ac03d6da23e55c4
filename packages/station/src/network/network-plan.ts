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
  /** Whether devices that know WPA3 use it; the others use WPA2 beside them. */
  readonly wpa3: boolean;
  /** The TCP ports that guests reach, besides that of the name server. */
  readonly guestPorts: readonly number[];
  /** What starts Stationery, as words. */
  readonly program: readonly string[];
}

/** What the settings of the network do not say. */
export interface PlanParts {
  readonly passphrase: string;
  readonly program: readonly string[];
  /** Whether the radio can do WPA3 as an access point. */
  readonly canWpa3: boolean;
  /** Where the plotter service listens. */
  readonly plotterPort: number;
}

export function networkPlan(settings: NetworkSettings, made: PlanParts): NetworkPlan {
  return {
    backend: settings.wifiBackend,
    interface: settings.wifiInterface,
    ssid: settings.wifiSsid ?? ssidFor(stationSerial(settings.dataDir)),
    passphrase: settings.wifiPassphrase ?? made.passphrase,
    country: settings.wifiCountry,
    channel: settings.wifiChannel,
    subnet: settings.wifiAddress,
    wpa3: settings.wifiBackend === 'hostapd' && settings.wifiWpa3 === 'auto' && made.canWpa3,
    guestPorts: guestPorts(settings, made.plotterPort),
    program: made.program,
  };
}

function guestPorts(settings: NetworkSettings, plotterPort: number): number[] {
  const { httpPort = 80, httpsPort = 443, wifiPlotter } = settings;
  const ports = [httpPort, httpsPort, ...(wifiPlotter === 'on' ? [plotterPort] : [])];
  return [...new Set(ports.filter((port) => port > 0))];
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
