import { because, type StationDevice } from '@stationery/contract/fleet';
import { AppError, Backoff, type Clock, type Logger, sha256 } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';
import { readContent } from '../collections/content-chunks.ts';
import { openChunks, readRollOut, readVersion } from '../collections/read-record.ts';
import { wantedVersion } from '../collections/roll-out.ts';
import { causeOf, refusal } from '../reasons.ts';
import type { CollectionPort } from './station-port.ts';

interface CollectionFollowerDeps {
  collection: string;
  deviceId: string;
  broker: Broker;
  port: CollectionPort;
  onChange: () => void;
  clock: Clock;
  log: Logger;
}

type State = NonNullable<StationDevice['collection']>;
type Progress = Pick<State, 'state' | 'wanted' | 'progress' | 'why'>;

/** Retry delays after a failure of the station or the collection. A lost connection is not such a failure. */
const retryTimes = { firstMs: 60_000, maxMs: 3_600_000 };
/** Minimum interval of progress reports, because each one goes to all boards and pages. */
const progressEveryMs = 1_000;

export class CollectionFollower {
  readonly #deps: CollectionFollowerDeps;
  #state: Progress = { state: 'following', wanted: null, progress: 0, why: null };
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #stop: AbortController | undefined;
  #isClosed = false;
  /** Version that was found complete on the current card. */
  #complete: number | undefined;
  #failed: { version: number; untilMs: number } | undefined;
  readonly #retries = new Backoff(retryTimes);
  /**
   * Whether the current attempt has started its download. `cardChanged` then ignores changes, because the
   * download itself causes them.
   */
  #isDownloading = false;

  constructor(deps: CollectionFollowerDeps) {
    this.#deps = deps;
  }

  get state(): State {
    const { port, collection } = this.#deps;
    const carried = port.version;
    return { name: collection, version: carried?.name === collection ? carried.version : 0, ...this.#state };
  }

  /** Called after a change, after a reconnection, and at each heartbeat. */
  check(): void {
    if (this.#isClosed) return;
    this.#isAskedAgain = true;
    if (this.#running === undefined) this.#running = this.#run().finally(() => (this.#running = undefined));
    else void this.#stopUnwanted();
  }

  /** Called when a different card was inserted. */
  lookAgain(): void {
    this.#complete = undefined;
    this.#failed = undefined;
    this.#retries.reset();
    this.check();
  }

  /** Checks again: a version that was refused before its download, for example for lack of space, may fit now. */
  cardChanged(): void {
    if (this.#failed !== undefined && !this.#isDownloading) this.lookAgain();
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop?.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isAskedAgain && !this.#isClosed) {
      this.#isAskedAgain = false;
      this.#stop = new AbortController();
      try {
        await this.#follow(this.#stop.signal);
      } catch (error) {
        if (!this.#stop.signal.aborted) this.#fail(error);
      }
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { broker, collection, deviceId, port, clock, log } = this.#deps;
    const { js } = broker.current;
    const wanted = wantedVersion(await unlessStopped(readRollOut(js, collection), signal), deviceId);
    if (wanted === undefined) {
      this.#set({ state: this.state.version > 0 ? 'complete' : 'following', wanted: null, why: null });
      return;
    }
    if (this.#complete === wanted && this.state.version === wanted) return;
    if (this.#failed?.version === wanted && clock.nowMs() < this.#failed.untilMs) return;
    if (this.#failed?.version !== wanted) this.#retries.reset();
    this.#isDownloading = false;
    this.#set({ wanted });
    const { list } = await unlessStopped(readVersion(js, collection, wanted), signal);
    const chunks = await unlessStopped(openChunks(broker.current), signal);
    const text = await readList(readContent(chunks, list, 0, signal), list.sha256);
    const { contents } = await this.#atStation(() => port.prepare(collection, wanted, text, signal), signal);
    const wholeBytes = contents.reduce((sum, { size }) => sum + size, 0);
    let doneBytes = contents.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
    let shownMs = Number.NEGATIVE_INFINITY;
    const showProgress = () => {
      const nowMs = clock.nowMs();
      if (nowMs - shownMs < progressEveryMs) return;
      shownMs = nowMs;
      this.#set({
        state: 'downloading',
        why: null,
        progress: wholeBytes === 0 ? 1 : Math.min(1, Math.floor((doneBytes / wholeBytes) * 100) / 100),
      });
    };
    this.#isDownloading = true;
    if (contents.length > 0) showProgress();
    for (const content of contents) {
      await port.receive(
        content,
        (from) => readContent(chunks, content, from, signal),
        (bytes) => {
          doneBytes += bytes;
          showProgress();
        },
      );
    }
    signal.throwIfAborted();
    const before = this.state.version;
    await this.#atStation(() => port.switchOver(), signal);
    if (before !== wanted) log.info({ collection, version: wanted }, 'collection');
    this.#complete = wanted;
    this.#set({ state: 'complete', progress: 1, why: null });
  }

  async #stopUnwanted(): Promise<void> {
    const { broker, collection, deviceId } = this.#deps;
    const stop = this.#stop;
    try {
      const wanted = wantedVersion(await readRollOut(broker.current.js, collection), deviceId);
      if ((wanted ?? null) !== this.#state.wanted) stop?.abort();
    } catch {
      // The broker is unavailable. The next check, after the reconnection, reads the roll-out.
    }
  }

  /** Runs `work` of the station. Logs unexpected errors and replaces them by a reason that the board can show. */
  async #atStation<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || isOurs(error)) throw error;
      this.#deps.log.error({ err: error }, 'collection update failed');
      throw refusal('unexpected-error', { code: 'collection-not-switched' });
    }
  }

  /** Connection loss is not a failure; work resumes after reconnecting. */
  #fail(error: unknown): void {
    if (!isOurs(error)) return;
    const { clock, log, collection } = this.#deps;
    const why = because(causeOf(error, 'collection-refused'));
    const { reason } = why;
    const version = this.#state.wanted ?? 0;
    if (this.#state.why?.reason !== reason)
      log.warn({ collection, version, reason }, 'collection update failed');
    // Increase the pause after a failed download, because the whole download may have to be repeated.
    const pauseMs = this.#isDownloading ? this.#retries.nextMs() : retryTimes.firstMs;
    this.#failed = { version, untilMs: clock.nowMs() + pauseMs };
    this.#set({ state: 'failed', why });
  }

  #set(change: Partial<Progress>): void {
    const before = JSON.stringify(this.#state);
    this.#state = { ...this.#state, ...change };
    if (JSON.stringify(this.#state) !== before) this.#deps.onChange();
  }
}

function isOurs(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    error instanceof AppError || (typeof code === 'string' && /^(?:card|collection|file|invalid)-/.test(code))
  );
}

/** Rejects when `signal` aborts, because a request in flight may never get a reply once the connection is closed. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

async function readList(pieces: AsyncIterable<Uint8Array>, digest: string): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  const bytes = Buffer.concat(all);
  if (sha256(bytes) !== digest) throw refusal('collection-damaged', { code: 'content-damaged' });
  return bytes.toString('utf8');
}
