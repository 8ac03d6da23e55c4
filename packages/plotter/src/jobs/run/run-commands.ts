import { because, type JobReason } from '@stationery/contract';
import { ours } from '../../drivers/language/our-language.ts';
import { LinkError, type Reply } from '../../drivers/link.ts';
import { refusalOf } from './refusal.ts';
import type { Prelude, RunDeps, RunEnd } from './run-deps.ts';

/** Sends commands that are not part of the job: moving to the start and lifting the pen at the end. */
export class RunCommands {
  readonly #deps: RunDeps;
  #session: number;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#session = deps.session;
  }

  /** The session in which commands are sent. It changes if the job itself restarts the board. */
  get session(): number {
    return this.#session;
  }

  changedOrigin(origin: 'here' | 'restart' | undefined): void {
    const { onRestart, onZero } = this.#deps;
    if (origin === 'restart') onRestart(++this.#session);
    if (origin === 'here') onZero(this.#session);
  }

  async send(command: string): Promise<Reply | LinkError> {
    const { driver, timeoutMs } = this.#deps;
    try {
      const reply = await driver.send(command, { timeoutMs, session: this.#session });
      if (reply.ok) this.changedOrigin(driver.effectOf(command).origin);
      return reply;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return error;
    }
  }

  /** Resolves to undefined when the machine is where the job resumes. `leaveOff` ends the run if a request asks for it. */
  async runPrelude(
    { defaults = [], commands, optional }: Prelude,
    next: number,
    wishes: { leaveOff: () => Promise<RunEnd | undefined>; cancelled: () => JobReason | undefined },
  ): Promise<RunEnd | undefined> {
    const { driver, onSetting, onOriginSet } = this.#deps;
    for (const command of defaults) {
      const left = await wishes.leaveOff();
      if (left !== undefined) return left;
      // The first command of the job then fails with the same reason.
      if ((await this.send(command)) instanceof LinkError) break;
    }
    for (const command of commands) {
      const left = await wishes.leaveOff();
      if (left !== undefined) return left;
      const { setting } = driver.effectOf(command);
      if (setting !== undefined) onSetting(setting);
      const outcome = await this.send(command);
      if (!(outcome instanceof LinkError) && (outcome.ok || command === optional)) {
        // The chunk with the reply may also report a restart of the board.
        if (command === ours.setOrigin && driver.session === this.#session) onOriginSet();
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
    const { profile, driver } = this.#deps;
    const refusal = refusalOf(command, terminalLine, { profile, driver });
    return { code: 'resume-refused', command, reply: terminalLine, refusal };
  }
}
