import { type BytePort, type Clock, type OpenBytePort, sleep } from '@stationery/core';

/** Opens a port within a time, or not at all: one that comes too late is closed as soon as it comes. */
export async function openBounded(
  openPort: OpenBytePort,
  parts: { clock: Clock; timeoutMs: number; signal: AbortSignal },
): Promise<BytePort> {
  const enough = new AbortController();
  const signal = AbortSignal.any([parts.signal, enough.signal]);
  const opening = openPort();
  try {
    const timeUp = sleep(parts.clock, parts.timeoutMs, signal).then(() => {
      throw new Error(`opening the port took longer than ${parts.timeoutMs} ms`);
    });
    return await Promise.race([opening, timeUp]);
  } catch (error) {
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  } finally {
    enough.abort();
  }
}
