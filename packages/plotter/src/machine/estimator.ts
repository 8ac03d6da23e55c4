import { LookAheadQueue, type MotionLaw, segmentMs, segmentOf } from '@stationery/drawing';
import { a3Plotter, type MachineModel } from '../drivers/firmware-model/machine-model.ts';
import {
  type BoardState,
  type LineStep,
  planCommand,
  type Step,
  startedBoard,
  stateAfterStep,
  stateChanged,
  touchesPaper,
} from '../drivers/firmware-model/program.ts';
import { parseCommand } from '../drivers/language/command-parser.ts';
import { type MachinePosition, positionAfter } from '../drivers/language/machine-position.ts';
import { effectOfCommand, ours, verbOf } from '../drivers/language/our-language.ts';
import type { RawLine, RawLineReader, RawLines } from '../drivers/language/raw-line.ts';
import type { Profile } from '../drivers/profile.ts';

/** The known part of a command's time, and the number of its unresolved moves. */
interface Estimate {
  ms: number;
  open: number;
}

/** Number of moves planned ahead, similar to that of the machines. */
const lookAheadMoves = 32;
/** Maximum number of commands whose time is not known yet. */
const maxOpen = 1024;

/** The end speed of a move depends on later moves, so times become known a few commands later or at the end. */
export class Estimator {
  readonly #profile: Profile;
  readonly #model: MachineModel;
  readonly #ahead: LookAheadQueue<Estimate> | undefined;
  readonly #readRaw: RawLineReader | undefined;
  #state: BoardState;
  #place: MachinePosition;
  #open: Estimate[] = [];
  #known: number[] = [];
  #totalMs = 0;

