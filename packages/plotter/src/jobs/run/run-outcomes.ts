import { type InFlightCommand, type Pipeline, wasNotSent } from './pipeline.ts';
import type { RunCommands } from './run-commands.ts';
import type { RunDeps } from './run-deps.ts';
import type { RunRecord } from './run-record.ts';
import type { RunRequests } from './run-requests.ts';

interface RunOutcomesDeps {
  run: RunDeps;
  pipeline: Pipeline;
  record: RunRecord;
  requests: RunRequests;
  commands: RunCommands;
}

export class RunOutcomes {
  readonly #deps: RunOutcomesDeps;
  #hasSpoken = false;

  constructor(deps: RunOutcomesDeps) {
    this.#deps = deps;
  }

  /** Whether the machine was sent a command of this run that was answered or timed out. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  /** The pen state after all sent commands. */
  get penAhead(): 'up' | 'down' | null {
    const { run, pipeline } = this.#deps;
    for (const { effect, reply } of pipeline.all.toReversed()) {
      if (reply?.ok === false) continue;
      if (effect.origin === 'restart') return null;
      if (effect.pen !== undefined) return effect.pen;
    }
    return run.tracker.place.pen;
  }

  recordReplies(last?: InFlightCommand): void {
    const { pipeline, record, requests } = this.#deps;
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

  recordNoReply(one: InFlightCommand, error: 'timeout' | 'disconnected'): void {
    const { record, requests } = this.#deps;
    if (error === 'timeout') this.#hasSpoken = true;
    record.notReplied(one, error);
    requests.noteFailure();
  }

  countExecuted(): void {
    const { pipeline, commands } = this.#deps;
    for (let { oldest } = pipeline; oldest?.isExecuted; { oldest } = pipeline) {
      const { reply, effect } = oldest;
      if (reply?.ok) commands.changedOrigin(effect.origin);
      this.past(oldest);
    }
  }

  past(oldest: InFlightCommand): void {
    const { run, pipeline, record, requests } = this.#deps;
    pipeline.shift();
    record.past(oldest);
    requests.noteFailure();
    run.onProgress();
  }

  settle(): void {
    const { run, requests } = this.#deps;
    if (run.journal.settle()) requests.noteFailure();
  }

  /**
   * Drops unsent commands, newest first. If all are unsent, keeps the oldest unless it was withdrawn, because its error
   * says why.
   */
  dropUnsent(): void {
    const { pipeline } = this.#deps;
    for (let { newest } = pipeline; newest !== undefined; { newest } = pipeline) {
      const isOnly = pipeline.size === 1 && !(newest.isWithdrawn && newest.error?.kind === 'aborted');
      if (isOnly || !wasNotSent(newest)) return;
      this.drop(newest);
    }
  }

  drop({ index }: InFlightCommand): void {
    const { pipeline, record } = this.#deps;
    pipeline.pop();
    record.sent = index;
  }
}
