import { join } from 'node:path';
import { readStoredSetting, SettingError } from '@stationery/core';
import { hardwareSerial, plannedSerial, plannedSerialPath } from '../identity/serial-number.ts';
import type { Subnet } from '../network-settings/subnet.ts';
import type { NetworkSettings } from './settings/read-network-settings.ts';
import type { NetworkBackend } from './units/index.ts';

/** The network as it will be: every choice is made. */
export interface NetworkPlan {
  readonly backend: NetworkBackend;
  readonly interface: string;
  readonly ssid: string;
  /** The station's; undefined where it is another machine's, which will find its own. */
  readonly serial: string | undefined;
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
  readonly serial: string | undefined;
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
    ssid: settings.wifiSsid ?? ssidFor(made.serial),
    serial: made.serial,
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

function ssidFor(serial: string | undefined): string {
  if (serial === undefined) {
    throw new SettingError(
      'there is no serial to name the network after; set STATION_WIFI_SSID, or apply it on the station once that has started',
    );
  }
  return `Station-${serial.slice(-6)}`;
}

/**
 * The serial that the station reports or will report: the one that it keeps; else the one that an earlier plan was
 * made with; else the one that it would find now. Of an image only what is in it is known.
 */
export function stationSerial(root: string, dataDir: string): string | undefined {
  if (root === '/')
    return readStoredSetting(dataDir, 'station', 'serial') ?? plannedSerial() ?? hardwareSerial();
  return (
    readStoredSetting(join(root, dataDir), 'station', 'serial') ??
    plannedSerial(join(root, plannedSerialPath))
  );
}
