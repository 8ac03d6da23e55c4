import { type BytePort, type Clock, DeadlineError, withDeadline } from '@stationery/core';
import { defaultConnectionTimes } from '../../link/connection.ts';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { PortFailure } from '../../link/port-failure.ts';
import { type SettleTimes, Settling } from '../../link/settling.ts';
import type { DriverName } from '../driver.ts';
import { baudRates, questions, recogniseLine } from './recognise.ts';

export interface Detected {
  driver: DriverName | undefined;
  lines: string[];
  /** The rate at which it was recognised, if not that of the settings. */
  baudRate?: number;
}

const answerMs = 600;
/** A port that takes longer to open or close is treated as hung, so that it does not block later ones. */
const { openMs, closeMs } = defaultConnectionTimes;
const maxLines = 50;

export async function detect(linkPort: LinkPort, clock: Clock): Promise<Detected> {
  const first = await detectAt(undefined, linkPort, clock);
  // The rate is right if the machine has sent a readable line.
  if (!first.lines.every(isGarbled)) return first;
  return (await detectAtOtherRates(linkPort, clock)) ?? first;
}

export async function detectAtOtherRates(
  linkPort: LinkPort,
  clock: Clock,
  isWanted: () => boolean = () => true,
): Promise<Detected | undefined> {
  if (linkPort.baudRate === undefined) return undefined;
  for (const baudRate of baudRates.filter((rate) => rate !== linkPort.baudRate)) {
    if (!isWanted()) return undefined;
    // A port may refuse a rate.
    const found = await detectAt(baudRate, linkPort, clock, isWanted).catch(() => undefined);
    if (found?.driver !== undefined) return { ...found, baudRate };
  }
  return undefined;
}

async function detectAt(
  baudRate: number | undefined,
  linkPort: LinkPort,
  clock: Clock,
  isWanted: () => boolean = () => true,
): Promise<Detected> {
  const port = await openInTime(baudRate, linkPort, clock);
  const heard = new Heard(port);
  try {
    await heard.settled(clock, linkPort.settle);
    for (const question of questions) {
      if (heard.driver !== undefined || !isWanted()) break;
      void port.write(Buffer.from(question)).catch(() => undefined);
      await heard.within(clock, answerMs);
    }
    return { driver: heard.driver, lines: heard.lines };
  } finally {
    const closing = { clock, timeoutMs: closeMs };
    await withDeadline(`Closing ${port.name}`, closing, () => port.close()).catch(() => undefined);
  }
}

async function openInTime(
  baudRate: number | undefined,
  { openPort, portPath }: LinkPort,
  clock: Clock,
): Promise<BytePort> {
  const opening = { clock, timeoutMs: openMs };
  try {
    return await withDeadline(`Opening ${portPath}`, opening, async (signal) => {
      const port = await openPort(baudRate);
      if (signal.aborted) void port.close().catch(() => undefined);
      return port;
    });
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    throw new PortFailure({ code: 'port-timeout', port: portPath, timeoutMs: openMs });
  }
}

class Heard {
  readonly lines: string[] = [];
  driver: DriverName | undefined;
  #onBytes: () => void = () => {};
  #onKnown: () => void = () => {};

  constructor(port: BytePort) {
    const framer = new LineFramer();
    port.onBytes((bytes) => {
      this.#onBytes();
      framer.push(bytes, (line) => this.#line(line));
    });
    port.onClose(() => this.#onKnown());
  }

  /** Resolves when the machine is known, or when a board that was reset by opening the port has started. */
  settled(clock: Clock, times: SettleTimes): Promise<void> {
    return new Promise((resolve) => {
      const settling = new Settling(clock, times, resolve);
      this.#onBytes = () => settling.heard();
      this.#onKnown = () => {
        settling.cancel();
        resolve();
      };
      if (this.driver !== undefined) this.#onKnown();
    });
  }

  within(clock: Clock, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(timeoutMs, resolve);
      this.#onKnown = () => {
        cancel();
        resolve();
      };
      if (this.driver !== undefined) this.#onKnown();
    });
  }

  #line(line: string): void {
    if (this.lines.length < maxLines) this.lines.push(line.slice(0, 200));
    this.driver ??= recogniseLine(line);
    if (this.driver !== undefined) this.#onKnown();
  }
}
