import { because, type PlainLinkReason, type SendReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import { Connection, type ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';
import type { SettleTimes } from '../../link/settling.ts';
import { type CommandHandle, notBegun, sendAndWait } from '../driver.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from '../link.ts';
import { type Endings, stopped } from './queue.ts';

export class LinkListeners {
  readonly #listeners = new Set<(event: LinkEvent) => void>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  get any(): boolean {
    return this.#listeners.size > 0;
  }

  add(listener: (event: LinkEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#listeners.clear();
  }

  tell(event: LinkEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of the link failed');
      }
    }
  }
}

interface DriverLinkDeps {
  port: LinkPort;
  clock: Clock;
  log: Logger;
  times: ConnectionTimes;
  onOpened: () => void;
  onBytes: (chunk: Uint8Array) => void;
  /** Called when the port is gone or could not be opened; the driver then ends its commands. */
  onLost: (reason: PlainLinkReason) => void;
  firstSession?: number | undefined;
  /** Runs for each event after all listeners. */
  onEvent?: ((event: LinkEvent) => void) | undefined;
}

/**
 * A session is a period in which the machine certainly kept its position. A driver that notices the end of one calls
 * `leave()` if the port is gone, then `newSession(reason)`, ends its commands, and calls `tellSession(owed)`.
 */
export class DriverLink {
  readonly #listeners: LinkListeners;
  readonly #connection: Connection;
  readonly #onEvent: ((event: LinkEvent) => void) | undefined;
  #port: LinkPort;
  #state: LinkState = { state: 'closed' };
  #isOpen = false;
  #isClosedForGood = false;
  #session: number;
  #whyNewSession: PlainLinkReason = { code: 'port-reopened' };

  constructor(deps: DriverLinkDeps) {
    const { port, clock, log, times, onOpened, onBytes, onLost, firstSession = 1, onEvent } = deps;
    this.#port = port;
    this.#session = firstSession;
    this.#onEvent = onEvent;
    this.#listeners = new LinkListeners(log);
    this.#connection = new Connection({
      openPort: () => this.#port.openPort(),
      portPath: () => this.#port.portPath,
      clock,
      times,
      events: {
        onOpening: () => this.become({ state: 'opening' }),
        onOpened: () => {
          this.#isOpen = true;
          onOpened();
        },
        onBytes,
        onLost: (reason, retryInMs, error) => {
          log.warn({ reason, err: error, retryInMs }, 'the plotter is not connected');
          onLost(reason);
          this.become({ state: 'waiting', ...because(reason), retryInMs });
        },
      },
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get session(): number {
    return this.#session;
  }

  get whyNewSession(): PlainLinkReason {
    return this.#whyNewSession;
  }

  get path(): string {
    return this.#connection.portName ?? this.#port.portPath;
  }

  get settle(): SettleTimes {
    return this.#port.settle;
  }

  /** Returns why a command is not sent, regardless of the machine. */
  refusalOf(command: string, { signal, session = this.#session }: SendOptions): Error | undefined {
    // A line end inside the command would make it two lines with two replies.
    if (command.trim() === '' || /[\r\n]/.test(command))
      return new TypeError('A command must be one non-empty line.');
    if (signal?.aborted) return new LinkError('aborted', { code: 'abandoned-unsent', command }, command);
    if (session !== this.#session) return new LinkError('other-session', this.#whyNewSession, command);
    return this.#isOpen || this.#state.state === 'opening' ? undefined : this.closedError(command);
  }

  closedError(command: string): LinkError {
    return new LinkError('closed', this.whyClosed, command);
  }

  get whyClosed(): SendReason {
    return this.#state.state === 'waiting'
      ? { code: 'plotter-missing', because: this.#state.cause }
      : { code: 'not-connected' };
  }

  become(state: LinkState): void {
    this.#state = state;
    this.tell({ type: 'state', state });
  }

  /** Checked before an event is created: there are several per command. */
  get isHeard(): boolean {
    return this.#onEvent !== undefined || this.#listeners.any;
  }

  tell(event: LinkEvent): void {
    this.#listeners.tell(event);
    this.#onEvent?.(event);
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when the bytes were written or cannot be. */
  write(bytes: Uint8Array): Promise<void> {
    return this.#connection.write(bytes);
  }

  /** Call when the machine is present and answers. */
  proven(): void {
    this.#connection.proven();
  }

  connect(): void {
    if (this.#isClosedForGood) return;
    if (this.#state.state === 'closed' || this.#state.state === 'waiting') this.reopen();
  }

  /** Reopens the port at once. End the session first. */
  reopen(): void {
    this.#connection.open();
  }

  /** Stops sending. Returns whether the port was open. */
  leave(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    return wasOpen;
  }

  newSession(reason: PlainLinkReason): void {
    this.#session++;
    this.#whyNewSession = reason;
  }

  tellSession(owed: readonly string[]): void {
    this.tell({ type: 'session', session: this.#session, reason: this.#whyNewSession, owed });
  }

  async disconnect(): Promise<void> {
    this.#port.forgetDevice?.();
    const gone = this.#connection.close();
    this.become({ state: 'closed' });
    await gone;
  }

  usePort(port: LinkPort): void {
    this.#port = port;
  }

  closeForGood(): void {
    this.#isClosedForGood = true;
  }

  forgetListeners(): void {
    this.#listeners.clear();
  }
}

export abstract class LinkedDriver {
  protected abstract readonly link: DriverLink;

  abstract disconnect(): Promise<void>;
  protected abstract beginCommand(command: string, options: SendOptions): CommandHandle;
  /** Ends all commands. Returns those that were sent and are in doubt. */
  protected abstract endCommands(endings: Endings): string[];
  protected abstract stopMachine(onWritten: () => void): Promise<Reply>;

  get state(): LinkState {
    return this.link.state;
  }

  get isOpen(): boolean {
    return this.link.isOpen;
  }

  get session(): number {
    return this.link.session;
  }

  get portPath(): string {
    return this.link.path;
  }

  begin(command: string, options: SendOptions): CommandHandle {
    const refusal = this.link.refusalOf(command, options);
    return refusal === undefined ? this.beginCommand(command, options) : notBegun(refusal);
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return sendAndWait(this, command, options);
  }

  acknowledgementOf(command: string): string {
    return acknowledgementOf(command);
  }

  stop(onWritten: () => void = () => undefined): Promise<Reply> {
    if (this.link.isOpen) return this.stopMachine(onWritten);
    // Ends commands that wait for a port that is opening.
    this.endCommands(stopped);
    onWritten();
    return Promise.reject(this.link.closedError('STOP'));
  }

  /** Does nothing by default, because most machines have no hold that a host could end. */
  endHold(): void {}

  connect(): void {
    this.link.connect();
  }

  async usePort(port: LinkPort): Promise<void> {
    const gone = this.disconnect();
    this.link.usePort(port);
    await gone;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.link.subscribe(listener);
  }

  async close(): Promise<void> {
    this.link.closeForGood();
    await this.disconnect();
    this.link.forgetListeners();
  }
}
