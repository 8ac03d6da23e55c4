import type { Clock } from '@stationery/core';
import type { Point } from '../../language/geometry.ts';
import { type FirmwareVersion, isAtLeast } from '../firmware-version.ts';
import { tickMs } from './axis-motion.ts';
import { type Motion, MotionQueue } from './motion-queue.ts';
import { Motors, type MoveOrder } from './motors.ts';
import { PenServo, type PenServoModel } from './pen-servo.ts';

export interface BoardDeps {
  clock: Clock;
  version: FirmwareVersion;
  speedFactor: number;
  servo: PenServoModel;
  maxTracePoints: number;
  /** End of the axes, in steps from the first carriage position; undefined without ends and switch. */
  corner: Point | undefined;
}

const atStart = {
  isFuture: false,
  saysOk: true,
  pen: 'up' as 'up' | 'down',
  penPin: 4,
  penUpPulse: 12_000,
  penDownPulse: 16_000,
  penUpRate: 400,
  penDownRate: 400,
  servoChannels: 8,
  servoSlotMs: 3,
  servoPower: false,
  servoOffMs: 60_000,
  nodes: 0,
  variables: [] as number[],
  buttonPressed: false,
  powerThreshold: 0,
  powerWasLost: false,
  enablesMotors: true,
  limitMask: 0,
  limitTarget: 0,
  /** Moves are ignored until the mask is cleared or the motors are switched. */
  isAtLimit: false,
  limitWasReached: false,
};

/** The limit switch of a NextDraw, on B1. Pressing opens the switch, so the pin is high. */
const switchPin = 0b10;

const ticksBetween = 25;

/** Commands are in `commands.ts`. */
export class Board {
  readonly deps: BoardDeps;
  readonly queue: MotionQueue;
  readonly motors: Motors;
  readonly servo: PenServo;
  /** Stored in flash memory. */
  nickname = '';
  hasPower = true;
  #moveBeganAtMs = 0;
  settings = { ...atStart, variables: [] as number[] };

  constructor(deps: BoardDeps) {
    const { clock, speedFactor } = deps;
    this.deps = deps;
    this.queue = new MotionQueue(clock, speedFactor);
    this.motors = new Motors({
      maxTracePoints: deps.maxTracePoints,
      corner: deps.corner,
      enablesMotors: () => this.settings.enablesMotors,
      signedRates: isAtLeast(deps.version, [3, 0, 0]),
      elapsedMs: () => this.queue.elapsedMs,
    });
    this.servo = new PenServo({
      clock,
      speedFactor,
      model: deps.servo,
      onPen: (down, atMs) => this.motors.setPen(down, this.#machineMs(atMs - this.#moveBeganAtMs)),
    });
  }

  restart(): void {
    this.queue.halt();
    if (this.queue.depth !== 1) this.queue.setDepth(1, () => undefined);
    this.servo.freeze();
    this.motors.restart();
    this.settings = { ...atStart, variables: [] };
  }

  /** Switches the motor supply. The board itself runs on USB power. */
  setPower(on: boolean): void {
    this.hasPower = on;
    if (!on && this.settings.powerThreshold > 0) this.settings.powerWasLost = true;
  }

  move(order: () => MoveOrder): Motion {
    return {
      begin: (atMs) => {
        if (this.settings.isAtLimit) return { durationMs: tickMs, end: () => undefined };
        this.servo.settle(atMs);
        this.#moveBeganAtMs = atMs;
        const { durationMs: wholeMs, end } = this.motors.begin(order());
        const limitMs = this.#msToLimit(wholeMs);
        const durationMs = limitMs ?? wholeMs;
        return {
          durationMs,
          end: (elapsedMs) => {
            this.servo.settle(atMs + elapsedMs * this.queue.slowness);
            end(elapsedMs);
            if (limitMs === undefined || elapsedMs < limitMs) return;
            this.settings.isAtLimit = true;
            this.settings.limitWasReached = true;
          },
        };
      },
    };
  }

  get isSwitchPressed(): boolean {
    return this.#isPressedAt(this.motors.carriage);
  }

  setLimitMask(mask: number): void {
    this.settings.limitMask = mask;
    if (mask === 0) this.settings.isAtLimit = false;
  }

  #isPressedAt({ x }: Point): boolean {
    const { corner } = this.deps;
    return corner !== undefined && x <= corner.x;
  }

  /** Time when the running move presses a watched switch; undefined if it does not. */
  #msToLimit(wholeMs: number): number | undefined {
    const { limitMask, limitTarget } = this.settings;
    if ((limitMask & switchPin) === 0 || (limitTarget & switchPin) === 0) return undefined;
    const isPressed = (tick: number) => this.#isPressedAt(this.motors.carriageAt(tick));
    const last = Math.round(wholeMs / tickMs);
    let high = 0;
    while (!isPressed(high)) {
      if (high === last) return undefined;
      high = Math.min(last, high + ticksBetween);
    }
    let low = Math.max(0, high - ticksBetween);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (isPressed(middle)) high = middle;
      else low = middle;
    }
    return Math.max(1, high) * tickMs;
  }

  delay(durationMs: number): Motion {
    return { begin: () => ({ durationMs: Math.max(durationMs, tickMs), end: () => undefined }) };
  }

  enableMotors(mode1: number, mode2: number | undefined): Motion {
    return this.#instant(() => {
      this.settings.isAtLimit = false;
      this.motors.enable(mode1, mode2);
    });
  }

  /** Turns the servo, which starts at once. The queue waits for the requested delay. */
  turnServo(turn: { pulse: number; pin: number; rate: number; delayMs: number }): Motion {
    return {
      begin: (atMs) => {
        this.turnNow(turn, atMs);
        return { durationMs: Math.max(turn.delayMs, tickMs), end: () => undefined };
      },
    };
  }

  turnNow(
    { pulse, pin, rate }: { pulse: number; pin: number; rate: number },
    atMs = this.deps.clock.nowMs(),
  ): void {
    const { settings } = this;
    settings.servoPower = true;
    if (pin === settings.penPin) {
      if (pulse === settings.penUpPulse) settings.pen = 'up';
      else if (pulse === settings.penDownPulse) settings.pen = 'down';
    }
    if (pin !== this.deps.servo.pin || pulse === 0) return;
    const periodMs = settings.servoChannels * settings.servoSlotMs;
    this.servo.moveTo(pulse, rate === 0 ? Number.POSITIVE_INFINITY : rate / periodMs, atMs);
  }

  #machineMs(clockMs: number): number {
    const { slowness } = this.queue;
    return slowness === 0 ? 0 : clockMs / slowness;
  }

  #instant(act: () => void): Motion {
    return {
      begin: () => {
        act();
        return { durationMs: tickMs, end: () => undefined };
      },
    };
  }
}
