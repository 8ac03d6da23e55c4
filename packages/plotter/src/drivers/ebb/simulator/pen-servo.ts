import type { Clock } from '@stationery/core';

export interface PenServoModel {
  /** The remappable pin (RPx) of the servo: 4 is B1, the usual one, 5 is B2. */
  readonly pin: number;
  /** Pulse widths in units of 83.3 ns: lowest and highest position. */
  readonly downPulse: number;
  readonly upPulse: number;
  /** The pen touches the paper below this width. */
  readonly paperPulse: number;
  readonly sweepMs: number;
}

/** AxiDraw: a servo on B1. */
export const standardServo: PenServoModel = {
  pin: 4,
  downPulse: 9855,
  upPulse: 27_831,
  paperPulse: 16_700,
  sweepMs: 200,
};

/** NextDraw, and AxiDraw with the brushless servo: on B2, with shorter pulses. */
export const brushlessServo: PenServoModel = {
  pin: 5,
  downPulse: 5400,
  upPulse: 12_600,
  paperPulse: 8600,
  sweepMs: 70,
};

/** Follows the pulse width at limited speed. */
export class PenServo {
  readonly #clock: Clock;
  readonly #slowness: number;
  readonly #model: PenServoModel;
  readonly #onPen: (down: boolean, atMs: number) => void;
  #from: number;
  #target: number;
  #beganAtMs = 0;
  #unitsPerMs = 1;
  isDown = false;
  #turn: { down: boolean; atMs: number } | undefined;
  #cancel: () => void = () => undefined;

  constructor(deps: {
    clock: Clock;
    speedFactor: number;
    model: PenServoModel;
    onPen: (down: boolean, atMs: number) => void;
  }) {
    this.#clock = deps.clock;
    this.#slowness = deps.speedFactor > 0 ? 1 / deps.speedFactor : 0;
    this.#model = deps.model;
    this.#onPen = deps.onPen;
    this.#from = deps.model.upPulse;
    this.#target = deps.model.upPulse;
  }

  #pulseAt(atMs: number): number {
    const way = this.#target - this.#from;
    const goneMs =
      this.#slowness === 0 ? Number.POSITIVE_INFINITY : (atMs - this.#beganAtMs) / this.#slowness;
    return Math.abs(way) <= goneMs * this.#unitsPerMs
      ? this.#target
      : this.#from + Math.sign(way) * Math.max(0, goneMs) * this.#unitsPerMs;
  }

  moveTo(pulse: number, unitsPerMs: number, atMs: number): void {
    const { downPulse, upPulse, sweepMs, paperPulse } = this.#model;
    this.settle(atMs);
    this.#cancel();
    this.#from = this.#pulseAt(atMs);
    this.#target = pulse;
    this.#beganAtMs = atMs;
    this.#unitsPerMs = Math.min(unitsPerMs, (upPulse - downPulse) / sweepMs);
    this.#turn = undefined;
    const down = pulse < paperPulse;
    if (down === this.isDown) return;
    const inMs = (Math.abs(this.#from - paperPulse) / this.#unitsPerMs) * this.#slowness;
    const turnAtMs = atMs + inMs;
    this.#turn = { down, atMs: turnAtMs };
    const leftMs = turnAtMs - this.#clock.nowMs();
    if (leftMs > 0) this.#cancel = this.#clock.after(leftMs, () => this.settle(turnAtMs));
    else this.settle(turnAtMs);
  }

  /** Reports pen changes up to this time, because the arm's timer may fire later than that of the motors. */
  settle(untilMs: number): void {
    const turn = this.#turn;
    if (turn === undefined || turn.atMs > untilMs) return;
    this.#turn = undefined;
    this.#cancel();
    this.isDown = turn.down;
    this.#onPen(turn.down, turn.atMs);
  }

  freeze(): void {
    this.#from = this.#pulseAt(this.#clock.nowMs());
    this.#target = this.#from;
    this.#turn = undefined;
    this.#cancel();
  }
}
