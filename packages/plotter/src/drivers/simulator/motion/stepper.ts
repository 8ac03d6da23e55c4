import type { Clock } from '@stationery/core';
import { type BegunSegment, distanceAt, LookAheadQueue, type Segment, speedAt } from '@stationery/drawing';
import { type Axes, difference, each, lengthOf } from './axes.ts';
import type { MotorSettings } from './motor-settings.ts';

/** Size of Grbl's planner on an Uno, including the running block. */
export const plannerBlocks = 15;

/** Keeps settings of 0 from creating a line that never ends. */
const minSpeedMmS = 0.01;
const minAccelerationMmS2 = 0.01;

export interface Line {
  readonly from: Axes;
  readonly to: Axes;
}

interface Running {
  begun: BegunSegment<Line>;
  startedAtMs: number;
  cancel: () => void;
}

interface StepperDeps {
  clock: Clock;
  /** Clock milliseconds per machine millisecond; 0 for immediate moves. */
  slowness: number;
  passed: (line: Line) => void;
  /** Called when there is room for a line, or no line is left. */
  progressed: () => void;
}

export class Stepper {
  readonly #deps: StepperDeps;
  #queue: LookAheadQueue<Line>;
  #running: Running | undefined;
  /** Segments driven until the machine stands; undefined while not braking. */
  #braking: { pieces: BegunSegment<Line>[]; stopped: () => void } | undefined;
  #position: Axes;
  #target: Axes;

  constructor(deps: StepperDeps, position: Axes, deviationMm: number) {
    this.#deps = deps;
    this.#position = position;
    this.#target = position;
    this.#queue = new LookAheadQueue({ capacity: plannerBlocks, deviation: deviationMm });
  }

  get count(): number {
    return this.#queue.size + (this.#running === undefined ? 0 : 1) + (this.#braking?.pieces.length ?? 0);
  }

  get isMoving(): boolean {
    return this.#running !== undefined;
  }

