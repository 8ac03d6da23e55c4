import type { ReaderReason } from '@stationery/contract';
import {
  type BytePort,
  type Clock,
  type Deadline,
  type Logger,
  type OpenBytePort,
  type OpenFailure,
  openFailureOf,
  withDeadline,
} from '@stationery/core';
import { BusError } from '../bus/bus.ts';
import { type BusPlace, whyBusNotOpened } from '../bus/bus-reasons.ts';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import { wakeUp } from './commands.ts';
import { ExchangeError, Pn532Link } from './link.ts';
import { runSession } from './session.ts';

const openTimeoutMs = 5000;
const closeTimeoutMs = 1000;

export interface Pn532Parts {
  openPort: OpenBytePort;
  clock: Clock;
  log: Logger;
  /** Name of the port, such as `/dev/ttyUSB0`. */
  where?: string;
  /** The kind of bus; undefined for a serial port. */
  bus?: BusPlace['bus'];
}

type Place = { where: string; bus: BusPlace['bus'] | undefined };

/**
 * Creates a reader, which is in state `starting` at first. Retries a missing, silent or unplugged chip until
 * closed.
 */
export function pn532Reader(options: Pn532Parts): NfcReader {
  const { openPort, clock, log, where = 'the serial port', bus } = options;
  const place = { where, bus };
  return supervisedReader({
    clock,
    log,
    async run(run) {
      const port = await openBounded(openPort, { clock, timeoutMs: openTimeoutMs, signal: run.signal }).catch(
        (cause: unknown) => {
          throw new ReaderError(whyNotOpened(cause, place), { cause });
        },
      );
      try {
        await talk(port, run, { clock, log, place });
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
  { clock, log, place }: { clock: Clock; log: Logger; place: Place },
): Promise<void> {
  const link = new Pn532Link({ port, clock });
  const hangUp = () => link.close(signal.reason);
  signal.addEventListener('abort', hangUp, { once: true });
  if (signal.aborted) hangUp();
  try {
    await withDeadline('flushing the port', { clock, timeoutMs: closeTimeoutMs, signal }, () =>
      port.flushInput(),
    );
    await runSession({
      link,
      // A chip on a bus wakes up when it is addressed.
      wakeUp: place.bus === undefined ? wakeUp : new Uint8Array(0),
      clock,
      log,
      onReady(device) {
        log.info({ device, where: place.where }, 'the NFC reader is ready');
        ready(device);
      },
      onTags: (tags) => presence.update(tags),
    });
  } catch (cause) {
    throw new ReaderError(whyStopped(cause, place, link.noiseBytes), { cause });
  } finally {
    signal.removeEventListener('abort', hangUp);
    link.close();
  }
}

/** Opens a port within the deadline. A port that opens too late is closed at once. */
async function openBounded(openPort: OpenBytePort, deadline: Deadline): Promise<BytePort> {
  const opening = openPort();
  try {
    return await withDeadline('opening the port', deadline, () => opening);
  } catch (error) {
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  }
}

/** More noise than this since the last answer shows that a different kind of device is sending. */
const babblingBytes = 16;

const openCodes = {
  missing: 'reader-missing',
  'not-allowed': 'reader-not-allowed',
  'in-use': 'reader-in-use',
  unreachable: 'reader-not-opened',
  other: 'reader-not-opened',
} as const satisfies Record<OpenFailure, ReaderReason['code']>;

const chip = 'PN532';

function whyNotOpened(error: unknown, { where, bus }: Place): ReaderReason {
  if (bus !== undefined) return whyBusNotOpened(error, { path: where, bus, chip });
  return { code: openCodes[openFailureOf(error)], port: where };
}

function whyStopped(error: unknown, { where: port, bus }: Place, noiseBytes: number): ReaderReason {
  const isExchange = error instanceof ExchangeError;
  if (bus !== undefined) {
    const cause = isExchange ? error.cause : error;
    if (cause instanceof BusError) return whyBusNotOpened(cause, { path: port, bus, chip });
    return isExchange ? { code: 'bus-silent', port, chip } : { code: 'reader-stopped', port };
  }
  if (isExchange && error.failure === 'gone') return { code: 'reader-unplugged', port };
  if (noiseBytes > babblingBytes) return { code: 'reader-other-device', port };
  return { code: isExchange ? 'reader-silent' : 'reader-stopped', port };
}
