import { setImmediate } from 'node:timers/promises';
import { describeOutside, type JobReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import type { Area } from '../drivers/geometry.ts';
import type { PositionTracker } from '../machine/position-tracker.ts';
import type { MachineProfile } from '../machine/profile.ts';
import { type Outside, ReachCheck } from '../machine/reach.ts';

export interface LimitGuardParts {
  machine: Pick<MachineProfile, 'current' | 'isRelative'>;
  tracker: PositionTracker;
  link: Pick<Driver, 'isStrict' | 'effectOf'>;
}

/** Where in a request a command stands. */
export interface CommandSource {
  pointer: string;
  /** Of a script, from 1. */
  line?: number;
}

/** What a job was checked against: when it is the same at the start, it need not be checked again. */
interface Checked {
  basis: string;
  usesPosition: boolean;
}

const mostRemembered = 10_000;
const longestTurnMs = 10;

/**
 * Refuses what leads outside of the machine, before anything is sent. Only where that is asked for, or where the
 * machine would refuse it too, in the middle of a drawing: with any other machine a
 * line is passed on as it is.
 */
export class LimitGuard {
  readonly #parts: LimitGuardParts;
  readonly #checked = new Map<number, Checked>();

  constructor(parts: LimitGuardParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    const { limits, enforceLimits } = this.#parts.machine.current;
    return limits !== null && (enforceLimits ?? this.#parts.link.isStrict);
  }

  /** How far the machine reaches now. */
  get reach(): Area | null {
    return this.#parts.tracker.reach.within(this.#parts.machine.current.limits);
  }

  /** Follows commands from where the machine is now. */
  check(): ReachCheck {
    const { link, tracker } = this.#parts;
    const effectOf = (command: string) => link.effectOf(command);
    return new ReachCheck({ effectOf, place: tracker.place, reach: this.reach });
  }

  /** `before`: what was sent and is not answered yet. */
  refuseCommand(command: string, before: Iterable<string>): void {
    if (!this.isOn) return;
    const check = this.check();
    for (const earlier of before) check.add(earlier);
    const outside = check.add(command);
    if (outside !== undefined) throw this.#refusal(outside, { pointer: '/command' });
  }

  /**
   * Checks a job's commands while they arrive, and refuses the first that leads outside; undefined where nothing
   * is refused. Behind other jobs that may move the origin the limits are not known yet: such a job is checked when
   * its turn comes.
   */
  intake(
    ahead: readonly number[],
  ): { add(command: string, source: CommandSource): void; kept(id: number): void } | undefined {
    if (!this.isOn || ahead.some((id) => this.#checked.get(id)?.usesPosition !== false)) return undefined;
    const check = this.check();
    const start = this.check();
    let index = 0;
    return {
      add: (command, source) => {
        const outside = check.add(command);
        if (outside !== undefined) throw this.#refusal(outside, source, index);
        index++;
      },
      kept: (id) => {
        if (this.#checked.size >= mostRemembered) this.#checked.clear();
        this.#checked.set(id, {
          basis: this.#basis(start, check.usesPosition),
          usesPosition: check.usesPosition,
        });
      },
    };
  }

  /** Before a job's first command is sent: why it must not start. Gives others their turn meanwhile. */
  async refusalOf(
    jobId: number,
    { prelude, from, total, commandAt }: JobPart,
  ): Promise<JobReason | undefined> {
    if (!this.isOn) return undefined;
    const checked = this.#checked.get(jobId);
    if (from === 0 && checked?.basis === this.#basis(this.check(), checked?.usesPosition ?? true))
      return undefined;
    const check = this.check();
    for (const command of prelude) check.add(command);
    let sinceMs = performance.now();
    for (let index = from; index < total; index++) {
      const outside = check.add(commandAt(index));
      if (outside !== undefined)
        return { code: 'outside-limits', index, command: outside.command, ...this.#data(outside) };
      if (index % 256 !== 0 || performance.now() - sinceMs < longestTurnMs) continue;
      await setImmediate();
      sinceMs = performance.now();
    }
    return undefined;
  }

  /** The job is over or gone. */
  forget(jobId: number): void {
    this.#checked.delete(jobId);
  }

  #basis({ place, reach }: ReachCheck, usesPosition: boolean): string {
    return JSON.stringify([this.#parts.machine.isRelative, reach, usesPosition ? place.position : null]);
  }

  #refusal(outside: Outside, { pointer, line }: CommandSource, index?: number): AppError {
    const { command, target, reach } = outside;
    return new AppError(
      'outside-limits',
      `“${command}”: ${describeOutside(this.#data(outside))} Nothing was sent.`,
      {
        pointer,
        members: {
          command,
          ...(index !== undefined && { index }),
          ...(line !== undefined && { line }),
          target,
          limits: reach,
        },
      },
    );
  }

  #data({ target, reach }: Outside) {
    return { target, limits: reach, stepsPerMm: this.#parts.machine.current.stepsPerMm };
  }
}

export interface JobPart {
  prelude: readonly string[];
  from: number;
  total: number;
  commandAt: (index: number) => string;
}
