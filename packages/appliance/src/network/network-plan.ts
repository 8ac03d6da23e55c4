import { join } from 'node:path';
import { readStoredSetting, SettingError } from '@stationery/core';
import { hardwareSerial, plannedSerial, plannedSerialPath } from '../identity/serial-number.ts';
import type { NetworkSettings } from './settings/read-network-settings.ts';
import type { Subnet } from './settings/subnet.ts';

export interface NetworkPlan {
  readonly interface: string;
  readonly ssid: string;
  /** Undefined for an image, whose machine will find its own serial. */
  readonly serial: string | undefined;
  readonly passphrase: string;
  /** Whether clients join without the passphrase. */
  readonly isOpen: boolean;
  readonly country: string | undefined;
  readonly channel: number;
  readonly subnet: Subnet;
  /** TCP ports that guests may reach, besides DNS. */
  readonly guestPorts: readonly number[];
  readonly program: readonly string[];
}

interface PlanOptions {
  readonly passphrase: string;
  readonly serial: string | undefined;
  readonly program: readonly string[];
  readonly plotterPort: number;
}

export function networkPlan(settings: NetworkSettings, options: PlanOptions): NetworkPlan {
  return {
    interface: settings.wifiInterface,
    ssid: settings.wifiSsid ?? ssidFor(options.serial),
    serial: options.serial,
    passphrase: settings.wifiPassphrase ?? options.passphrase,
    isOpen: settings.wifiSecurity === 'open',
    country: settings.wifiCountry,
    channel: settings.wifiChannel,
    subnet: settings.wifiAddress,
    guestPorts: guestPorts(settings, options.plotterPort),
    program: options.program,
  };
}

function guestPorts(settings: NetworkSettings, plotterPort: number): number[] {
  const { httpPort = 80, httpsPort = 443, wifiPlotter } = settings;
  const ports = [httpPort, httpsPort, ...(wifiPlotter === 'on' ? [plotterPort] : [])];
  return [...new Set(ports.filter((port) => port > 0))];
}

export function ssidFor(serial: string | undefined): string {
  if (serial === undefined) {
    throw new SettingError(
      'the name of the network needs the serial of a station; set STATION_WIFI_SSID, or run this on the station after its first start',
    );
  }
  return `Station-${serial.slice(-6)}`;
}

/** Returns the serial of the machine at `root`. For an image, uses only its files and not this machine's hardware. */
export function stationSerial(root: string, dataDir: string): string | undefined {
  if (root === '/')
    return readStoredSetting(dataDir, 'station', 'serial') ?? plannedSerial() ?? hardwareSerial();
  return (
    readStoredSetting(join(root, dataDir), 'station', 'serial') ??
    plannedSerial(join(root, plannedSerialPath))
  );
}
