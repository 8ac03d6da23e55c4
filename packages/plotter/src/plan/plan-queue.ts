import { totalmem } from 'node:os';
import { AppError, type Clock, systemClock } from '@stationery/core';
import type { PlanStage } from '@stationery/drawing';
import type { PlanDocument, PlanTask } from './plan-messages.ts';
import { type PlanThread, stopped } from './plan-thread.ts';
import { PlanThreads } from './plan-threads.ts';

/** How long the usage of a client is remembered after its last drawing. */
const rememberMs = 60_000;
const maxClients = 1_000;

class ClientShares {
  readonly #clock: Clock;
  /** Least recently used first. */
  readonly #clients = new Map<string, { usedMs: number; atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  usedMs(client: string): number {
    const known = this.#clients.get(client);
    return known === undefined || this.#isOld(known) ? 0 : known.usedMs;
  }

  add(client: string, ms: number): void {
    const usedMs = this.usedMs(client) + ms;
    this.#clients.delete(client);
    this.#clients.set(client, { usedMs, atMs: this.#clock.nowMs() });
    for (const [other, known] of this.#clients) {
      if (!this.#isOld(known) && this.#clients.size <= maxClients) break;
      this.#clients.delete(other);
    }
  }

  #isOld({ atMs }: { atMs: number }): boolean {
    return this.#clock.nowMs() - atMs >= rememberMs;
  }
}

interface PlanQueueOptions {
  atOnce?: number;
  /** Maximum number of drawings that are being planned, waiting or being received. */
  maxEntries?: number;
  maxPerClient?: number;
  heapMiB?: number;
  clock?: Clock;
  threads?: Threads;
}

type Thread = Pick<PlanThread, 'plan' | 'document'>;

interface Threads {
  take(): Thread;
  /** Keeps the thread for later or ends it. */
  release(thread: Thread): Promise<void>;
  close(): Promise<void>;
}

const MiB = 1024 * 1024;
const defaultHeapMiB = Math.round(Math.min(1024, Math.max(192, totalmem() / MiB / 4)));
/** Maximum size of all accepted drawings together. */
const maxBytes = 320 * MiB;
/** Plans that take longer count as long. The start of the thread does not count. */
const shortMs = 3_000;
/** A client that reads its answer more slowly is disconnected if others wait. */
const maxAnswerMs = 10_000;
/** Plans that take longer than this are cancelled if other long plans wait. */
const maxLongMs = 300_000;
const tooLongMessage =
  'This drawing takes too long to plan while others wait. Simplify it or split it, or try again later.';

/**
 * The client that has used the least time is next. While a short plan waits, only one long plan keeps its place; the
 * others start over when that one is done.
 */
export class PlanQueue {
  readonly #atOnce: number;
  readonly #maxLong: number;
  readonly #maxEntries: number;
  readonly #maxPerClient: number;
  readonly #threads: Threads;
  readonly #clock: Clock;
  readonly #shares: ClientShares;
  /** Entries in order of arrival. */
  readonly #entries = new Set<QueueEntry>();
  #bytes = 0;
  #cancelCheck: () => void = () => undefined;

  constructor(options: PlanQueueOptions = {}) {
    const { atOnce = 2, maxEntries = 32, maxPerClient = 5, clock = systemClock } = options;
    this.#atOnce = atOnce;
    this.#maxLong = Math.max(1, atOnce - 1);
    this.#maxEntries = maxEntries;
    this.#maxPerClient = maxPerClient;
    this.#clock = clock;
    this.#shares = new ClientShares(clock);
    this.#threads = options.threads ?? new PlanThreads(options.heapMiB ?? defaultHeapMiB, clock);
  }

  /** Enters the drawing before it is read. It stays until the signal reports the end of its answer. */
  enter(signal: AbortSignal, client: string): QueueEntry {
    this.#makePlace(client);
    const entry = new QueueEntry({
      client,
      threads: this.#threads,
      clock: this.#clock,
      onChange: () => this.#serve(),
      onWorked: (ms) => this.#shares.add(client, ms),
      onBytes: (count) => this.#received(count),
    });
    this.#entries.add(entry);
    void entry.left.then(() => {
      this.#entries.delete(entry);
      this.#bytes -= entry.bytes;
      this.#serve();
    });
    if (signal.aborted) void entry.leave();
    else signal.addEventListener('abort', () => void entry.leave(), { once: true });
    return entry;
  }

