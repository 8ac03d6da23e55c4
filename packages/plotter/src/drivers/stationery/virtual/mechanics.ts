import type { Clock } from '@stationery/core';
import { configuredModel } from '../../firmware-model/firmware-settings.ts';
import type { MachineModel } from '../../firmware-model/machine-model.ts';
import {
  type BoardState,
  haltingStep,
  pointAlong,
  type Step,
  startedBoard,
  touchesPaper,
  turn,
} from '../../firmware-model/program.ts';
import type { Point } from '../../language/geometry.ts';
import { Trace } from '../../simulator/trace.ts';

/** `setTimeout` fires at once for longer delays. */
const maxAlarmMs = 2 ** 31 - 1;

interface MechanicsDeps {
  clock: Clock;
  model: MachineModel;
  /** Speed relative to real time; 0 or infinity for immediate moves. */
  speedFactor: number;
  maxTracePoints: number;
}

interface Running {
  step: Step;
  startedAtMs: number;
  cancel: () => void;
}

/** The firmware's origin is not fixed to the machine: it moves with `ZERO` and is lost in a reset. */
export class Mechanics {
  readonly trace: Trace;
  readonly #deps: MechanicsDeps;
  readonly #slowness: number;
  #model: MachineModel;
  #state: BoardState;
  /** The firmware's origin, relative to the first carriage position. */
  #origin: Point = { x: 0, y: 0 };
  #steps: Step[] = [];
  #running: Running | undefined;
  #done: (endedAtMs: number) => void = () => undefined;

  constructor(deps: MechanicsDeps) {
    this.#deps = deps;
    this.#slowness = deps.speedFactor > 0 ? 1 / deps.speedFactor : 0;
    this.#model = deps.model;
    this.#state = startedBoard(this.#model);
    this.trace = new Trace(this.#origin, deps.maxTracePoints);
  }

  /** The state with the current position and servo angle, even during a move. */
  get state(): BoardState {
    return { ...this.#state, ...this.#progress() };
  }

  /** The machine with the settings of the last start. */
  get model(): MachineModel {
    return this.#model;
  }

  get carriage(): Point {
    return this.#placeOf(this.state.position);
  }

  get penIsDown(): boolean {
    return touchesPaper(this.#model, this.#state);
  }

  change(change: Partial<BoardState>): void {
    if (change.position !== undefined) {
      const carriage = this.carriage;
      this.#origin = { x: carriage.x - change.position.x, y: carriage.y - change.position.y };
    }
    this.#state = { ...this.#state, ...change };
  }

  timeMs(steps: readonly Step[]): number {
    return steps.reduce((total, { durationMs }) => total + durationMs, 0) * this.#slowness;
  }

  /**
   * Runs steps without a pause: a late timer does not delay the next step. `done` gets the end time of the last step.
   */
  run(
    steps: readonly Step[],
    done: (endedAtMs: number) => void,
    startAtMs: number = this.#deps.clock.nowMs(),
  ): void {
    this.#steps = [...steps];
    this.#done = done;
    this.#next(startAtMs);
  }

  /** Machine time since the running step began; undefined at rest. */
  get elapsedMs(): number | undefined {
    return this.#running && this.#elapsedMs(this.#running);
  }

  redirect(step: Step): void {
    this.#running?.cancel();
    this.#begin(step, this.#deps.clock.nowMs());
  }

  /** Drops steps that have not begun. */
  halt(done: () => void): void {
    const running = this.#running;
    const brake = running && haltingStep(running.step, this.#elapsedMs(running));
    this.haltAlong(brake === undefined ? [] : [brake], done);
  }

  haltAlong(steps: readonly Step[], done: () => void): void {
    this.#interrupt();
    this.run(steps, done);
  }

  freeze(): void {
    this.#interrupt();
    this.#goTo(this.#state.position);
  }

  /** The pen stays in place, and its position becomes the origin. */
  restart(): void {
    this.freeze();
    this.#origin = this.carriage;
    const { stored, servoDegrees } = this.#state;
    this.#model = configuredModel(stored);
    this.#state = { ...startedBoard(this.#model, stored), servoDegrees };
  }

  liftPen(done: () => void): void {
    this.run([turn(this.#state, this.#model, this.#model.servoUpDegrees)], done);
  }

  /** Moves the carriage by hand, with idle motors, unnoticed by the firmware. */
  carryTo(carriage: Point): void {
    const { position } = this.#state;
    this.#origin = { x: carriage.x - position.x, y: carriage.y - position.y };
    this.trace.jumpTo(carriage);
  }

  #next(startAtMs: number): void {
    let atMs = startAtMs;
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
      if (step.kind === 'servo' && !this.#touchesAt(step.toDegrees)) this.trace.setPen(false);
      const endMs = atMs + step.durationMs * this.#slowness;
      if (endMs > this.#deps.clock.nowMs()) {
        this.#begin(step, atMs);
        return;
      }
      this.#finish(step);
      atMs = endMs;
    }
    this.#done(atMs);
  }

  #begin(step: Step, startedAtMs: number): void {
    const endMs = startedAtMs + step.durationMs * this.#slowness;
    const wait = (): (() => void) => {
      const leftMs = endMs - this.#deps.clock.nowMs();
      return this.#deps.clock.after(Math.min(leftMs, maxAlarmMs), () => {
        if (leftMs > maxAlarmMs) {
          running.cancel = wait();
          return;
        }
        this.#running = undefined;
        this.#finish(step);
        this.#next(endMs);
      });
    };
    const running: Running = { step, startedAtMs, cancel: () => undefined };
    this.#running = running;
    running.cancel = wait();
  }

  #finish(step: Step): void {
    if (step.kind === 'line') this.#goTo(step.to);
    else if (step.kind === 'servo') this.#setServo(step.toDegrees);
  }

  /** Stops without adding a corner to the trace, because a braked line continues. */
  #interrupt(): void {
    const { position, servoDegrees } = this.state;
    this.#running?.cancel();
    this.#running = undefined;
    this.#steps = [];
    this.#state = { ...this.#state, position };
    this.#setServo(servoDegrees);
  }

  #goTo(position: Point): void {
    this.#state = { ...this.#state, position };
    this.trace.lineTo(this.#placeOf(position));
  }

  #setServo(servoDegrees: number): void {
    this.#state = { ...this.#state, servoDegrees };
    this.trace.setPen(this.penIsDown);
  }

  #progress(): Partial<BoardState> {
    const running = this.#running;
    if (running === undefined || running.step.kind === 'wait') return {};
    const { step } = running;
    const elapsedMs = this.#elapsedMs(running);
    if (step.kind === 'line') return { position: pointAlong(step, elapsedMs) };
    const share = Math.max(0, Math.min(1, elapsedMs / step.durationMs));
    const degrees = step.fromDegrees + (step.toDegrees - step.fromDegrees) * share;
    // A falling pen has not touched the paper yet; a rising one has left it.
    const rising = step.toDegrees < step.fromDegrees;
    return { servoDegrees: Math.floor(rising ? Math.min(degrees, step.fromDegrees - 1) : degrees) };
  }

  #elapsedMs({ startedAtMs }: Running): number {
    return (this.#deps.clock.nowMs() - startedAtMs) / this.#slowness;
  }

  #touchesAt(servoDegrees: number): boolean {
    return touchesPaper(this.#model, { ...this.#state, servoDegrees });
  }

  #placeOf(position: Point): Point {
    return { x: this.#origin.x + position.x, y: this.#origin.y + position.y };
  }
}
