import { availableParallelism, totalmem } from 'node:os';
import { AppError, type Clock, systemClock } from '@stationery/core';
import type { PlanStage } from '@stationery/drawing';
import type { PlanDocument, PlanTask } from './plan-messages.ts';
import { type PlanThread, stopped } from './plan-thread.ts';
import { PlanThreads } from './plan-threads.ts';

export interface PlanQueueOptions {
  /** How many drawings are planned at the same time; the others wait in order. */
  atOnce?: number;
  /** How many may be there in all, planned, waiting or still being sent. */
  most?: number;
  heapMiB?: number;
  clock?: Clock;
}

const MiB = 1024 * 1024;
/** One core stays for the service, which has a machine to keep busy. */
const defaultAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1));
const defaultHeapMiB = Math.round(Math.min(1024, Math.max(192, totalmem() / MiB / 4)));
const defaultMost = 5;

/** Where drawings are planned, off the event loop: some at once, in the order in which they came. */
export class PlanQueue {
  readonly #atOnce: number;
  readonly #most: number;
  readonly #threads: PlanThreads;
  readonly #entries = new Set<QueueEntry>();
  #working = 0;

  constructor(options: PlanQueueOptions = {}) {
    const {
      atOnce = defaultAtOnce,
      most = defaultMost,
      heapMiB = defaultHeapMiB,
      clock = systemClock,
    } = options;
    this.#atOnce = atOnce;
    this.#most = most;
    this.#threads = new PlanThreads(heapMiB, clock);
  }

  /** For one drawing, from before it is read until the signal says that its answer is over. */
  enter(signal: AbortSignal): QueueEntry {
    if (this.#entries.size >= this.#most) {
      throw new AppError('too-many-drawings', 'Other drawings are being planned. Try again in a moment.');
    }
    const entry = new QueueEntry(() => this.#serve(), this.#threads);
    this.#entries.add(entry);
    void entry.left.then(() => {
      this.#entries.delete(entry);
      if (entry.hadTurn) this.#working--;
      this.#serve();
    });
    if (signal.aborted) void entry.leave();
    else signal.addEventListener('abort', () => void entry.leave(), { once: true });
    return entry;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries].map((entry) => entry.leave()));
    await this.#threads.close();
  }

  #serve(): void {
    for (const entry of this.#entries) {
      if (this.#working >= this.#atOnce) return;
      if (entry.takeTurn()) this.#working++;
    }
  }
}

export class QueueEntry {
  readonly left: Promise<void>;
  hadTurn = false;
  readonly #askForTurn: () => void;
  readonly #threads: PlanThreads;
  #begin: (() => void) | undefined;
  #thread: PlanThread | undefined;
  #hasLeft = false;
  #leave: () => void = () => undefined;

  constructor(askForTurn: () => void, threads: PlanThreads) {
    this.#askForTurn = askForTurn;
    this.#threads = threads;
    this.left = new Promise((resolve) => {
      this.#leave = resolve;
    });
  }

  /** False where it does not wait for one. */
  takeTurn(): boolean {
    if (this.#begin === undefined || this.#hasLeft) return false;
    this.hadTurn = true;
    this.#begin();
    this.#begin = undefined;
    return true;
  }

  async plan(task: PlanTask, onStage: (stage: PlanStage) => void = () => undefined): Promise<void> {
    const turn = new Promise<void>((resolve) => {
      this.#begin = resolve;
    });
    this.#askForTurn();
    await Promise.race([turn, this.left]);
    if (this.#hasLeft) throw stopped();
    this.#thread = this.#threads.take();
    await this.#thread.plan(task, onStage);
  }

  /** A document made of the plan, as fast as it is taken. */
  document(of: PlanDocument): AsyncIterable<Buffer> {
    if (this.#thread === undefined) throw new Error('there is no plan yet');
    return this.#thread.document(of);
  }

  async leave(): Promise<void> {
    if (this.#hasLeft) return this.left;
    this.#hasLeft = true;
    if (this.#thread !== undefined) await this.#threads.release(this.#thread);
    this.#leave();
  }
}