  async close(): Promise<void> {
    this.#cancelCheck();
    await Promise.all([...this.#entries].map((entry) => entry.leave()));
    this.#cancelCheck();
    await this.#threads.close();
  }

  /** Makes place for one more drawing. Drawings that are being planned keep their places. */
  #makePlace(client: string): void {
    const own = this.#countOf(client);
    if (own >= this.#maxPerClient)
      throw tooMany(`You already have ${own} drawings in the queue. Wait until one of them is planned.`);
    if (this.#entries.size < this.#maxEntries) return;
    const loser = this.#loserTo(client, own);
    if (loser === undefined) throw tooMany('Other drawings are being planned. Try again in a moment.');
    void loser.leave(tooMany('Drawings of other clients are being planned. Try again in a moment.'));
  }

  /**
   * The drawing to reject in favour of `client`: the newest of the client with the most drawings, or else
   * a long plan of the client that used the most time.
   */
  #loserTo(client: string, own: number): QueueEntry | undefined {
    const idle = [...this.#entries].filter((entry) => !entry.isWorking && !entry.hasLeft).reverse();
    const most = Math.max(0, ...idle.map((entry) => this.#countOf(entry.client)));
    if (most > own + 1) return idle.find((entry) => this.#countOf(entry.client) === most);
    return idle
      .filter((entry) => entry.isLong && this.#usedMs(entry.client) > this.#usedMs(client))
      .sort((one, other) => this.#usedMs(other.client) - this.#usedMs(one.client))[0];
  }

  /** Above `maxBytes`, the largest drawing that is not being planned is refused. */
  #received(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= maxBytes) return;
    const idle = [...this.#entries].filter(({ isWorking, hasLeft }) => !isWorking && !hasLeft);
    const [largest] = idle.sort((one, other) => other.bytes - one.bytes);
    void largest?.leave(tooMany('Other large drawings are being planned. Try again in a moment.'));
  }

  #countOf(client: string): number {
    let count = 0;
    for (const entry of this.#entries) if (entry.client === client && !entry.hasLeft) count++;
    return count;
  }

  #serve(): void {
    this.#cancelCheck();
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.begin();
    this.#makeRoom();
  }

  get #working(): QueueEntry[] {
    return [...this.#entries].filter((entry) => entry.isWorking);
  }

  #next(): QueueEntry | undefined {
    const working = this.#working;
    if (working.length >= this.#atOnce) return undefined;
    const canBeLong = working.filter(({ isLong }) => isLong).length < this.#maxLong;
    let next: QueueEntry | undefined;
    for (const entry of this.#entries) {
      if (!entry.isWaiting || (entry.isLong && !canBeLong)) continue;
      if (next === undefined || this.#isBefore(entry, next)) next = entry;
    }
    return next;
  }

  /** Among clients that have used about the same time, the smaller file is first. */
  #isBefore(one: QueueEntry, other: QueueEntry): boolean {
    const turns = ({ client }: QueueEntry) => Math.floor(this.#usedMs(client) / shortMs);
    return (turns(one) - turns(other) || one.bytes - other.bytes) < 0;
  }

  #usedMs(client: string): number {
    const running = this.#working.filter((entry) => entry.client === client);
    return running.reduce((sum, { workedMs }) => sum + workedMs, this.#shares.usedMs(client));
  }

  /** Ends or postpones a plan, but only if a waiting drawing could use its place. */
  #makeRoom(): void {
    const waiting = [...this.#entries].filter((entry) => entry.isWaiting);
    if (waiting.length === 0) return;
    const working = this.#working;
    const long = working.filter(({ isLong }) => isLong);
    const isLongWanted = waiting.some(({ isLong }) => isLong) && long.length >= this.#maxLong;
    const tooLong =
      isLongWanted && long.find(({ isPlanning, workedMs }) => isPlanning && workedMs >= maxLongMs);
    if (tooLong) void tooLong.leave(new AppError('drawing-too-large', tooLongMessage));
    const isWanted = waiting.some(({ isLong }) => !isLong || long.length < this.#maxLong);
    const overdue = working.filter((entry) => entry.isLong || entry.workedMs >= shortMs);
    if (isWanted && overdue.length > this.#maxLong) this.#postponeOne(overdue);
    const unread = isWanted && working.find(({ answeringMs }) => answeringMs >= maxAnswerMs);
    if (unread) void unread.leave();
    this.#checkLater();
  }

  /** Declares these plans long; the newest one of the client that has used the most time is postponed. */
  #postponeOne(overdue: readonly QueueEntry[]): void {
    const planning = overdue.filter(({ isLong, isPlanning }) => isPlanning && !isLong);
    for (const entry of planning) entry.isLong = true;
    planning
      .reverse()
      .sort((one, other) => this.#usedMs(other.client) - this.#usedMs(one.client))[0]
      ?.postpone();
  }

  #checkLater(): void {
    const dueMs = this.#working.map(({ isPlanning, isLong, workedMs, answeringMs }) => {
      if (!isPlanning) return maxAnswerMs - answeringMs;
      return (isLong ? maxLongMs : shortMs) - workedMs;
    });
    const soonestMs = Math.min(...dueMs.filter((ms) => ms > 0));
    if (Number.isFinite(soonestMs)) this.#cancelCheck = this.#clock.after(soonestMs, () => this.#serve());
  }
}

interface EntryDeps {
  client: string;
  threads: Threads;
  clock: Clock;
  /** Called when the entry waits for a turn, has given its turn back, or answers. */
  onChange: () => void;
  onWorked: (ms: number) => void;
  onBytes: (count: number) => void;
}

export class QueueEntry {
  readonly client: string;
  readonly left: Promise<void>;
  /** Rejects if its place was given to another client. */
  readonly refused: Promise<never>;
  isLong = false;
  bytes = 0;
  readonly #deps: EntryDeps;
  #begin: (() => void) | undefined;
  #postpone: (() => void) | undefined;
  #thread: Thread | undefined;
  #isWorking = false;
  #startedMs: number | undefined;
  #answeredMs: number | undefined;
  #refusal: AppError | undefined;
  #hasLeft = false;
  #leave: () => void = () => undefined;
  #refuse: (why: AppError) => void = () => undefined;

  constructor(deps: EntryDeps) {
    this.#deps = deps;
    this.client = deps.client;
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.refused = new Promise((_, reject) => {
      this.#refuse = reject;
    });
    this.refused.catch(() => undefined);
  }

  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  get isWaiting(): boolean {
    return this.#begin !== undefined && !this.#hasLeft;
  }

  /** Whether the drawing occupies a planning place. It does so also while its answer is read. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  get isPlanning(): boolean {
    return this.isWorking && this.#answeredMs === undefined;
  }

  get workedMs(): number {
    return this.#startedMs === undefined ? 0 : this.#deps.clock.nowMs() - this.#startedMs;
  }

  get answeringMs(): number {
    return this.#answeredMs === undefined ? 0 : this.#deps.clock.nowMs() - this.#answeredMs;
  }

  /** Throws once the entry has left. */
  received(bytes: number): void {
    this.#expectPlace();
    this.bytes += bytes;
    this.#deps.onBytes(bytes);
  }

  begin(): void {
    this.#isWorking = true;
    this.#begin?.();
    this.#begin = undefined;
  }

  /** Interrupts the plan, which starts over in its next turn. */
  postpone(): void {
    this.#postpone?.();
  }

  async plan(task: PlanTask, onStage: (stage: PlanStage) => void = () => undefined): Promise<void> {
    while (!(await this.#planOnce(task, onStage)));
    this.#answeredMs = this.#deps.clock.nowMs();
    this.#deps.onChange();
  }

  /** Resolves to false if the plan was postponed. */
  async #planOnce(task: PlanTask, onStage: (stage: PlanStage) => void): Promise<boolean> {
    const { threads, onChange } = this.#deps;
    const turn = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    onChange();
    await Promise.race([turn, this.left]);
    this.#expectPlace();
    const thread = threads.take();
    this.#thread = thread;
    const postponed = new Promise<false>((resolve) => {
      this.#postpone = () => resolve(false);
    });
    // The bytes are transferred to the thread; a plan that may start over needs a copy.
    const files = this.isLong ? task.files : task.files.map((file) => file.slice());
    const planned = thread
      .plan({ ...task, files }, (stage) => {
        this.#started();
        onStage(stage);
      })
      .then(() => true);
    planned.catch(() => undefined);
    // `planned` comes first, so that a plan that has finished is not discarded.
    if (await Promise.race([planned, postponed, this.refused])) return true;
    this.#expectPlace();
    this.#thread = undefined;
    await threads.release(thread);
    this.#endTurn();
    return false;
  }

  document(of: PlanDocument): AsyncIterable<Buffer> {
    if (this.#thread === undefined) throw new Error('there is no plan yet');
    return this.#thread.document(of);
  }

  /** `refusal`: error for its request. */
  async leave(refusal?: AppError): Promise<void> {
    if (this.#hasLeft) return this.left;
    this.#hasLeft = true;
    this.#refusal = refusal;
    if (refusal !== undefined) this.#refuse(refusal);
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread !== undefined) await this.#deps.threads.release(thread);
    this.#endTurn();
    this.#leave();
  }

  #expectPlace(): void {
    if (this.#hasLeft) throw this.#refusal ?? stopped();
  }

  #started(): void {
    if (this.#startedMs !== undefined || !this.#isWorking) return;
    this.#startedMs = this.#deps.clock.nowMs();
    this.#deps.onChange();
  }

  #endTurn(): void {
    this.#deps.onWorked(this.workedMs);
    this.#isWorking = false;
    this.#startedMs = undefined;
  }
}

function tooMany(message: string): AppError {
  return new AppError('too-many-drawings', message);
}
