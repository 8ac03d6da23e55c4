import { AppError, type Clock } from '@stationery/core';
import { hasRandomUid, type NfcReader, type Tag, tagModel, tagSerial } from '@stationery/nfc';
import type { StoredTag } from '../store/tags-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';

interface Waiter {
  found(tags: StoredTag[]): void;
  failed(error: AppError): void;
}

export interface Tap {
  id: number | null;
  serial: string;
  model: StoredTag['model'];
  filename: string | null;
  random: boolean;
}

interface ScannerDeps {
  reader: NfcReader;
  tags: TagRegistry;
  clock: Clock;
  /** `isNew`: the tag was added by this tap, because a client was waiting for a new tag. */
  onTap: (kind: 'on' | 'off', tap: Tap, isNew: boolean) => void;
}

export class Scanner {
  readonly #deps: ScannerDeps;
  readonly #waiters = new Set<Waiter>();
  readonly #unsubscribe: () => void;
  #closed = false;

  constructor(deps: ScannerDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.reader.subscribe((event) => {
      if (event.type === 'arrived') this.#arrived(event.tag);
      else if (event.type === 'left') deps.onTap('off', this.#tapOf(event.tag), false);
      else if (event.state.state === 'failed') this.#fail(event.state.reason);
    });
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  present(): Tap[] {
    return this.#deps.reader.present.map((tag) => this.#tapOf(tag));
  }

  /** Resolves to the new tags. The list is empty after the timeout or if the caller aborts. */
  async waitForNew(timeoutMs: number, signal: AbortSignal): Promise<StoredTag[]> {
    const { reader, clock } = this.#deps;
    if (reader.state.state === 'failed') throw unavailable(reader.state.reason);
    const lying = this.#learn(reader.present);
    if (lying.length > 0 || this.#closed || signal.aborted) return lying;

    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        this.#waiters.delete(waiter);
        cancelTimer();
        signal.removeEventListener('abort', onAbort);
        settle();
      };
      const waiter: Waiter = {
        found: (tags) => finish(() => resolve(tags)),
        failed: (error) => finish(() => reject(error)),
      };
      const onAbort = () => waiter.found([]);
      const cancelTimer = clock.after(timeoutMs, () => {
        if (reader.state.state === 'starting')
          waiter.failed(unavailable('The reader is still starting. Try again.'));
        else waiter.found([]);
      });
      signal.addEventListener('abort', onAbort);
      this.#waiters.add(waiter);
    });
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    for (const waiter of this.#waiters) waiter.found([]);
  }

  #arrived(tag: Tag): void {
    const learned = this.#waiters.size > 0 ? this.#learn([tag]) : [];
    this.#deps.onTap('on', this.#tapOf(tag), learned.length > 0);
    if (learned.length > 0) for (const waiter of this.#waiters) waiter.found(learned);
  }

  #fail(reason: string): void {
    for (const waiter of this.#waiters) waiter.failed(unavailable(reason));
  }

  #learn(candidates: readonly Tag[]): StoredTag[] {
    const { tags } = this.#deps;
    return candidates
      .filter((tag) => !hasRandomUid(tag) && tags.bySerial(tagSerial(tag)) === undefined)
      .map((tag) => tags.learn(tagSerial(tag), tagModel(tag)));
  }

  #tapOf(tag: Tag): Tap {
    const serial = tagSerial(tag);
    const known = this.#deps.tags.bySerial(serial);
    return {
      id: known?.id ?? null,
      serial,
      model: known?.model ?? tagModel(tag),
      filename: known?.filename ?? null,
      random: hasRandomUid(tag),
    };
  }
}

function unavailable(reason: string): AppError {
  return new AppError('reader-unavailable', reason);
}
