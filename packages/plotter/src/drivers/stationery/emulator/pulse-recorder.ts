import type { Point } from '../../language/geometry.ts';

export interface MachinePins {
  readonly step: readonly [number, number];
  readonly direction: readonly [number, number];
  readonly enable: number;
  readonly servo: number;
}

interface RecorderOptions {
  pins: MachinePins;
  /** In a CoreXY machine both motors move both axes: A = X + Y, B = X − Y. */
  isCoreXy?: boolean;
  /** Whether to keep the time of each step of both motors. */
  keepsSteps?: boolean;
}

export interface Step {
  motor: 0 | 1;
  nanos: number;
  position: Point;
}

/** The pen of the default machine is down from halfway between its angles. */
const penDownMicros = 500 + (60 * 2000) / 180;

export class PulseRecorder {
  /** Called after each step with the position, and when the pen goes up or down. */
  onMove: (position: Point) => void = () => undefined;
  onPen: (isDown: boolean) => void = () => undefined;
  readonly steps: Step[] = [];
  readonly motors: [number, number] = [0, 0];
  shortestPulseNanos = Number.POSITIVE_INFINITY;
  /** The shortest time between a change of direction and the next step. */
  shortestSetupNanos = Number.POSITIVE_INFINITY;
  isEnabled = false;
  servoMicros = 0;
  readonly #options: RecorderOptions;
  readonly #isBackwards = [false, false];
  readonly #directedAt = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  readonly #raisedAt: (number | undefined)[] = [undefined, undefined];
  #servoRaisedAt: number | undefined;
  penIsDown = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  get position(): Point {
    const [a, b] = this.motors;
    return this.#options.isCoreXy ? { x: (a + b) / 2, y: (a - b) / 2 } : { x: a, y: b };
  }

  pinChanged(pin: number, isHigh: boolean, nanos: number): void {
    const { step, direction, enable, servo } = this.#options.pins;
    if (pin === step[0]) this.#stepChanged(0, isHigh, nanos);
    else if (pin === step[1]) this.#stepChanged(1, isHigh, nanos);
    else if (pin === direction[0] || pin === direction[1]) {
      const motor = pin === direction[0] ? 0 : 1;
      this.#isBackwards[motor] = isHigh;
      this.#directedAt[motor] = nanos;
    } else if (pin === enable) this.isEnabled = !isHigh;
    else if (pin === servo) this.#servoChanged(isHigh, nanos);
  }

  #stepChanged(motor: 0 | 1, isHigh: boolean, nanos: number): void {
    const raisedAt = this.#raisedAt[motor];
    this.#raisedAt[motor] = isHigh ? nanos : undefined;
    if (!isHigh) {
      if (raisedAt !== undefined)
        this.shortestPulseNanos = Math.min(this.shortestPulseNanos, nanos - raisedAt);
      return;
    }
    this.shortestSetupNanos = Math.min(this.shortestSetupNanos, nanos - this.#directedAt[motor]!);
    this.motors[motor] += this.#isBackwards[motor] ? -1 : 1;
    const { position } = this;
    if (this.#options.keepsSteps) this.steps.push({ motor, nanos, position });
    this.onMove(position);
  }

  #servoChanged(isHigh: boolean, nanos: number): void {
    if (isHigh) {
      this.#servoRaisedAt = nanos;
      return;
    }
    if (this.#servoRaisedAt === undefined) return;
    this.servoMicros = (nanos - this.#servoRaisedAt) / 1000;
    const isDown = this.servoMicros >= penDownMicros;
    if (isDown === this.penIsDown) return;
    this.penIsDown = isDown;
    this.onPen(isDown);
  }
}
