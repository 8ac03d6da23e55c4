import { realpath } from 'node:fs/promises';
import { type DriverName, driverNames, fallbackDriver } from '@stationery/contract';
import { type ListedPort, listSerialPorts, type OpenBytePort, openTcpPort } from '@stationery/core';
import type { LinkPort, UsbIds } from './link-port.ts';
import { openSerialByIdentity, type SerialIdentityDeps } from './serial-identity.ts';
import type { SettleTimes } from './settling.ts';

export type PortTarget =
  | { kind: 'sim'; driver: DriverName }
  | { kind: 'tcp'; host: string; port: number }
  | { kind: 'serial'; path: string };

/** Parses `sim:`, `sim:` and the name of a family, `tcp:host:port`, `serial:/dev/ttyUSB0`, or a bare path. */
export function parsePortPath(portPath: string): PortTarget {
  if (portPath.startsWith('sim:')) return { kind: 'sim', driver: simulated(portPath.slice('sim:'.length)) };
  if (portPath.startsWith('tcp:')) return parseTcp(portPath);
  const path = portPath.startsWith('serial:') ? portPath.slice('serial:'.length) : portPath;
  if (path.trim() === '') throw new Error(`“${portPath}” names no port`);
  return { kind: 'serial', path };
}

function simulated(name: string): DriverName {
  if (name === '') return fallbackDriver;
  const driver = driverNames.find((one) => one === name);
  if (driver === undefined)
    throw new Error(`“sim:${name}” is not a simulator; use sim:${driverNames.join(', sim:')}`);
  return driver;
}

function parseTcp(portPath: string): PortTarget {
  const match = /^tcp:(?:\/\/)?(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(portPath);
  const host = match?.[1] ?? match?.[2];
  const port = Number(match?.[3]);
  if (host === undefined || !(port >= 1 && port <= 65_535)) {
    throw new Error(`“${portPath}” is not of the form tcp:host:port`);
  }
  return { kind: 'tcp', host, port };
}

/**
 * Opening a serial port resets most boards, and a boot loader is silent for one to two seconds before the
 * firmware starts. A serial server resets nothing; its first bytes may take a moment. The virtual plotter
 * starts like a board, but without noise.
 */
export const settleTimes: Record<PortTarget['kind'], SettleTimes> = {
  serial: { bannerWaitMs: 2_000, quietMs: 100, maxMs: 6_000 },
  tcp: { bannerWaitMs: 300, quietMs: 100, maxMs: 3_000 },
  sim: { bannerWaitMs: 2_000, quietMs: 10, maxMs: 4_000 },
};

interface PlotterPortOptions {
  portPath: string;
  baudRate: number;
  openSim: (driver: DriverName) => OpenBytePort;
  serial?: Partial<SerialIdentityDeps>;
}

export function plotterPort({ portPath, baudRate, openSim, serial }: PlotterPortOptions): LinkPort {
  const target = parsePortPath(portPath);
  const common = { portPath, settle: settleTimes[target.kind] };
  switch (target.kind) {
    case 'sim':
      return { ...common, driver: target.driver, openPort: openSim(target.driver) };
    case 'tcp':
      return { ...common, openPort: () => openTcpPort(target.host, target.port) };
    case 'serial': {
      const device = openSerialByIdentity(target.path, baudRate, serial);
      const usbIds = () => usbIdsOf(target.path, serial?.list ?? listSerialPorts);
      const { open: openPort, forget: forgetDevice } = device;
      return { ...common, portPath: target.path, openPort, baudRate, forgetDevice, usbIds };
    }
  }
}

async function usbIdsOf(path: string, list: () => Promise<ListedPort[]>): Promise<UsbIds | undefined> {
  const resolved = await realpath(path).catch(() => path);
  const found = (await list()).find((entry) => entry.path === resolved);
  const { vendorId, productId } = found ?? {};
  return vendorId === undefined || productId === undefined ? undefined : { vendorId, productId };
}
