import { acknowledgementOf } from '../language/our-language.ts';
import { LinkError, type Reply } from '../link.ts';
import type { Arrival } from './arrival.ts';
import { penSteps } from './grbl-language.ts';
import type { MachineSession } from './machine-session.ts';
import type { AtRest } from './machine-talk.ts';
import type { SharedParts } from './shared-parts.ts';

export interface StoppingParts extends SharedParts {
  session: MachineSession;
  arrival: Arrival;
}

/** Stops, restarts and alarms: the machine is brought to rest, and its firmware restarted. */
export class Stopping {
  readonly #parts: StoppingParts;
  #stopping: Promise<Reply> | undefined;

  constructor(parts: StoppingParts) {
    this.#parts = parts;
  }

  stop(onWritten: () => void): Promise<Reply> {
    const { port } = this.#parts;
    if (!port.isOpen) {
      onWritten();
      return Promise.reject(port.closedError('STOP'));
    }
    if (this.#stopping !== undefined) {
      // Nothing moves any more but the pen; a second hold would come after the reset, and hold that up.
      onWritten();
      return this.#stopping;
    }
    const written = port.write(Buffer.from('!'));
    port.tell({ type: 'sent', line: '!' });
    void written.then(onWritten);
    this.#stopping = this.#stop().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  /** `RESET`: everything before it has been carried out. */
  async restart(): Promise<void> {
    const { readiness, position, conversation } = this.#parts;
    const isGone = readiness.watch();
    const rest = await this.#bringToRest(isGone);
    if (typeof rest === 'string' || isGone()) return;
    const report = await position.find(isGone);
    if (isGone()) return;
    const told = report && position.toldBy(report);
    conversation.restarted(rest.banner, told ?? { position: null });
  }

  /** The machine raised an alarm. After most of them the board takes nothing but a reset. */
  async alarmed(alarm: number): Promise<void> {
    const { talk, position, session, arrival } = this.#parts;
    if (talk.isExpectingBanner || this.#stopping !== undefined) {
      talk.alarmed(alarm);
      return;
    }
    const isGone = arrival.interrupt({ state: 'settling' });
    session.alarmed(alarm);
    const rest = await this.#bringToRest(isGone);
    if (typeof rest === 'string' || isGone()) return;
    await position.find(isGone);
    if (!isGone()) arrival.ready();
  }

  /** `!` is already on its way. */
  async #stop(): Promise<Reply> {
    const { port, setup, talk, position, condition, conversation, session, arrival } = this.#parts;
    const owed = conversation.end({
      sent: (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
      unsent: { kind: 'aborted', reason: { code: 'stopped-unsent' } },
    });
    session.tellUnanswered(owed);
    const before = condition.now;
    const isGone = arrival.interrupt({ state: 'busy', command: 'STOP' });
    const lost = () => new LinkError('lost', port.whyOther, 'STOP');
    const rest = await this.#bringToRest(isGone);
    if (rest === 'silent') throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    if (rest === 'gone' || isGone()) throw lost();
    if (rest.alarm !== undefined) session.alarmed(rest.alarm);
    const report = await position.find(isGone);
    if (isGone()) throw lost();
    if (rest.alarm === undefined) session.conditionChanged(before);
    // A reset switches the spindle off; the pen is put where it belongs, unless the machine waits for a person.
    const isBlocked = condition.now !== undefined;
    if (!isBlocked) {
      for (const { text, answer } of penSteps('up', setup.translation)) {
        await talk.ask(text, answer);
        if (isGone()) throw lost();
      }
    }
    const told = report && position.toldBy(report);
    const terminalLine = acknowledgementOf('STOP');
    const { lastReport } = talk;
    const lines = lastReport === undefined ? [terminalLine] : [lastReport, terminalLine];
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines };
    port.tell({ type: 'reply', reply });
    port.tell({ type: 'told', told: isBlocked ? { ...told } : { ...told, pen: 'up' } });
    arrival.ready();
    return reply;
  }

  /** `silent`: the port is opened again. `gone`: something else has happened. */
  async #bringToRest(isGone: () => boolean): Promise<AtRest | 'silent' | 'gone'> {
    const { times, setup, talk, session } = this.#parts;
    const rest = await talk.bringToRest(times, isGone);
    if (isGone()) return 'gone';
    if (rest === 'silent') session.reopen({ code: 'port-reopened' });
    else setup.forgetModes();
    return rest;
  }
}
