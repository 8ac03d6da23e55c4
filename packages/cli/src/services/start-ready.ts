import { once } from 'node:events';

/** Starts a service and waits until it is ready or the signal, because the next step relies on it. */
export async function startReady<T extends { ready: Promise<unknown> }>(
  start: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const service = await start();
  if (!signal.aborted) await Promise.race([service.ready, once(signal, 'abort')]);
  return service;
}
