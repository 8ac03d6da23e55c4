import { EventEmitter } from 'node:events';
import { type Clock, sleep } from '@stationery/core';
import { type PcscCard, type PcscClient, type PcscSlot, slotStatus } from '../pcsc-api.ts';
import { type ReaderState, readerFlag } from './reader-states.ts';
import {
  type CardHandle,
  changeReply,
  connectCard,
  disconnectCard,
  establishContext,
  getReaderStates,
  releaseContext,
  transmit,
  type Version,
  waitForChange,
} from './requests.ts';
import { PcscSession } from './session.ts';

/** Timeout of answers. A service that has just started answers only when its readers are ready. */
const answerTimeoutMs = 10_000;
/** Interval of queries to a service that reports no changes, to detect a hang. */
const lookAgainMs = 30_000;

/** Returns the socket of the service. Reads the same environment variable as pcsc-lite. */
export function pcscdSocketPath(env: NodeJS.ProcessEnv = process.env): string {
  return env.PCSCLITE_CSOCK_NAME || '/run/pcscd/pcscd.comm';
}

interface KnownReader {
  readonly slot: EventEmitter;
  status: number;
}

/** Client of pcscd, the PC/SC service of Linux, over its socket. */
export class PcscdClient extends EventEmitter implements PcscClient {
  readonly #path: string;
  readonly #clock: Clock;
  #version: Version | undefined;
  readonly #stopping = new AbortController();
  readonly #readers = new Map<string, KnownReader>();
  /** Card sessions by reader, kept until the service has answered all their requests. */
  readonly #cardSessions = new Map<string, PcscSession | 'opening'>();

  constructor({ clock, path = pcscdSocketPath() }: { clock: Clock; path?: string }) {
    super();
    this.#clock = clock;
    this.#path = path;
  }

  async start(): Promise<void> {
    // Two sessions, because a change notification may arrive in the middle of a different answer.
    const watching = await this.#open();
    const asking = await this.#open();
    const look = async () => this.#compare(await asking.call(getReaderStates()));
    const firstChange = await nextChange(watching);
    await look();
    const working = Promise.all([
      this.#followChanges(watching, firstChange, look),
      this.#keepLooking(look),
      asking.untilOver(),
    ]);
    working.catch((error: unknown) => {
      if (this.#stopping.signal.aborted) return;
      this.stop();
      this.emit('error', error);
    });
  }

  stop(): void {
    this.#stopping.abort(new Error('the PC/SC client was stopped'));
  }

  async #followChanges(
    watching: PcscSession,
    firstChange: { changed: Promise<void> },
    look: () => Promise<void>,
  ): Promise<never> {
    for (let { changed } = firstChange; ; ) {
      await changed;
      // Query after subscribing to the next change, so that none is missed.
      ({ changed } = await nextChange(watching));
      await look();
    }
  }

  async #keepLooking(look: () => Promise<void>): Promise<never> {
    for (;;) {
      await sleep(this.#clock, lookAgainMs, this.#stopping.signal);
      await look();
    }
  }

  async #open(): Promise<PcscSession> {
    const deadline = { clock: this.#clock, timeoutMs: answerTimeoutMs, signal: this.#stopping.signal };
    const session = await PcscSession.open(this.#path, deadline, this.#version);
    this.#version = session.version;
    return session;
  }

  #compare(states: readonly ReaderState[]): void {
    if (this.#stopping.signal.aborted) return;
    // A reader that its driver cannot reach counts as unplugged.
    const usable = states.filter(({ flags }) => (flags & readerFlag.unknown) === 0);
    const names = new Set(usable.map(({ name }) => name));
    for (const [name, { slot }] of this.#readers) {
      if (names.has(name)) continue;
      this.#readers.delete(name);
      slot.emit('disconnect');
    }
    for (const state of usable) {
      const reader = this.#readers.get(state.name) ?? this.#announce(state.name);
      const status = statusOf(state);
      if (reader.status === status) continue;
      reader.status = status;
      reader.slot.emit('change', { raw: status });
    }
  }

  #announce(name: string): KnownReader {
    const slot = new EventEmitter();
    const reader = { slot, status: 0 };
    this.#readers.set(name, reader);
    const announced: PcscSlot = Object.assign(slot, {
      name: () => name,
      connect: (shareMode: number) => this.#connect(name, shareMode),
    });
    this.emit('reader', announced);
    return reader;
  }

  /**
   * Connects to a card. Makes only one attempt at a time, because an attempt blocks a thread of the service
   * while another program holds the card.
   */
  async #connect(name: string, shareMode: number): Promise<PcscCard> {
    const last = this.#cardSessions.get(name);
    if (last === 'opening' || last?.isOpen)
      throw new Error('the PC/SC service has not answered the last request yet');
    this.#cardSessions.set(name, 'opening');
    try {
      const session = await this.#open();
      this.#cardSessions.set(name, session);
      return await openCard(session, name, shareMode);
    } catch (error) {
      this.#cardSessions.delete(name);
      throw error;
    }
  }
}

/** Resolves when the service has accepted the subscription to the next change. */
async function nextChange(watching: PcscSession): Promise<{ changed: Promise<void> }> {
  const registered = watching.call(waitForChange());
  const changed = watching.receive(changeReply);
  // Prevent an unhandled rejection. Callers that await `changed` later still get the failure.
  changed.catch(() => undefined);
  await registered;
  return { changed };
}

/** Returns a status as `SCardGetStatusChange` does, with the event count in the upper half. */
function statusOf({ flags, eventCount }: ReaderState): number {
  const present = (flags & readerFlag.present) !== 0 ? slotStatus.present : 0;
  const empty = (flags & readerFlag.absent) !== 0 ? slotStatus.empty : 0;
  const mute = (flags & readerFlag.swallowed) !== 0 ? slotStatus.mute : 0;
  return ((eventCount << 16) | present | empty | mute) >>> 0;
}

/** Connects to the card in a reader. The session is reserved for the card and ends with it. */
async function openCard(session: PcscSession, reader: string, shareMode: number): Promise<PcscCard> {
  try {
    const context = await session.call(establishContext());
    const handle = await session.ask(connectCard(context, reader, shareMode));
    return new PcscdCard(session, reader, context, handle);
  } catch (error) {
    session.close();
    throw error;
  }
}

class PcscdCard implements PcscCard {
  readonly #session: PcscSession;
  readonly #reader: string;
  readonly #context: number;
  readonly #handle: CardHandle;

  constructor(session: PcscSession, reader: string, context: number, handle: CardHandle) {
    this.#session = session;
    this.#reader = reader;
    this.#context = context;
    this.#handle = handle;
  }

  async state(): Promise<{ atr: Uint8Array }> {
    const states = await this.#session.ask(getReaderStates());
    const state = states.find(({ name }) => name === this.#reader);
    if (state === undefined) throw new Error('the reader is gone');
    return state;
  }

  transmit(command: Uint8Array): Promise<Uint8Array> {
    return this.#session.ask(transmit(this.#handle, command));
  }

  async disconnect(disposition: number): Promise<void> {
    try {
      await this.#session.ask(disconnectCard(this.#handle.card, disposition));
      await this.#session.ask(releaseContext(this.#context));
    } finally {
      this.#session.close();
    }
  }
}