  /** An unknown start counts as the origin with the pen up. */
  constructor(profile: Profile, start: MachinePosition, rawLines?: RawLines) {
    const { cornerDeviationMm = 0, stepIntervalUs, stepsPerMm } = profile;
    this.#profile = profile;
    this.#readRaw = rawLines?.(profile);
    this.#model = modelOf(profile);
    if (cornerDeviationMm > 0 && stepIntervalUs === undefined)
      this.#ahead = new LookAheadQueue({
        capacity: lookAheadMoves,
        deviation: cornerDeviationMm * stepsPerMm,
      });
    const position = start.position ?? { x: 0, y: 0 };
    const { servoDownDegrees, servoUpDegrees } = this.#model;
    const servoDegrees = start.pen === 'down' ? servoDownDegrees : servoUpDegrees;
    this.#state = { ...startedBoard(this.#model), position, servoDegrees };
    this.#place = { position, pen: start.pen };
  }

  add(command: string): void {
    const isRelative = this.#profile.coordinates === 'relative';
    const parsed = parseCommand(isRelative ? this.#absolute(command) : command);
    const planned = parsed.ok ? planCommand(parsed.command, this.#state, this.#model) : parsed;
    const estimate: Estimate = { ms: 0, open: 0 };
    this.#open.push(estimate);
    // The time for a new pen height is unknown.
    if (parsed.ok && planned.ok && parsed.command.verb !== 'PENHEIGHT') {
      for (const step of planned.program.steps) {
        if (step.kind === 'line') this.#move(step, estimate);
        else this.#rest(step, estimate);
        this.#state = stateAfterStep(this.#state, step);
      }
      this.#state = stateChanged(this.#state, planned.program.change);
      if (parsed.command.verb === 'RESET') this.#state = startedBoard(this.#model);
    } else if (!parsed.ok) {
      const raw = this.#readRaw?.(command, this.#state.position);
      if (raw !== undefined) this.#addRaw(raw, estimate);
    }
    if (this.#open.length > maxOpen) this.#end();
    this.#settle();
  }

  /** Returns the times that became known since the last call, in command order. */
  take(): number[] {
    const known = this.#known;
    this.#known = [];
    return known;
  }

  finish(): number {
    this.#end();
    this.#settle();
    return this.#totalMs;
  }

  #addRaw({ to, speed, extraMs = 0 }: RawLine, estimate: Estimate): void {
    if (to !== undefined) {
      const from = this.#state.position;
      this.#move({ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) }, estimate, speed);
      this.#state = { ...this.#state, position: to };
      this.#place = { ...this.#place, position: to };
    }
    if (extraMs > 0) this.#rest({ kind: 'wait', durationMs: extraMs }, estimate);
  }

  #move(
    { from, to, length }: Pick<LineStep, 'from' | 'to' | 'length'>,
    estimate: Estimate,
    speed?: number,
  ): void {
    if (length === 0) return;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const law = this.#law(speed);
    if (this.#ahead === undefined) {
      estimate.ms += segmentMs(dx, dy, law);
      return;
    }
    if (this.#ahead.isFull) this.#begin();
    estimate.open++;
    this.#ahead.add(segmentOf(dx, dy, law), estimate);
  }

  /** The machine stops before a pen move or dwell. */
  #rest({ durationMs }: Step, estimate: Estimate): void {
    this.#end();
    estimate.ms += durationMs;
  }

  /** `ownSpeed`: speed of the line itself, in steps per second. */
  #law(ownSpeed?: number): MotionLaw {
    const { stepIntervalUs, penUpSpeed = 0, penUpSpeedByDriver, accelerationPerAxis } = this.#profile;
    const { acceleration } = this.#state;
    const set = stepsPerSecond(this.#state.speed, this.#profile);
    if (stepIntervalUs !== undefined) return { kind: 'step-interval', intervalMs: 1000 / set, stepLength: 1 };
    const isTravel = penUpSpeedByDriver === true && !touchesPaper(this.#model, this.#state);
    const speed = ownSpeed ?? (isTravel ? Math.max(set, penUpSpeed) : set);
    return {
      kind: 'rest-to-rest',
      speed,
      acceleration: accelerationPerAxis === true ? { x: acceleration, y: acceleration } : acceleration,
    };
  }

  #begin(): boolean {
    const begun = this.#ahead?.begin();
    if (begun === undefined) return false;
    begun.tag.ms += begun.profile.durationMs;
    begun.tag.open--;
    return true;
  }

  #end(): void {
    while (this.#begin());
    this.#ahead?.restHere();
  }

  #settle(): void {
    let settled = 0;
    for (const { ms, open } of this.#open) {
      if (open > 0) break;
      this.#known.push(ms);
      this.#totalMs += ms;
      settled++;
    }
    if (settled > 0) this.#open.splice(0, settled);
  }

  #absolute(command: string): string {
    const { position } = this.#place;
    this.#place = positionAfter(this.#place, effectOfCommand(command, 'relative'));
    // Ignores moves that are invalid or end at an unknown position.
    this.#place.position ??= position;
    if (verbOf(command) !== 'MOVE' || this.#place.position === null) return command;
    return ours.moveTo(this.#place.position);
  }
}

/** Whether SPEED sets a step interval instead of a speed. */
function isInterval({ speedUnit, stepIntervalUs }: Profile): boolean {
  return speedUnit === undefined ? stepIntervalUs !== undefined : speedUnit === 'us/step';
}

/** The value of SPEED, limited to what the machine accepts, in steps per second. */
function stepsPerSecond(value: number, profile: Profile): number {
  const { min = 0, max = Number.POSITIVE_INFINITY } = profile.speedLimits ?? {};
  const set = Math.min(Math.max(value, min), max);
  return isInterval(profile) ? 1_000_000 / set : set;
}

/** Returns a model without limits, because the profile has those of the machine. */
function modelOf(profile: Profile): MachineModel {
  const { stepsPerMm, acceleration, penUpMs, penDownMs, stepIntervalUs } = profile;
  const unbounded = {
    maxSpeed: Number.MAX_SAFE_INTEGER,
    maxAcceleration: Number.MAX_SAFE_INTEGER,
    limits: undefined,
  };
  const defaultSpeed = stepIntervalUs === undefined ? profile.speed : 1_000_000 / stepIntervalUs;
  const speed = isInterval(profile) ? 1_000_000 / defaultSpeed : defaultSpeed;
  return { ...a3Plotter, ...unbounded, stepsPerMm, speed, acceleration, penUpMs, penDownMs };
}
