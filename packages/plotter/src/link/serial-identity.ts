import { realpath } from 'node:fs/promises';
import { type BytePort, type ListedPort, listSerialPorts, openSerialPort } from '@stationery/core';
import { PortFailure } from './port-failure.ts';

export interface SerialIdentityDeps {
  list: () => Promise<ListedPort[]>;
  open: (path: string, baudRate: number) => Promise<BytePort>;
  /** `/dev/serial/by-id/…` is a link to the listed path. */
  resolvePath: (path: string) => Promise<string>;
}

interface SerialByIdentity {
  open: (baudRate?: number) => Promise<BytePort>;
  /** Accepts any device at the next opening of the path. */
  forget(): void;
}

const realParts: SerialIdentityDeps = { list: listSerialPorts, open: openSerialPort, resolvePath: realpath };

/** Never opens a device that is certainly different from the first one, because it might move something. */
export function openSerialByIdentity(
  path: string,
  baudRate: number,
  parts: Partial<SerialIdentityDeps> = {},
): SerialByIdentity {
  const { list, open, resolvePath } = { ...realParts, ...parts };
  let known: ListedPort | undefined;

  return {
    async open(rate = baudRate) {
      // The list is optional: a pty or a built-in UART is not in it.
      const listed = await list().catch((): ListedPort[] => []);
      const resolved = await resolvePath(path).catch(() => path);
      const chosen = known === undefined ? path : whereIs(known, listed, path, resolved);
      const port = await open(chosen, rate);
      const found = listed.find((entry) => entry.path === (chosen === path ? resolved : chosen));
      if (found?.vendorId !== undefined) known = found;
      return port;
    },
    forget() {
      known = undefined;
    },
  };
}

function whereIs(known: ListedPort, listed: ListedPort[], path: string, resolved: string): string {
  const here = listed.find((entry) => entry.path === resolved);
  if (here !== undefined && isSame(here, known)) return path;
  const elsewhere = listed.filter((entry) => isSame(entry, known));
  // Without a serial number, two devices of a kind are indistinguishable, and guessing could move the wrong machine.
  if (elsewhere.length === 1) return elsewhere[0]!.path;
  if (elsewhere.length > 1) {
    throw new PortFailure({ code: 'devices-alike', port: path, count: elsewhere.length });
  }
  if (here?.vendorId !== undefined)
    throw new PortFailure({ code: 'other-device', port: path, device: nameOf(here) });
  // A device at the path that the system has not identified yet may be a different one.
  throw new PortFailure({ code: 'device-missing', port: path, device: nameOf(known) });
}

function isSame(a: ListedPort, b: ListedPort): boolean {
  return (
    same(a.vendorId, b.vendorId) && same(a.productId, b.productId) && same(a.serialNumber, b.serialNumber)
  );
}

/** Systems differ in the case of hexadecimal digits. */
const same = (a?: string, b?: string) => a?.toLowerCase() === b?.toLowerCase();

const nameOf = ({ vendorId, productId }: ListedPort) => `USB ${vendorId}:${productId}`;
