import type { PlainLinkReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { verbOf } from '../../language/our-language.ts';
import { isHold } from '../../link.ts';
import { alarmOf, isRealTime } from '../language/grbl-language.ts';
import type { MachineState, StatusReport } from './status-report.ts';

interface KnownConditionDeps {
  clock: Clock;
  /** Reports within this time after a `~` may still describe the state before the `~`. */
  oldReportsMs: number;
  hasHoming: () => boolean;
  problem: () => PlainLinkReason | undefined;
  /** Called when the machine is locked or unlocked. A locked machine accepts only `$` lines. */
  locked: (isLocked: boolean) => void;
}

const unlocking = { home: '$H', unlock: '$X' };

type Locked = Extract<PlainLinkReason, { code: 'machine-alarm' }>;

export class KnownCondition {
  readonly #deps: KnownConditionDeps;
  #now: PlainLinkReason | undefined;
  #canContinue = false;
  #continuedUntilMs = 0;
  #alarm: string | undefined;

  constructor(deps: KnownConditionDeps) {
    this.#deps = deps;
  }

  /** Why the machine waits for the user. The same object until the reason changes. */
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

  /** Called when the board has started. It waits for nothing until it reports a reason. */
  started(): void {
    this.#set(undefined);
  }

  /** Returns why the machine accepts nothing until the user unlocks it. */
  alarmed(alarm: number): Locked {
    this.#alarm = `ALARM:${alarm}, ${alarmOf(alarm).meaning}`;
    return this.#locked;
  }

  heard(line: string): void {
    if (line.includes('to unlock')) this.#set(this.#locked);
    else if (line.includes('Unlocked')) this.#set(undefined);
  }

  reported(report: StatusReport): void {
    const condition = conditionOf(report, this.#locked);
    if (isHold(condition) && this.#deps.clock.nowMs() < this.#continuedUntilMs) return;
    if (report.state !== 'Alarm') this.#alarm = undefined;
    this.#canContinue = isAbleToContinue(report);
    this.#set(condition);
  }

  /** Called when `~` was sent. Returns whether the machine obeys it. */
  continued(): boolean {
    if (!this.#canContinue) return false;
    this.#continuedUntilMs = this.#deps.clock.nowMs() + this.#deps.oldReportsMs;
    this.#set(undefined);
    return true;
  }

  obstacle(command: string, driver: { isReady: boolean; isUnderWay: boolean }): PlainLinkReason | undefined {
    const now = this.#now;
    const hasHoming = this.#deps.hasHoming();
    const problem = this.#deps.problem();
    if (!driver.isReady && isHold(now) && !isRealTime(command)) return now;
    if (problem !== undefined && !helpsAgainst(problem, command, hasHoming)) return problem;
    if (now === undefined || helpsAgainst(now, command, hasHoming)) return undefined;
    // The rest of a held job may be sent ahead. Any other command would run whenever the machine resumes.
    return isHold(now) && driver.isUnderWay ? undefined : now;
  }

  /** Shows a hold at once, but other conditions only when no command is running. */
  shown(isBusy: boolean): PlainLinkReason | undefined {
    if (this.isHeld) return this.#now;
    return isBusy ? undefined : (this.#deps.problem() ?? this.#now);
  }

  get #locked(): Locked {
    const alarm = this.#alarm ?? (this.#deps.hasHoming() ? 'it was not homed yet' : 'alarm');
    return { code: 'machine-alarm', alarm, ...unlocking };
  }

  #set(condition: PlainLinkReason | undefined): void {
    this.#deps.locked(condition?.code === 'machine-alarm');
    if (JSON.stringify(condition) !== JSON.stringify(this.#now)) this.#now = condition;
  }
}

const conditions: { readonly [State in MachineState]?: PlainLinkReason } = {
  Hold: { code: 'machine-on-hold' },
  Door: { code: 'machine-door' },
  Check: { code: 'machine-check-mode' },
  Sleep: { code: 'machine-asleep', ...unlocking },
};

function conditionOf({ state, detail }: StatusReport, locked: PlainLinkReason): PlainLinkReason | undefined {
  // The door was closed, and the machine is about to resume.
  if (state === 'Door' && detail === 3) return undefined;
  return state === 'Alarm' ? locked : conditions[state];
}

/** `~` resumes a machine at rest with a closed door. */
function isAbleToContinue({ state, detail = 0 }: StatusReport): boolean {
  return (state === 'Hold' || state === 'Door') && detail === 0;
}

/** An abnormal state allows only commands that query it or may end it. */
function helpsAgainst(reason: PlainLinkReason, command: string, hasHoming: boolean): boolean {
  const verb = verbOf(command);
  if (reason.code === 'firmware-too-old') return false;
  if (isRealTime(command) || isReport(command) || verb === 'RESET') return true;
  switch (reason.code) {
    case 'machine-setting':
      return /^\$(?!J=|H)/i.test(command.trim());
    case 'machine-on-hold':
    case 'machine-door':
    case 'machine-asleep':
      // A held machine reads no lines.
      return false;
    default:
      return command.trim().startsWith('$') || verb === 'VERSION' || (verb === 'HOME' && hasHoming);
  }
}

function isReport(command: string): boolean {
  return command.trim() === '?' || verbOf(command) === 'STATUS';
}
