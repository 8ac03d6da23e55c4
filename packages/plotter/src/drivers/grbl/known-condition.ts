import type { PlainLinkReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { isHold } from '../link.ts';
import { alarmOf, isRealTime } from './grbl-language.ts';
import { conditionOf, helpsAgainst, isAbleToContinue } from './machine-condition.ts';
import type { StatusReport } from './status-report.ts';

export interface KnownConditionParts {
  clock: Clock;
  /** For so long after a `~` reports may be older than it. */
  oldReportsMs: number;
  hasHoming: () => boolean;
  /** After an alarm only `$` lines are taken. */
  locked: (isLocked: boolean) => void;
}

type Locked = Extract<PlainLinkReason, { code: 'machine-alarm' }>;

/** What is known of the machine's condition, and what it therefore must not be sent. */
export class KnownCondition {
  readonly #parts: KnownConditionParts;
  /** Why this machine cannot be drawn with as it is set. */
  problem: PlainLinkReason | undefined;
  #now: PlainLinkReason | undefined;
  /** `~` would end the hold. */
  #canContinue = false;
  #continuedUntilMs = 0;
  /** The last alarm, for a person. */
  #alarm: string | undefined;

  constructor(parts: KnownConditionParts) {
    this.#parts = parts;
  }

  /** What the machine waits for a person to do: an alarm, a hold, an open door. The same object until it is another. */
  get now(): PlainLinkReason | undefined {
    return this.#now;
  }

  get isHeld(): boolean {
    return isHold(this.#now);
  }

  get canContinue(): boolean {
    return this.#canContinue;
  }

  forget(): void {
    this.#now = undefined;
    this.#alarm = undefined;
  }

  /** A board that has just started needs nobody until it says so. */
  started(): void {
    this.#set(undefined);
  }

  /** Gives why the machine takes nothing until somebody unlocks it. */
  alarmed(alarm: number): Locked {
    this.#alarm = `ALARM:${alarm}, ${alarmOf(alarm).meaning}`;
    return this.#locked;
  }

  /** A message of the machine. */
  heard(line: string): void {
    if (line.includes('to unlock')) this.#set(this.#locked);
    else if (line.includes('Unlocked')) this.#set(undefined);
  }

  reported(report: StatusReport): void {
    const condition = conditionOf(report, this.#locked);
    if (isHold(condition) && this.#parts.clock.nowMs() < this.#continuedUntilMs) return;
    if (report.state !== 'Alarm') this.#alarm = undefined;
    this.#canContinue = isAbleToContinue(report);
    this.#set(condition);
  }

  /** `~` was sent. Gives whether the machine heeds it. */
  continued(): boolean {
    if (!this.#canContinue) return false;
    this.#continuedUntilMs = this.#parts.clock.nowMs() + this.#parts.oldReportsMs;
    this.#set(undefined);
    return true;
  }

  /** Why a command is not sent to the machine as it is. */
  obstacle(command: string, driver: { isReady: boolean; isUnderWay: boolean }): PlainLinkReason | undefined {
    const now = this.#now;
    const hasHoming = this.#parts.hasHoming();
    if (!driver.isReady && isHold(now) && !isRealTime(command)) return now;
    if (this.problem !== undefined && !helpsAgainst(this.problem, command, hasHoming)) return this.problem;
    if (now === undefined || helpsAgainst(now, command, hasHoming)) return undefined;
    // A job that was held up is sent on ahead; anything else would be carried out when the machine continues, whenever that is.
    return isHold(now) && driver.isUnderWay ? undefined : now;
  }

  /** What a person is shown: a hold at once, anything else when no command is under way. */
  shown(isBusy: boolean): PlainLinkReason | undefined {
    if (this.isHeld) return this.#now;
    return isBusy ? undefined : (this.problem ?? this.#now);
  }

  get #locked(): Locked {
    const alarm = this.#alarm ?? (this.#parts.hasHoming() ? 'it was not homed yet' : 'alarm');
    return { code: 'machine-alarm', alarm };
  }

  #set(condition: PlainLinkReason | undefined): void {
    this.#parts.locked(condition?.code === 'machine-alarm');
    if (JSON.stringify(condition) !== JSON.stringify(this.#now)) this.#now = condition;
  }
}
