import { Kvm, type KvWatchEntry } from '@nats-io/kv';
import type { Broker } from '../broker/connect-broker.ts';
import { keepTrying, type RetryOptions } from '../broker/keep-trying.ts';

/** Calls `onEntry` for each existing entry and then for each change. Resolves after the existing entries. */
export function followBucket(
  broker: Broker,
  name: string,
  retry: RetryOptions,
  onEntry: (entry: KvWatchEntry) => void,
): Promise<void> {
  const { signal } = retry;
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    const followOnce = async () => {
      const bucket = await new Kvm(broker.current.js).open(name);
      let left = (await bucket.status()).values;
      if (left === 0) resolve();
      const watch = await bucket.watch();
      signal.addEventListener('abort', () => watch.stop(), { once: true });
      for await (const entry of watch) {
        onEntry(entry);
        if (--left <= 0) resolve();
      }
      if (!signal.aborted) throw new Error('the server ended it');
    };
    void keepTrying(`Following ${name}`, retry, followOnce);
  });
}
