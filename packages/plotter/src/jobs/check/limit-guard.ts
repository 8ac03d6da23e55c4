import { setImmediate } from 'node:timers/promises';
import { describeOutside, describePenHeight, type JobReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { Driver } from '../../drivers/driver.ts';
import type { Area } from '../../drivers/language/geometry.ts';
import type { PositionTracker } from '../../machine/position-tracker.ts';
import type { MachineProfile } from '../../machine/profile.ts';
import { ReachCheck, type Refused } from '../../machine/reach.ts';

interface LimitGuardDeps {
  machine: Pick<MachineProfile, 'current' | 'isRelative'>;
  tracker: PositionTracker;
  driver: Pick<Driver, 'isStrict' | 'effectOf'>;
}

export interface CommandSource {
  pointer: string;
  line?: number;
}

/** If these values are unchanged at the start of a job, its check is skipped. */
interface Checked {
  basis: string;
  usesPosition: boolean;
}

const maxRemembered = 10_000;
const maxTurnMs = 10;

/**
 * Rejects moves outside the machine before anything is sent: if requested, or if the machine itself would stop in the
 * middle of a drawing. Pen heights that the machine would refuse are rejected in every job.
 */
export class LimitGuard {
  readonly #deps: LimitGuardDeps;
  readonly #checked = new Map<number, Checked>();

  constructor(deps: LimitGuardDeps) {
    this.#deps = deps;
  }

  get isOn(): boolean {
    const { limits, enforceLimits } = this.#deps.machine.current;
    return limits !== null && (enforceLimits ?? this.#deps.driver.isStrict);
  }

  get reach(): Area | null {
    return this.#deps.tracker.reach.within(this.#deps.machine.current.limits);
  }

  check(): ReachCheck {
    return this.#checkWithin(this.reach);
  }

  #checkWithin(reach: Area | null): ReachCheck {
    const { driver, tracker, machine } = this.#deps;
    const effectOf = (command: string) => driver.effectOf(command);
    const { penHeightLimits: heightLimits } = machine.current;
    return new ReachCheck({ effectOf, place: tracker.place, reach, heightLimits });
  }

  /** `isReachKnown`: whether to check positions as well. */
  #jobCheck(isReachKnown = true): ReachCheck {
    return this.#checkWithin(isReachKnown && this.isOn ? this.reach : null);
  }

  /** `before`: commands in flight. */
  refuseCommand(command: string, before: Iterable<string>): void {
    if (!this.isOn) return;
    const check = this.check();
    for (const earlier of before) check.add(earlier);
    const refused = check.add(command);
    // The machine itself refuses an invalid height.
    if (refused !== undefined && 'target' in refused) throw this.#refusal(refused, { pointer: '/command' });
  }

  /** Positions are checked only at the start of the job if jobs ahead of it may move the origin. */
  intake(ahead: readonly number[]): {
    add(command: string, source: CommandSource): void;
    kept(id: number): void;
  } {
    const isReachKnown = ahead.every((id) => this.#checked.get(id)?.usesPosition === false);
    const check = this.#jobCheck(isReachKnown);
    const start = this.#jobCheck(isReachKnown);
    let index = 0;
    return {
      add: (command, source) => {
        const refused = check.add(command);
        if (refused !== undefined) throw this.#refusal(refused, source, index);
        index++;
      },
      kept: (id) => {
        if (!isReachKnown) return;
        if (this.#checked.size >= maxRemembered) this.#checked.clear();
        const { usesPosition } = check;
        this.#checked.set(id, { basis: this.#basis(start, usesPosition), usesPosition });
      },
    };
  }

  /** Returns why the rest of the job would be refused. Yields to the event loop. */
  async refusalOf(
    jobId: number,
    { prelude, from, total, commandAt }: JobPart,
  ): Promise<JobReason | undefined> {
    const checked = this.#checked.get(jobId);
    if (from === 0 && checked?.basis === this.#basis(this.#jobCheck(), checked?.usesPosition ?? true))
      return undefined;
    const check = this.#jobCheck();
    for (const command of prelude) check.add(command);
    let sinceMs = performance.now();
    for (let index = from; index < total; index++) {
      const refused = check.add(commandAt(index));
      if (refused !== undefined) return { index, ...this.#reasonOf(refused) };
      if (index % 256 !== 0 || performance.now() - sinceMs < maxTurnMs) continue;
      await setImmediate();
      sinceMs = performance.now();
    }
    return undefined;
  }

  forget(jobId: number): void {
    this.#checked.delete(jobId);
  }

  #basis({ place, reach, heightLimits }: ReachCheck, usesPosition: boolean): string {
    const position = usesPosition && reach !== null ? place.position : null;
    return JSON.stringify([this.#deps.machine.isRelative, reach, position, heightLimits]);
  }

  #refusal(refused: Refused, { pointer, line }: CommandSource, index?: number): AppError {
    const reason = this.#reasonOf(refused);
    const { code, command } = reason;
    const isOutside = code === 'outside-limits';
    const why = isOutside ? describeOutside(reason) : describePenHeight(reason);
    return new AppError(code, `“${command}”: ${why} Nothing was sent.`, {
      pointer,
      members: {
        command,
        ...(index !== undefined && { index, cause: { ...reason, index } }),
        ...(line !== undefined && { line }),
        ...(isOutside
          ? { target: reason.target, limits: reason.limits }
          : { height: reason.height, heightLimits: reason.heightLimits }),
      },
    });
  }

  #reasonOf(refused: Refused) {
    if (!('target' in refused)) return { code: 'invalid-pen-height' as const, ...refused };
    const { command, target, reach: limits } = refused;
    const { stepsPerMm } = this.#deps.machine.current;
    return { code: 'outside-limits' as const, command, target, limits, stepsPerMm };
  }
}

interface JobPart {
  prelude: readonly string[];
  from: number;
  total: number;
  commandAt: (index: number) => string;
}
