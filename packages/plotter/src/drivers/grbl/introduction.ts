import type { PlainLinkReason } from '@stationery/contract';
import type { GrblTimes } from './grbl-parts.ts';
import type { KnownCondition } from './known-condition.ts';
import type { MachineSetup } from './machine-setup.ts';
import type { MachineTalk } from './machine-talk.ts';
import type { WorkPosition } from './work-position.ts';

export interface IntroductionParts {
  times: GrblTimes;
  talk: MachineTalk;
  setup: MachineSetup;
  position: WorkPosition;
  condition: KnownCondition;
  /** The board started: nothing that was known of it counts. */
  restarted: (banner: string) => void;
  /** The machine was moving when it was reset. */
  alarmed: (alarm: number) => void;
  /** It reads nothing until a person continues it. */
  held: (reason: PlainLinkReason) => void;
}

/** `silent`: no machine of this kind answers. `gone`: interrupted by something else. */
export type Introduced = { problem: PlainLinkReason | undefined } | 'silent' | 'gone';

const questions = [
  ['$I', '['],
  ['$$', ''],
] as const;

/** Finds out who is there, and brings it to rest: nothing of what was sent before may move it. */
export class Introduction {
  readonly #parts: IntroductionParts;

  constructor(parts: IntroductionParts) {
    this.#parts = parts;
  }

  async run(bannerWaitMs: number, isGone: () => boolean): Promise<Introduced> {
    const { times, talk, setup, position, restarted, alarmed } = this.#parts;
    const greeted = await talk.banner(bannerWaitMs);
    if (isGone()) return 'gone';
    if (greeted === undefined) {
      // A board that did not restart may still have lines of another session, or half of one.
      const rest = await talk.bringToRest(times, isGone);
      if (isGone()) return 'gone';
      if (rest === 'silent') return 'silent';
      setup.wasReset(rest.banner);
      if (rest.alarm !== undefined) alarmed(rest.alarm);
    } else restarted(greeted);
    const { tooOld } = setup.machine;
    if (tooOld !== undefined) return { problem: tooOld };
    await talk.quiet();
    if (isGone() || !(await this.#endOfHold(isGone))) return 'gone';
    for (const [question, answer] of questions) {
      const lines = await talk.ask(question, answer);
      if (isGone()) return 'gone';
      if (lines === undefined) return 'silent';
      setup.hear(lines);
    }
    setup.apply();
    await position.find(isGone);
    return isGone() ? 'gone' : { problem: setup.problem };
  }

  /** A machine that starts with its door open reads nothing until a person continues it. False: it is gone. */
  async #endOfHold(isGone: () => boolean): Promise<boolean> {
    const { times, talk, condition, held } = this.#parts;
    for (;;) {
      const report = await talk.report();
      if (isGone()) return false;
      if (report === undefined || !condition.isHeld) return true;
      held(condition.now!);
      await talk.sleep(times.pollMs);
      if (isGone()) return false;
    }
  }
}
