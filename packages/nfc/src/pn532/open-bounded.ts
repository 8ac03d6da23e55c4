import type { BytePort, OpenBytePort } from '@stationery/core';
import { type Bounds, bounded } from '../bounded.ts';

/** Opens a port within a time, or not at all: one that comes too late is closed as soon as it comes. */
export async function openBounded(openPort: OpenBytePort, bounds: Bounds): Promise<BytePort> {
  const opening = openPort();
  try {
    return await bounded('opening the port', opening, bounds);
  } catch (error) {
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  }
}