  get position(): Axes {
    const running = this.#running;
    if (running === undefined) return this.#position;
    const { begun } = running;
    const { from, to } = begun.tag;
    const travelled = begun.offset + distanceAt(begun.profile, this.#elapsedMs(running));
    const share = Math.min(1, travelled / begun.segment.length);
    return each((axis) => Math.round(from[axis] + (to[axis] - from[axis]) * share));
  }

  /** In mm/s. */
  get speed(): number {
    return this.#running === undefined
      ? 0
      : speedAt(this.#running.begun.profile, this.#elapsedMs(this.#running));
  }

  /** `speed` returns the speed within the limit of the axes. Lines of zero length are ignored. */
  add(to: Axes, speed: (limitMmS: number) => number, settings: MotorSettings): void {
    const line = { from: this.#target, to };
    const segment = segmentOf(line, speed, settings);
    if (segment === undefined) return;
    this.#target = to;
    this.#queue.add(segment, line);
    const running = this.#running;
    if (running === undefined || this.#braking !== undefined || this.#deps.slowness === 0) return;
    const elapsedMs = this.#elapsedMs(running);
    const faster = this.#queue.replan(running.begun, elapsedMs);
    if (faster === undefined) return;
    running.cancel();
    this.#drive(faster, this.#deps.clock.nowMs());
  }

  start(): void {
    if (this.#running !== undefined || this.#braking !== undefined) return;
    this.#next(this.#deps.clock.nowMs());
  }

  /** Brakes along the path; the rest stays planned. */
  brake(stopped: () => void): void {
    const running = this.#running;
    if (running === undefined) {
      stopped();
      return;
    }
    running.cancel();
    const pieces = this.#queue.brake(running.begun, this.#elapsedMs(running));
    // A move that has just begun needs no time to brake.
    this.#running = undefined;
    this.#braking = { pieces, stopped };
    this.#next(this.#deps.clock.nowMs());
  }

  /** Stops without braking. Returns the previous speed in mm/s, and its direction. */
  kill(): { speed: number; direction: Axes } {
    const { position, speed } = this;
    const tag = this.#running?.begun.tag;
    this.#running?.cancel();
    this.#running = undefined;
    this.#braking = undefined;
    this.#position = position;
    this.drop();
    const way = tag === undefined ? ([0, 0, 0] as const) : difference(tag.to, tag.from);
    const length = lengthOf(way);
    return { speed, direction: each((axis) => (length === 0 ? 0 : way[axis] / length)) };
  }

  drop(): void {
    this.#queue.clear();
    this.#target = this.#position;
  }

  setPosition(position: Axes, deviationMm: number): void {
    this.#position = position;
    this.#target = position;
    this.#queue = new LookAheadQueue({ capacity: plannerBlocks, deviation: deviationMm });
  }

  #next(atMs: number): void {
    for (;;) {
      const begun = this.#braking === undefined ? this.#queue.begin() : this.#braking.pieces.shift();
      if (begun === undefined) return;
      if (begun.profile.durationMs * this.#deps.slowness > 0) {
        this.#drive(begun, atMs);
        return;
      }
      if (this.#finish(begun) === 'stands') return;
    }
  }

  /** The segment begins when the previous one ended, however late the timer fires. */
  #drive(begun: BegunSegment<Line>, startedAtMs: number): void {
    const { clock, slowness } = this.#deps;
    const endsAtMs = startedAtMs + begun.profile.durationMs * slowness;
    const running: Running = { begun, startedAtMs, cancel: () => undefined };
    this.#running = running;
    running.cancel = clock.after(Math.max(0, endsAtMs - clock.nowMs()), () => {
      this.#running = undefined;
      if (this.#finish(begun) === 'goes-on') this.#next(endsAtMs);
      this.#deps.progressed();
    });
  }

  #finish(begun: BegunSegment<Line>): 'goes-on' | 'stands' {
    const { tag, segment, offset, profile } = begun;
    const braking = this.#braking;
    if (braking !== undefined && braking.pieces.length === 0) {
      const share = Math.min(1, (offset + profile.length) / segment.length);
      this.#position = each((axis) => Math.round(tag.from[axis] + (tag.to[axis] - tag.from[axis]) * share));
      this.#queue.putBack(begun);
      if (share >= 1) this.#deps.passed(tag);
      this.#braking = undefined;
      braking.stopped();
      return 'stands';
    }
    this.#position = tag.to;
    this.#deps.passed(tag);
    return 'goes-on';
  }

  #elapsedMs({ startedAtMs }: Running): number {
    const { clock, slowness } = this.#deps;
    return slowness === 0 ? Number.POSITIVE_INFINITY : (clock.nowMs() - startedAtMs) / slowness;
  }
}

/** Returns undefined for a line of zero length. */
function segmentOf(
  { from, to }: Line,
  speed: (limitMmS: number) => number,
  settings: MotorSettings,
): Segment | undefined {
  const { stepsPerMm, maxSpeedMmS, accelerationMmS2, lineAccelerationMmS2 } = settings;
  const way = each((axis) => (to[axis] - from[axis]) / stepsPerMm[axis]);
  const length = lengthOf(way);
  if (!(length > 0)) return undefined;
  const along = (limits: Axes) =>
    Math.min(
      ...limits.map((limit, axis) => (way[axis] === 0 ? Infinity : (limit * length) / Math.abs(way[axis]!))),
    );
  return {
    dx: way[0],
    dy: way[1],
    length,
    speed: Math.max(minSpeedMmS, speed(along(maxSpeedMmS))),
    acceleration: Math.max(
      minAccelerationMmS2,
      Math.min(lineAccelerationMmS2 ?? Infinity, along(accelerationMmS2)),
    ),
    ...(lineAccelerationMmS2 === undefined && {
      axisAcceleration: { x: accelerationMmS2[0], y: accelerationMmS2[1] },
    }),
  };
}
