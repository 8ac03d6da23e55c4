import type { PlainLinkReason } from '@stationery/contract';
import { Backoff, type BytePort, type Clock, type OpenBytePort, withDeadline } from '@stationery/core';
import { whyNotOpened } from './port-failure.ts';

export interface ConnectionTimes {
  /** An attempt to open that takes longer has failed: a serial server does not answer, or a driver hangs. */
  openMs: number;
  /** A port that does not close in this time is left to the operating system. */
  closeMs: number;
  retryFirstMs: number;
  retryLongestMs: number;
}

export const defaultConnectionTimes: ConnectionTimes = {
  openMs: 10_000,
  closeMs: 2_000,
  retryFirstMs: 250,
  retryLongestMs: 5_000,
};

interface ConnectionEvents {
  onOpening(): void;
  /** Called when the port is open and earlier input was discarded. */
  onOpened(): void;
  onBytes(chunk: Uint8Array): void;
  /** The port was lost or could not be opened. */
  onLost(reason: PlainLinkReason, retryInMs: number, error?: unknown): void;
}

interface ConnectionDeps {
  openPort: OpenBytePort;
  portPath: () => string;
  clock: Clock;
  times: ConnectionTimes;
  events: ConnectionEvents;
}

export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #backoff: Backoff;
  #port: BytePort | undefined;
  /** Results of older attempts are ignored. */
  #epoch = 0;
  #stopListening: () => void = () => {};
  /** Cancels the timer of the current attempt to open the port, or the one for the next attempt. */
  #cancelTimer: () => void = () => {};
  /** Resolves when the last port at the path is closed. The path cannot be reopened earlier. */
  #lastClosed: Promise<void> = Promise.resolve();

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
    this.#backoff = new Backoff({ firstMs: deps.times.retryFirstMs, maxMs: deps.times.retryLongestMs });
  }

  get portName(): string | undefined {
    return this.#port?.name;
  }

  /** Opens the port at once, even if a retry is due later. */
  open(): void {
    this.#leave();
    const epoch = this.#epoch;
    this.#deps.events.onOpening();
    if (epoch !== this.#epoch) return;
    this.#attempt(epoch).catch((error) =>
      this.#lose(epoch, whyNotOpened(error, this.#deps.portPath()), error),
    );
  }

  /** Called when the device answers, so that the next loss restarts the retry delays. */
  proven(): void {
    this.#backoff.reset();
  }

  /** Resolves when the bytes were written, or the line is gone. */
  async write(bytes: Uint8Array): Promise<void> {
    const epoch = this.#epoch;
    const port = this.#port;
    await port
      ?.write(bytes)
      .catch((error) => this.#lose(epoch, { code: 'port-lost', port: port.name }, error));
  }

  async close(): Promise<void> {
    this.#leave();
    this.#backoff.reset();
    await this.#lastClosed;
  }

  async #attempt(epoch: number): Promise<void> {
    const { clock, times, events, openPort, portPath } = this.#deps;
    await this.#lastClosed;
    if (epoch !== this.#epoch) return;
    this.#cancelTimer = clock.after(times.openMs, () =>
      this.#lose(epoch, { code: 'port-timeout', port: portPath(), timeoutMs: times.openMs }),
    );
    const port = await openPort();
    if (epoch !== this.#epoch) {
      this.#letGo(port);
      return;
    }
    this.#port = port;
    const stopClose = port.onClose((error) =>
      this.#lose(epoch, { code: 'port-lost', port: port.name }, error),
    );
    this.#stopListening = stopClose;
    await port.flushInput();
    if (epoch !== this.#epoch) return;
    this.#cancelTimer();
    // Subscribed only now, because the flush discards input that arrives before.
    const stopBytes = port.onBytes((chunk) => events.onBytes(chunk));
    this.#stopListening = () => {
      stopClose();
      stopBytes();
    };
    events.onOpened();
  }

  #lose(epoch: number, reason: PlainLinkReason, error?: unknown): void {
    if (epoch !== this.#epoch) return;
    this.#leave();
    const retryInMs = this.#backoff.nextMs();
    this.#cancelTimer = this.#deps.clock.after(retryInMs, () => this.open());
    this.#deps.events.onLost(reason, retryInMs, error);
  }

  #leave(): void {
    this.#epoch++;
    this.#cancelTimer();
    this.#stopListening();
    this.#stopListening = () => {};
    const port = this.#port;
    this.#port = undefined;
    if (port !== undefined) this.#letGo(port);
  }

  #letGo(port: BytePort): void {
    const { clock, times } = this.#deps;
    const closed = withDeadline(`Closing ${port.name}`, { clock, timeoutMs: times.closeMs }, () =>
      port.close(),
    ).catch(() => {});
    this.#lastClosed = Promise.all([this.#lastClosed, closed]).then(() => {});
  }
}
