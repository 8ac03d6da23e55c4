import type { CommandOutcome } from '../../store/job.ts';
import type { Journal } from '../record/journal.ts';
import type { InFlightCommand } from './pipeline.ts';

export class RunRecord {
  readonly #deps: { jobId: number; journal: Journal };
  executed: number;
  sent: number;
  completed: number;
  failed: number;

  constructor(
    deps: { jobId: number; journal: Journal },
    start: { from: number; completed: number; failed: number },
  ) {
    this.#deps = deps;
    this.executed = start.from;
    this.sent = start.from;
    this.completed = start.completed;
    this.failed = start.failed;
  }

  begun(index: number): void {
    const { journal, jobId } = this.#deps;
    this.sent = index + 1;
    journal.sent(jobId, { executed: this.executed, sent: this.sent });
  }

  replied(one: InFlightCommand, { ok, terminalLine, lines, error }: CommandOutcome): void {
    const { journal, jobId } = this.#deps;
    // The command was accepted, but its execution was not confirmed.
    if (one.recorded === 'ok') this.completed--;
    if (ok) this.completed++;
    else if (one.recorded !== 'failed') this.failed++;
    one.recorded = ok ? 'ok' : 'failed';
    journal.record(jobId, one.index, { ok, terminalLine, lines, ...(error !== undefined && { error }) });
  }

  notReplied(one: InFlightCommand, error: 'timeout' | 'disconnected'): void {
    this.replied(one, { ok: false, terminalLine: '', lines: one.error?.lines ?? [], error });
  }

  past({ index }: InFlightCommand): void {
    const { journal, jobId } = this.#deps;
    this.executed = index + 1;
    journal.executed(jobId, { executed: this.executed, sent: this.sent });
  }

  /** Commands that were accepted but not confirmed as executed do not count as successful. */
  takeBack(underWay: readonly InFlightCommand[]): void {
    const { journal, jobId } = this.#deps;
    const accepted = underWay.filter(({ recorded }) => recorded === 'ok');
    if (accepted.length === 0) return;
    this.completed -= accepted.length;
    journal.takeBack(jobId, this.executed);
  }
}
