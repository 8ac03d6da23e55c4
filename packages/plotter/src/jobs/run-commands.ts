import { because, type JobReason } from '@stationery/contract';
import { ours } from '../drivers/language/our-language.ts';
import { LinkError, type Reply } from '../drivers/link.ts';
import { refusalOf } from './refusal.ts';
import type { Prelude, RunEnd, RunParts } from './run-parts.ts';

/** The commands of a run that are none of its job: what brings the machine to where it begins, and lifts the pen at its end. */
export class RunCommands {
  readonly #parts: RunParts;
  #session: number;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#session = parts.session;
  }

  /** The session of the link in which the run is now: the job itself may restart the board. */
  get session(): number {
    return this.#session;
  }

  /** A command was carried out that changes from where the machine counts. */
  changedOrigin(origin: 'here' | 'restart' | undefined): void {
    const { onRestart, onZero } = this.#parts;
    if (origin === 'restart') onRestart(++this.#session);
    if (origin === 'here') onZero(this.#session);
  }

  async send(command: string): Promise<Reply | LinkError> {
    const { link, timeoutMs } = this.#parts;
    try {
      const reply = await link.send(command, { timeoutMs, session: this.#session });
      if (reply.ok) this.changedOrigin(link.effectOf(command).origin);
      return reply;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return error;
    }
  }

  /**
   * What brings the machine to where the job continues. Undefined when it is there. `leaveOff`: what was asked meanwhile;
   * `cancelled`: why the job was cancelled, if it was.
   */
  async runPrelude(
    { usual = [], commands, optional }: Prelude,
    next: number,
    wishes: { leaveOff: () => Promise<RunEnd | undefined>; cancelled: () => JobReason | undefined },
  ): Promise<RunEnd | undefined> {
    const { link, onSetting, onOriginSet } = this.#parts;
    for (const command of usual) {
      const left = await wishes.leaveOff();
      if (left !== undefined) return left;
      // Why the machine takes nothing is what the first command of the job fails with.
      if ((await this.send(command)) instanceof LinkError) break;
    }
    for (const command of commands) {
      const left = await wishes.leaveOff();
      if (left !== undefined) return left;
      const { setting } = link.effectOf(command);
      if (setting !== undefined) onSetting(setting);
      const outcome = await this.send(command);
      if (!(outcome instanceof LinkError) && (outcome.ok || command === optional)) {
        // In the chunk of the reply the board may have said that it restarted.
        if (command === ours.setOrigin && link.session === this.#session) onOriginSet();
        continue;
      }
      const cause = wishes.cancelled();
      if (cause !== undefined) return { end: 'cancelled', next, ...because(cause) };
      return { end: 'interrupted', next, unknown: null, ...because(this.#whyNotResumed(command, outcome)) };
    }
    return undefined;
  }

  #whyNotResumed(command: string, outcome: Reply | LinkError): JobReason {
    if (outcome instanceof LinkError) return { code: 'resume-failed', because: outcome.reason };
    const { terminalLine } = outcome;
    const { profile, link: driver } = this.#parts;
    const refusal = refusalOf(command, terminalLine, { profile, driver });
    return { code: 'resume-refused', command, reply: terminalLine, refusal };
  }
}
