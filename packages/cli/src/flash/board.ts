import type { ListedPort } from '@stationery/core';

export interface Board {
  title: string;
  file: string;
  press: string;
  /** Places to write firmware to, and ports of boards that must be made ready first. */
  find(system: System): { ready: string[]; running: string[] };
  read(file: Buffer): Uint8Array;
  /** Returns the port at which the firmware then runs. */
  write(options: WriteOptions): Promise<string>;
}

export interface System {
  ports: readonly ListedPort[];
  drives: readonly string[];
}

export interface WriteOptions {
  place: string;
  program: Uint8Array;
  signal: AbortSignal;
  onProgress(doneBytes: number, totalBytes: number): void;
  onRestart(): void;
}

/** A product of undefined matches all products of the vendor. */
export function portsWithIds(
  ports: readonly ListedPort[],
  ids: readonly (readonly [vendorId: string, productId?: string])[],
): string[] {
  const isOne = ({ vendorId, productId }: ListedPort) =>
    ids.some(
      ([vendor, product]) =>
        vendorId?.toLowerCase() === vendor && (product === undefined || productId?.toLowerCase() === product),
    );
  return ports.filter(isOne).map(({ path }) => path);
}
