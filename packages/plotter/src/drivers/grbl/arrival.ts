import { because, type PlainLinkReason } from '@stationery/contract';
import type { LinkState } from '../link.ts';
import { Introduction } from './introduction.ts';
import type { MachineSession } from './machine-session.ts';
import type { SharedParts } from './shared-parts.ts';

export interface ArrivalParts extends SharedParts {
  session: MachineSession;
  /** Refuses what waits and cannot be sent to the machine as it is. */
  refuseWaiting: () => void;
}

/** From the opening of the port, or a restart of the board, until the machine can be sent commands. */
export class Arrival {
  readonly #parts: ArrivalParts;
  readonly #introduction: Introduction;
  #cancelAgain: () => void = () => undefined;

  constructor(parts: ArrivalParts) {
    const { times, talk, setup, position, condition, port, session, refuseWaiting } = parts;
    this.#parts = parts;
    this.#introduction = new Introduction({
      ...{ times, talk, setup, position, condition },
      restarted: (banner) => this.#restarted(banner),
      alarmed: (alarm) => session.alarmed(alarm),
      held: (reason) => {
        refuseWaiting();
        if (port.state.state !== 'suspect') port.become({ state: 'suspect', ...because(reason) });
      },
    });
  }

  /** Finds out who is there. */
  greet(bannerWaitMs: number): void {
    const { log, port, condition } = this.#parts;
    const isGone = this.interrupt({ state: 'settling' });
    void this.#introduction.run(bannerWaitMs, isGone).then((introduced) => {
      if (isGone() || introduced === 'gone') return;
      if (introduced === 'silent') {
        this.#tryAgain();
        return;
      }
      const { problem } = introduced;
      condition.problem = problem;
      if (problem !== undefined) log.warn({ reason: problem }, 'the machine cannot be used');
      port.proven();
      this.ready();
    });
  }

  /** Nothing more is sent of what was begun. Gives whether something else has happened since. */
  interrupt(state: LinkState): () => boolean {
    const isGone = this.#parts.readiness.interrupt();
    this.#parts.port.become(state);
    return isGone;
  }

  /** After a setting was changed. What waits is not sent before it is known. */
  readSettings(): void {
    const { readiness, talk, setup, condition, port } = this.#parts;
    const isGone = readiness.pause();
    void talk.ask('$$').then((lines) => {
      if (isGone()) return;
      setup.hear(lines ?? []);
      setup.apply();
      condition.problem = setup.problem;
      if (condition.problem !== undefined) port.tell({ type: 'told', told: { position: null } });
      this.ready();
    });
  }

  ready(): void {
    const { readiness, conversation, polling, refuseWaiting, changed } = this.#parts;
    readiness.ready();
    refuseWaiting();
    changed();
    polling.watch();
    conversation.pump();
  }

  cancel(): void {
    this.#cancelAgain();
  }

  #tryAgain(): void {
    const { clock, times, port, talk, condition, conversation, session } = this.#parts;
    const heard = (talk.lastLine ?? '').slice(0, 80);
    const reason: PlainLinkReason = { code: 'wrong-machine', driver: 'grbl', heard };
    condition.problem = reason;
    const unsent = { kind: 'not-ready', reason } as const;
    conversation.end({ sent: unsent, unsent });
    port.become({ state: 'suspect', ...because(reason) });
    this.#cancelAgain();
    this.#cancelAgain = clock.after(times.againMs, () => session.reopen(reason));
  }

  #restarted(banner: string): void {
    const { port, setup, position } = this.#parts;
    setup.restarted(banner);
    position.forget();
    port.tell({ type: 'reset', banner });
  }
}
