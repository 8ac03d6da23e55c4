import type { Clock } from '@stationery/core';
import type { Area, Point } from '../../language/geometry.ts';
import { Trace } from '../trace.ts';
import type { Axes } from './axes.ts';
import type { MotorSettings } from './motor-settings.ts';
import type { Line } from './stepper.ts';

export type SimulatedPen =
  /** A servo on the spindle pin; the board does not know its travel time. */
  | { by: 'spindle'; downAbove: number; moveMs: number }
  /** The Z axis, in machine coordinates. */
  | { by: 'z'; touchesAtMm: number; down: 'above' | 'below' };

/** Ends of the axes, in millimetres from the first position of the carriage. */
export type Frame = Area;

interface CarriageDeps {
  clock: Clock;
  slowness: number;
  settings: MotorSettings;
  pen: SimulatedPen;
  frame: Frame | undefined;
  maxTracePoints: number;
}

/**
 * The board counts steps; the carriage may be elsewhere, because a reset sets the count to 0 and steps are lost at the
 * end of an axis. Positions are in steps of the X axis.
 */
export class Carriage {
  readonly trace: Trace;
  readonly #deps: CarriageDeps;
  #origin: Point = { x: 0, y: 0 };
  #cancelServo: () => void = () => undefined;
  penIsDown = false;

  constructor(deps: CarriageDeps) {
    this.#deps = deps;
    this.trace = new Trace(this.#origin, deps.maxTracePoints);
  }

  placeOf(steps: Axes): Point {
    const [x, y] = this.#inPlace(steps);
    return { x: this.#origin.x + Math.round(x), y: this.#origin.y + Math.round(y) };
  }

  /** Called when the board counted steps without a move of the carriage, or the carriage moved without steps. */
  slip(by: Point): void {
    this.#origin = { x: this.#origin.x + by.x, y: this.#origin.y + by.y };
  }

  setSteps(place: Point, steps: Axes): void {
    const [x, y] = this.#inPlace(steps);
    this.#origin = { x: place.x - Math.round(x), y: place.y - Math.round(y) };
  }

  /** Returns whether the carriage hit the end of an axis. */
  passed({ from, to }: Line): boolean {
    const { pen, settings } = this.#deps;
    if (pen.by === 'z' && from[2] !== to[2]) {
      const touches = pen.touchesAtMm * settings.stepsPerMm[2];
      const isDown = (z: number) => (pen.down === 'above' ? z > touches : z < touches);
      if (isDown(from[2]) !== isDown(to[2])) {
        const share = (touches - from[2]) / (to[2] - from[2]);
        const at = [0, 1, 2].map((axis) => from[axis]! + (to[axis]! - from[axis]!) * share);
        this.trace.lineTo(this.placeOf([at[0]!, at[1]!, touches]));
        this.#setPen(isDown(to[2]));
      }
    }
    const place = this.placeOf(to);
    const inside = this.#clamped(place);
    this.trace.lineTo(inside);
    const struck = inside.x !== place.x || inside.y !== place.y;
    if (struck) this.slip({ x: inside.x - place.x, y: inside.y - place.y });
    return struck;
  }

  /** A servo on the spindle pin moves the pen. */
  setSpindle(speed: number, where: () => Axes): void {
    const { pen, clock, slowness } = this.#deps;
    if (pen.by !== 'spindle') return;
    this.#cancelServo();
    const down = speed > pen.downAbove;
    const move = () => {
      if (down === this.penIsDown) return;
      this.trace.lineTo(this.placeOf(where()));
      this.#setPen(down);
    };
    // The pen leaves the paper at once and touches it at the end of its travel.
    if (down && pen.moveMs * slowness > 0) this.#cancelServo = clock.after(pen.moveMs * slowness, move);
    else move();
  }

  close(): void {
    this.#cancelServo();
  }

  /** `towards` is -1 or 1 for X and Y. */
  corner(towards: readonly [number, number]): Point {
    const { frame } = this.#deps;
    const { stepsPerMm, travelMm } = this.#deps.settings;
    const { minX, maxX, minY, maxY } = frame ?? { minX: 0, maxX: travelMm[0], minY: 0, maxY: travelMm[1] };
    const [x, y] = [towards[0] < 0 ? minX : maxX, towards[1] < 0 ? minY : maxY];
    return { x: Math.round(x * stepsPerMm[0]), y: Math.round(y * stepsPerMm[0]) };
  }

  #setPen(down: boolean): void {
    this.penIsDown = down;
    this.trace.setPen(down);
  }

  #inPlace([x, y]: Axes): [number, number] {
    const { stepsPerMm } = this.#deps.settings;
    return [x, stepsPerMm[1] === 0 ? 0 : (y * stepsPerMm[0]) / stepsPerMm[1]];
  }

  #clamped({ x, y }: Point): Point {
    const { frame, settings } = this.#deps;
    if (frame === undefined) return { x, y };
    const scale = settings.stepsPerMm[0];
    const within = (value: number, min: number, max: number) =>
      Math.min(Math.max(value, Math.round(min * scale)), Math.round(max * scale));
    return { x: within(x, frame.minX, frame.maxX), y: within(y, frame.minY, frame.maxY) };
  }
}
