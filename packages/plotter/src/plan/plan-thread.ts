import { Worker } from 'node:worker_threads';
import { AppError, systemErrorCode } from '@stationery/core';
import type { PlanStage } from '@stationery/drawing';
import type { FromPlanWorker, PlanDocument, PlanTask, ToPlanWorker } from './plan-messages.ts';

/** The built file, because a worker thread cannot run TypeScript. */
const workerFile = new URL('../../dist/plan/plan-worker.js', import.meta.url);

const tooLarge = 'This drawing is too much for this machine to plan. Simplify it or split it.';

const refusalCodes = {
  'not-readable': 'unreadable-drawing',
  'too-large': 'drawing-too-large',
  unusable: 'invalid-drawing',
} as const;

/** An option that cannot be used. The caller adds the position of the option in the request. */
export class UnusableOption extends Error {
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

export class PlanThread {
  readonly #worker: Worker;
  #reply: { resolve(message: FromPlanWorker): void; reject(error: Error): void } | undefined;
  #end: Error | undefined;
  #forgotten = 0;
  #heldBytes = 0;
  #onStage: (stage: PlanStage) => void = () => undefined;

  /** `heapMiB`: without the points of the drawing, which are outside the heap. */
  constructor(heapMiB: number) {
    this.#worker = new Worker(workerFile, {
      // Do not pass on options such as a debugger port.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    this.#worker.on('message', (message: FromPlanWorker) => {
      if (message.tell === 'stage') this.#onStage(message.stage);
      else this.#answer()?.resolve(message);
    });
    this.#worker.on('error', (error) => this.#ended(failureOf(error)));
    this.#worker.on('exit', () => this.#ended(stopped()));
  }

  /** Resolves when the plan is ready; rejects invalid drawings. */
  async plan(task: PlanTask, onStage: (stage: PlanStage) => void): Promise<void> {
    this.#onStage = onStage;
    const answer = await this.#ask(
      { ask: 'plan', task },
      task.files.map(({ buffer }) => buffer),
    );
    if ('heldBytes' in answer) this.#heldBytes = answer.heldBytes;
    if (answer.tell !== 'refused') return;
    const { why, message, option = '' } = answer;
    if (why === 'option') throw new UnusableOption(option, message);
    if (why === 'not-text') throw new AppError('malformed-request', message, { pointer: '/svg' });
    throw new AppError(refusalCodes[why], message || tooLarge);
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Returns false if the thread has ended or is busy. */
  forget(): boolean {
    if (this.#reply !== undefined || this.#end !== undefined) return false;
    this.#forgotten++;
    this.#worker.postMessage({ ask: 'forget' } satisfies ToPlanWorker);
    return true;
  }

  /** An idle thread must not keep the process alive. */
  set isAwaited(isAwaited: boolean) {
    if (isAwaited) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Fails if the thread drops the plan. */
  document(of: PlanDocument): AsyncGenerator<Buffer, void, undefined> {
    return this.#pieces(of, this.#forgotten);
  }

  async *#pieces(of: PlanDocument, forgotten: number): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      // The reader must not mistake a partial answer for a complete one, nor get the next drawing's answer.
      if (this.#forgotten !== forgotten) throw stopped();
      const answer = await this.#ask({ ask: 'piece', of });
      if (answer.tell !== 'piece') return;
      yield Buffer.from(answer.bytes.buffer);
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #ask(message: ToPlanWorker, transfer: ArrayBuffer[] = []): Promise<FromPlanWorker> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      this.#reply = { resolve, reject };
      this.#worker.postMessage(message, transfer);
    });
  }

  #ended(error: Error): void {
    this.#end ??= error;
    this.#answer()?.reject(this.#end);
  }

  #answer() {
    const reply = this.#reply;
    this.#reply = undefined;
    return reply;
  }
}

/** Clients that have disconnected do not see it. */
export function stopped(): AppError {
  return new AppError('service-stopping', 'The service is stopping. Plan the drawing again when it is back.');
}

function failureOf(error: unknown): Error {
  if (systemErrorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY')
    return new AppError('drawing-too-large', tooLarge);
  return error instanceof Error ? error : new Error(String(error));
}
