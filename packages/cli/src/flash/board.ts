import type { ListedPort } from '@stationery/core';

export interface Board {
  title: string;
  file: string;
  press: string;
  /**
   * Finds boards: `ready` has the places that firmware can be written to, `running` the ports of boards that
   * must be made ready first.
   */
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

/** Finds ports by USB ids. If the product is undefined, all products of the vendor match. */
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
