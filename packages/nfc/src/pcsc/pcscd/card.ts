import type { PcscCard } from '../pcsc-api.ts';
import {
  type CardHandle,
  connectCard,
  disconnectCard,
  establishContext,
  getReaderStates,
  releaseContext,
  transmit,
} from './requests.ts';
import type { PcscSession } from './session.ts';

/** Connects to the card in a reader. The session is reserved for the card and ends with it. */
export async function openCard(session: PcscSession, reader: string, shareMode: number): Promise<PcscCard> {
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
