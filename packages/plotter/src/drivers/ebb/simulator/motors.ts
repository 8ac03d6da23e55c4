import type { Point } from '../../language/geometry.ts';
import { Trace } from '../../simulator/trace.ts';
import { placeOf } from '../motion/slicer.ts';
import { AxisMotion, fullAccumulator, tickMs } from './axis-motion.ts';
import type { Progress } from './motion-queue.ts';

const sampleTicks = 250;
/** Tolerance of a straight line, in sixteenths of a step. */
const straightWithin = 1;

export interface AxisOrder {
  rate: number;
  acceleration: number;
  steps: number | undefined;
}

export interface MoveOrder {
  axes: readonly [AxisOrder, AxisOrder];
  /** Duration of a move that ends by time. */
  ticks?: number;
  /** Accumulators to clear: 1, 2 or both. */
  clear?: number;
}

interface MoveUnderWay {
  axes: readonly [AxisMotion, AxisMotion];
  /** Start of the motors, in sixteenths of a step. */
  from: readonly [number, number];
  /** Whether each motor has power. The belt turns an unpowered motor. */
  isDriven: readonly [boolean, boolean];
  tracedTick: number;
}

/**
 * One belt goes round both motors: the first moves by x + y, the second by x − y. The trace is in sixteenths of a step,
 * 80 per millimetre, independent of the driver mode.
 */
export class Motors {
  readonly trace: Trace;
  readonly #signedRates: boolean;
  readonly #elapsedMs: () => number;
  #turned: readonly [number, number] = [0, 0];
  #counted: readonly [number, number] = [0, 0];
  #accumulators: readonly [number, number] = [0, 0];
  #enabled: readonly [boolean, boolean] = [false, false];
  /** Sixteenths per step: 1 in mode 1, 16 in mode 5. */
  #sixteenths = 1;
  #move: MoveUnderWay | undefined;

  readonly #corner: Point | undefined;
  readonly #enablesMotors: () => boolean;

  constructor(deps: {
    maxTracePoints: number;
    signedRates: boolean;
    elapsedMs: () => number;
    corner: Point | undefined;
    enablesMotors: () => boolean;
  }) {
    this.#corner = deps.corner;
    this.#enablesMotors = deps.enablesMotors;
    this.trace = new Trace({ x: 0, y: 0 }, deps.maxTracePoints);
    this.#signedRates = deps.signedRates;
    this.#elapsedMs = deps.elapsedMs;
  }

