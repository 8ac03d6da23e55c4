import { type Pipeline, type UnderWay, wasNotSent } from './pipeline.ts';
import type { RunCommands } from './run-commands.ts';
import type { RunParts } from './run-parts.ts';
import type { RunRecord } from './run-record.ts';
import type { RunRequests } from './run-requests.ts';

export interface RunOutcomesParts {
  run: RunParts;
  pipeline: Pipeline;
  record: RunRecord;
  requests: RunRequests;
  commands: RunCommands;
}

/** Records replies of commands in flight in the journal and counts executed ones. */
export class RunOutcomes {
  readonly #parts: RunOutcomesParts;
  #hasSpoken = false;

  constructor(parts: RunOutcomesParts) {
    this.#parts = parts;
  }

  /** Whether the machine was sent a command of this run that was answered or timed out. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /** Pen state after all sent commands. */
  get penAhead(): 'up' | 'down' | null {
    const { run, pipeline } = this.#parts;
    for (const { effect, reply } of pipeline.all.toReversed()) {
      if (reply?.ok === false) continue;
      if (effect.origin === 'restart') return null;
      if (effect.pen !== undefined) return effect.pen;
    }
    return run.tracker.place.pen;
  }

  /** Records replies in order, up to `last`. */
  recordReplies(last?: UnderWay): void {
    const { pipeline, record, requests } = this.#parts;
    if (last?.recorded !== undefined) return;
    for (let one = pipeline.unrecorded; one?.reply; one = pipeline.unrecorded) {
      this.#hasSpoken = true;
      if (one.recorded === undefined) {
        record.replied(one, one.reply);
        requests.noteFailure();
      }
      pipeline.recordedOne();
      if (one === last) return;
    }
  }

  recordNoReply(one: UnderWay, error: 'timeout' | 'disconnected'): void {
    const { record, requests } = this.#parts;
    if (error === 'timeout') this.#hasSpoken = true;
    record.notReplied(one, error);
    requests.noteFailure();
  }

  countExecuted(): void {
    const { pipeline, commands } = this.#parts;
    for (let { oldest } = pipeline; oldest?.isExecuted; { oldest } = pipeline) {
      const { reply, effect } = oldest;
      if (reply?.ok) commands.changedOrigin(effect.origin);
      this.past(oldest);
    }
  }

  /** Finishes the oldest command. */
  past(oldest: UnderWay): void {
    const { run, pipeline, record, requests } = this.#parts;
    pipeline.shift();
    record.past(oldest);
    requests.noteFailure();
    run.onProgress();
  }

  /** Counts executed commands when nothing is sent for now. */
  settle(): void {
    const { run, requests } = this.#parts;
    if (run.journal.settle()) requests.noteFailure();
  }

  /** Drops unsent commands. The oldest one has the reason. */
  dropUnsent(): void {
    const { pipeline } = this.#parts;
    for (let { newest } = pipeline; newest !== undefined; { newest } = pipeline) {
      const isOnly = pipeline.size === 1 && !(newest.isWithdrawn && newest.error?.kind === 'aborted');
      if (isOnly || !wasNotSent(newest)) return;
      this.drop(newest);
    }
  }

  /** Drops the newest command as if it had not been sent. */
  drop({ index }: UnderWay): void {
    const { pipeline, record } = this.#parts;
    pipeline.pop();
    record.sent = index;
  }
}
