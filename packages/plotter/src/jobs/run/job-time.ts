import { type BlocksTable, commandsPerBlock } from '../../store/blocks-table.ts';

/**
 * Weight of the estimate against the measured speed: as if this time and this share of the job had run as estimated.
 */
const trustedMs = 10_000;
const trustedPart = 1 / 20;
const steps = 10_000;

export interface Progress {
  /** From 0 to 1: the elapsed share of the estimated time. */
  progress: number;
  remainingMs: number;
}

/** Progress never goes back; the remaining time may rise. */
export class JobTime {
  readonly jobId: number;
  readonly #blocks: BlocksTable;
  readonly #total: number;
  /** Estimated time before each block. The last entry is the time of all blocks. */
  readonly #beforeMs: readonly number[];
  #block = -1;
  #timesMs: Float32Array = new Float32Array();
  /** Of earlier runs: the estimated time of the plotted part, and the time that it took. */
  #pastDoneMs = 0;
  #pastTookMs = 0;
  #run: { fromMs: number; startedMs: number; answeredMs: number } | undefined;
  #maxDone: number;

  constructor(deps: { blocks: BlocksTable; jobId: number; total: number; progress: number }) {
    this.jobId = deps.jobId;
    this.#blocks = deps.blocks;
    this.#total = deps.total;
    this.#maxDone = deps.progress;
    let sumMs = 0;
    this.#beforeMs = [0, ...deps.blocks.estimatesMs(deps.jobId).map((blockMs) => (sumMs += blockMs))];
  }

  /** Time between runs does not count. */
  begin(from: number, nowMs: number): void {
    this.#run = { fromMs: this.#upTo(from), startedMs: nowMs, answeredMs: nowMs };
  }

  /** Called for every command, so it must be cheap. */
  answered(nowMs: number): void {
    if (this.#run !== undefined) this.#run.answeredMs = nowMs;
  }

  end(next: number, nowMs: number): void {
    const { doneMs, tookMs } = this.#soFar(next, nowMs);
    this.#pastDoneMs = doneMs;
    this.#pastTookMs = tookMs;
    this.#run = undefined;
  }

  at(next: number, nowMs: number): Progress {
    const { doneMs, tookMs } = this.#soFar(next, nowMs);
    const inFlightMs = this.#inFlightMs(next, nowMs);
    const trustMs = trustedMs + trustedPart * this.#wholeMs;
    const correction = (trustMs + tookMs) / (trustMs + doneMs + inFlightMs);
    const leftMs = Math.max(0, this.#wholeMs - this.#upTo(next) - inFlightMs);
    return { progress: this.progressAt(next, inFlightMs), remainingMs: Math.round(leftMs * correction) };
  }

  progressAt(next: number, inFlightMs = 0): number {
    const doneMs = this.#upTo(next) + inFlightMs;
    // Without any estimate, count commands.
    const done = this.#wholeMs > 0 ? doneMs / this.#wholeMs : next / Math.max(1, this.#total);
    this.#maxDone = Math.max(this.#maxDone, Math.min(1, Math.floor(done * steps) / steps));
    return this.#maxDone;
  }

  get #wholeMs(): number {
    return this.#beforeMs.at(-1) ?? 0;
  }

  #soFar(next: number, nowMs: number): { doneMs: number; tookMs: number } {
    const run = this.#run ?? { fromMs: this.#upTo(next), startedMs: nowMs };
    return {
      doneMs: this.#pastDoneMs + Math.max(0, this.#upTo(next) - run.fromMs),
      tookMs: this.#pastTookMs + nowMs - run.startedMs,
    };
  }

  /** Counts a long stroke by its elapsed time, to avoid jumps. */
  #inFlightMs(next: number, nowMs: number): number {
    if (this.#run === undefined) return 0;
    this.#read(next);
    return Math.min(nowMs - this.#run.answeredMs, this.#timesMs[next % commandsPerBlock] ?? 0);
  }

  #upTo(command: number): number {
    const block = this.#read(command);
    const inBlock = this.#timesMs.subarray(0, command % commandsPerBlock);
    return (this.#beforeMs[block] ?? this.#wholeMs) + inBlock.reduce((sum, timeMs) => sum + timeMs, 0);
  }

  #read(command: number): number {
    const block = Math.floor(command / commandsPerBlock);
    if (block !== this.#block) {
      this.#timesMs = this.#blocks.timesMs(this.jobId, block);
      this.#block = block;
    }
    return block;
  }
}