  get carriage(): Point {
    return placeOf(this.#motorsAt(this.#tick));
  }

  carriageAt(tick: number): Point {
    return placeOf(this.#motorsAt(tick));
  }

  /** The board's counters since the last `EM` or `CS`, in steps of the driver mode. */
  get position(): readonly [number, number] {
    return this.#countedAt(this.#tick);
  }

  get accumulators(): readonly [number, number] {
    const move = this.#move;
    if (move === undefined) return this.#accumulators;
    const tick = this.#tick;
    return [move.axes[0].accumulatorAt(tick), move.axes[1].accumulatorAt(tick)];
  }

  /** Values for `QE`: 0 if the motor is disabled, else its microsteps. */
  get microsteps(): readonly [number, number] {
    const steps = 16 / this.#sixteenths;
    return [this.#enabled[0] ? steps : 0, this.#enabled[1] ? steps : 0];
  }

  get moving(): readonly [boolean, boolean] {
    const move = this.#move;
    if (move === undefined) return [false, false];
    const tick = this.#tick;
    return [tick < move.axes[0].endTick, tick < move.axes[1].endTick];
  }

  get stepsLeft(): readonly [number, number] {
    const move = this.#move;
    if (move === undefined) return [0, 0];
    const left = (axis: AxisMotion) =>
      axis.endTick === Number.POSITIVE_INFINITY ? 0 : axis.madeAt(axis.endTick) - axis.madeAt(this.#tick);
    return [left(move.axes[0]), left(move.axes[1])];
  }

  enable(mode1: number, mode2: number | undefined): void {
    const second = mode2 === undefined ? this.#enabled[1] : mode2 > 0;
    this.#enabled = [mode1 > 0, second];
    if (mode1 > 0) this.#sixteenths = 2 ** (mode1 - 1);
    this.clearPosition();
  }

  disable(): void {
    this.#enabled = [false, false];
  }

  clearPosition(): void {
    this.#counted = [0, 0];
    this.#accumulators = [0, 0];
  }

  restart(): void {
    this.#sixteenths = 1;
    this.disable();
    this.clearPosition();
  }

  /** Makes the pen touch or leave the paper this long after the running move began. */
  setPen(down: boolean, afterMs: number): void {
    this.#traceTo(Math.max(this.#move?.tracedTick ?? 0, Math.floor(afterMs / tickMs + 1e-6)));
    this.trace.setPen(down);
  }

  begin({ axes, ticks, clear = 0 }: MoveOrder): Progress {
    if (this.#enablesMotors()) this.#enabled = [true, true];
    const motionOf = (at: 0 | 1) =>
      new AxisMotion(
        {
          accumulator: clear & (at + 1) ? 'cleared' : this.#accumulators[at],
          ...axes[at],
          signedRates: this.#signedRates,
        },
        ticks,
      );
    const motions = [motionOf(0), motionOf(1)] as const;
    this.#move = { axes: motions, from: this.#turned, isDriven: this.#enabled, tracedTick: 0 };
    const endTick = Math.max(motions[0].endTick, motions[1].endTick);
    return { durationMs: endTick * tickMs, end: (elapsedMs) => this.#end(Math.round(elapsedMs / tickMs)) };
  }

  #end(tick: number): void {
    this.#traceTo(tick);
    const accumulators = this.#move!.axes.map((axis) => axis.accumulatorAt(tick) % fullAccumulator);
    [this.#counted, this.#turned] = [this.#countedAt(tick), this.#motorsAt(tick)];
    this.#accumulators = [accumulators[0]!, accumulators[1]!];
    this.#move = undefined;
  }

  get #tick(): number {
    return this.#move === undefined ? 0 : Math.floor(this.#elapsedMs() / tickMs + 1e-6);
  }

  #countedAt(tick: number): readonly [number, number] {
    const axes = this.#move?.axes;
    if (axes === undefined) return this.#counted;
    return [this.#counted[0] + axes[0].positionAt(tick), this.#counted[1] + axes[1].positionAt(tick)];
  }

  #motorsAt(tick: number): readonly [number, number] {
    const move = this.#move;
    if (move === undefined) return this.#turned;
    const { axes, from, isDriven } = move;
    const turned = (at: 0 | 1) =>
      from[at] + (isDriven[at] ? axes[at].positionAt(tick) * this.#sixteenths : 0);
    return this.#withinFrame([turned(0), turned(1)], isDriven);
  }

  /** Keeps the carriage within the frame: at the end of Y, the belt turns an unpowered motor instead. */
  #withinFrame(
    [first, second]: readonly [number, number],
    [isFirst, isSecond]: readonly [boolean, boolean],
  ): readonly [number, number] {
    const endY = this.#corner?.y;
    if (endY === undefined || isFirst === isSecond || first - second >= 2 * endY) return [first, second];
    return isFirst ? [first, first - 2 * endY] : [second + 2 * endY, second];
  }

  /**
   * Adds corners to the trace. If the ratio of the axis speeds changes, the path is a curve with a corner every 10 ms.
   */
  #traceTo(tick: number): void {
    const move = this.#move;
    if (move === undefined) return;
    const start = placeOf(this.#motorsAt(move.tracedTick));
    const end = placeOf(this.#motorsAt(tick));
    const between: Point[] = [];
    for (let at = move.tracedTick + sampleTicks; at < tick && between.length < 10_000; at += sampleTicks)
      between.push(placeOf(this.#motorsAt(at)));
    if (!between.every((point) => isBeside(start, end, point)))
      for (const point of between) this.trace.lineTo(point);
    this.trace.lineTo(end);
    move.tracedTick = tick;
  }
}

function isBeside(start: Point, end: Point, { x, y }: Point): boolean {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(x - start.x, y - start.y) <= straightWithin;
  return Math.abs(dx * (y - start.y) - dy * (x - start.x)) / length <= straightWithin;
}
