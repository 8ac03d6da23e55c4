import { describeReaderReason, type ReaderReason } from '@stationery/contract';
import { Backoff, type Clock, type Logger, messageOf, sleep } from '@stationery/core';
import { Presence } from './presence.ts';
import type { NfcReader } from './reader.ts';
import { ReaderError } from './reader-error.ts';
import { ReaderEvents } from './reader-events.ts';

export interface DriverRun {
  readonly signal: AbortSignal;
  readonly presence: Presence;
  ready(device: string): void;
}

interface SupervisedOptions {
  clock: Clock;
  log: Logger;
  /** Runs the driver until the signal aborts or it fails, which throws. Closes everything it opened. */
  run(run: DriverRun): Promise<void>;
}

/** Creates a reader that restarts its driver after every failure, with growing delays, until it is closed. */
export function supervisedReader({ clock, log, run }: SupervisedOptions): NfcReader {
  const events = new ReaderEvents(log);
  const presence = new Presence({ clock, publish: (event) => events.publish(event) });
  const backoff = new Backoff({ firstMs: 250, maxMs: 5000 });
  const stop = new AbortController();

  const driverRun: DriverRun = {
    signal: stop.signal,
    presence,
    ready(device) {
      backoff.reset();
      events.changeState({ state: 'ready', device });
    },
  };

  const supervise = async () => {
    while (!stop.signal.aborted) {
      try {
        await run(driverRun);
      } catch (error) {
        if (stop.signal.aborted) break;
        log.debug({ err: error, cause: messageOf((error as Error).cause) }, 'the NFC reader stopped');
        presence.clear();
        const cause = reasonOf(error);
        events.changeState({ state: 'failed', reason: describeReaderReason(cause), cause });
      }
      await sleep(clock, backoff.nextMs(), stop.signal).catch(() => undefined);
    }
  };
  const supervised = supervise();

  return {
    get state() {
      return events.state;
    },
    get present() {
      return presence.tags;
    },
    subscribe: (listener) => events.subscribe(listener),
    async close() {
      events.close();
      stop.abort(new Error('the reader is closed'));
      await supervised;
      presence.clear();
    },
  };
}

function reasonOf(error: unknown): ReaderReason {
  return error instanceof ReaderError ? error.reason : { code: 'reader-failed' };
}
