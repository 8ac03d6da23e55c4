import { type BytePort, type Clock, type Logger, type OpenBytePort, withDeadline } from '@stationery/core';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import { whyNotOpened, whyStopped } from './describe-failure.ts';
import { Pn532Link } from './link.ts';
import { openBounded } from './open-bounded.ts';
import { runSession } from './session.ts';

const openTimeoutMs = 5000;
const closeTimeoutMs = 1000;

export interface Pn532Parts {
  openPort: OpenBytePort;
  clock: Clock;
  log: Logger;
  /** The name of the port for messages, such as `/dev/ttyUSB0`. */
  where?: string;
}

/**
 * A PN532 on a serial line. Returns at once, in state `starting`. Retries a missing, silent, babbling or unplugged
 * chip until the reader is closed.
 */
export function pn532Reader({ openPort, clock, log, where = 'the serial port' }: Pn532Parts): NfcReader {
  return supervisedReader({
    clock,
    log,
    async run(run) {
      const port = await openBounded(openPort, { clock, timeoutMs: openTimeoutMs, signal: run.signal }).catch(
        (cause: unknown) => {
          throw new ReaderError(whyNotOpened(cause, where), { cause });
        },
      );
      try {
        await talk(port, run, { clock, log, where });
      } finally {
        await withDeadline('closing the port', { clock, timeoutMs: closeTimeoutMs }, () =>
          port.close(),
        ).catch(() => undefined);
      }
    },
  });
}

async function talk(
  port: BytePort,
  { signal, presence, ready }: DriverRun,
  { clock, log, where }: { clock: Clock; log: Logger; where: string },
): Promise<void> {
  const link = new Pn532Link({ port, clock });
  const hangUp = () => link.close(signal.reason);
  signal.addEventListener('abort', hangUp, { once: true });
  if (signal.aborted) hangUp();
  try {
    await withDeadline('flushing the port', { clock, timeoutMs: closeTimeoutMs }, () => port.flushInput());
    await runSession({
      link,
      clock,
      log,
      onReady(device) {
        log.info({ device, where }, 'the NFC reader is ready');
        ready(device);
      },
      onTags: (tags) => presence.update(tags),
    });
  } catch (cause) {
    throw new ReaderError(whyStopped(cause, where, link.noiseBytes), { cause });
  } finally {
    signal.removeEventListener('abort', hangUp);
    link.close();
  }
}
