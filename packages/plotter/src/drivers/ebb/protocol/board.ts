import type { Clock } from '@stationery/core';
import { type FirmwareVersion, isAtLeast } from '../firmware-version.ts';
import { BoardLine, type BoardLineEvents, type BoardReply } from './board-line.ts';

/** Timeout of queries, which the board answers at once unless it is gone. */
const questionMs = 2000;
const queueDepth = 16;
/** About 6 V, in the unit of `QC` and `CU,60`. */
const minSupply = 190;
/** 0 is the mark of a board that has restarted. */
const marks = Array.from({ length: 255 }, (_, index) => index + 1);

/** Why a machine stopped by itself. Firmware 3 reports each reason once. */
export type BoardAlarm = 'motor-power-lost' | 'limit-switch';

export interface BoardStatus {
  readonly waiting: number;
  readonly isMoving: boolean;
  readonly buttonPressed: boolean;
}

export class Board {
  readonly line: BoardLine;
  readonly #random: () => number;
  version: FirmwareVersion = [0, 0, 0];
  depth = 1;
  /** Stored by the board until it restarts, to detect unreported restarts. */
  #mark = 0;
  #hasRestarted = false;
  #alarm: BoardAlarm | undefined;
  #barriers: number;

  constructor(deps: {
    clock: Clock;
    write: (bytes: Uint8Array) => void;
    events: BoardLineEvents;
    random: () => number;
  }) {
    this.line = new BoardLine(deps.clock, deps.write, deps.events);
    this.#random = deps.random;
    this.#barriers = 1_000_000 + Math.floor(deps.random() * 1_000_000_000);
  }

  get hasLowLevelMoves(): boolean {
    return isAtLeast(this.version, [2, 5, 3]);
  }

  get isThree(): boolean {
    return isAtLeast(this.version, [3, 0, 0]);
  }

  ask(line: string, timeoutMs = questionMs): Promise<BoardReply> {
    return this.line.ask(line, timeoutMs);
  }

  /** The version must be known. */
  async begin(): Promise<void> {
    this.line.isFuture = this.isThree;
    if (this.isThree) this.line.tell('CU,10,1');
    await this.resynchronise();
    this.depth = 1;
    if (!this.isThree) return;
    const most = Number((await this.ask('QU,2')).text.replace(/^QU,/, ''));
    const depth = Math.min(queueDepth, most);
    // The board answers only when it is idle, hence the long timeout.
    if (depth > 1 && (await this.ask(`CU,4,${depth}`, 30_000)).ok) this.depth = depth;
    await this.ask('CU,50,1');
    await this.ask('CU,51,0');
    await this.ask(`CU,60,${minSupply}`);
  }

  /** Resynchronises the link. A board that answers in a different syntax than the one set has restarted. */
  async resynchronise(): Promise<void> {
    this.#barriers = 1_000_000 + ((this.#barriers - 999_999) % 4_000_000_000);
    const syntax = await this.line.resynchronise(this.#barriers, questionMs);
    this.#hasRestarted = this.isThree && syntax === 'legacy';
  }

  /**
   * Returns whether the board has this mark (default: the last one of `setMark`). If so, it has not restarted since.
   */
  async hasMark(mark = this.#mark): Promise<boolean> {
    const isSame = mark !== 0 && !this.#hasRestarted && Number((await this.ask('QL')).text) === mark;
    if (isSame) this.#mark = mark;
    return isSame;
  }

  /** Returns a mark that differs from that of the board and from `other`. */
  nextMark(other: number): number {
    const free = marks.filter((mark) => mark !== this.#mark && mark !== other);
    return free[Math.floor(this.#random() * free.length)]!;
  }

  /** `hasMark()` returns false until the next `setMark()`, also after a restart of the service. */
  forgetMark(): void {
    this.#mark = 0;
    const line = 'SL,0';
    // A missing reply takes the line out of step, so the next command notices it.
    if (this.line.isInStep) this.ask(line).catch(() => undefined);
    else this.line.tell(line);
  }

  async setMark(mark: number): Promise<void> {
    await this.ask(`SL,${mark}`);
    this.#mark = mark;
  }

  async status(): Promise<BoardStatus> {
    if (!isAtLeast(this.version, [2, 6, 2])) return this.#oldStatus();
    const waiting = this.isThree ? Number((await this.ask('QU,6')).text.replace(/^QU,/, '')) : undefined;
    const bits = Number.parseInt((await this.ask('QG')).text, 16);
    // Before firmware 3 these bits are pins.
    if (this.isThree && bits & 0b0100_0000) this.#alarm = 'motor-power-lost';
    else if (this.isThree && bits & 0b1000_0000) this.#alarm ??= 'limit-switch';
    return {
      isMoving: (bits & 0b1111) !== 0,
      // Queried before the status, so some of these motions may have ended since.
      waiting: waiting ?? bits & 1,
      buttonPressed: (bits & 0b10_0000) !== 0,
    };
  }

  /** Returns the alarm since the last call, if any. */
  takeAlarm(): BoardAlarm | undefined {
    const alarm = this.#alarm;
    this.#alarm = undefined;
    return alarm;
  }

  /** Queries the motor supply, because the board itself runs on USB power. */
  async hasMotorPower(): Promise<boolean> {
    const supply = Number((await this.ask('QC')).text.split(',')[1]);
    return supply > minSupply;
  }

  async counters(): Promise<readonly [number, number]> {
    const [first = 0, second = 0] = (await this.ask('QS')).text.split(',').map(Number);
    return [first, second];
  }

  async #oldStatus(): Promise<BoardStatus> {
    const { text } = await this.ask('QM');
    const [command, first, second, waiting] = text.replace(/^QM,/, '').split(',').map(Number);
    const buttonPressed = (await this.ask('QB')).text === '1';
    return {
      isMoving: [command, first, second, waiting].some(Boolean),
      waiting: waiting ?? 0,
      buttonPressed,
    };
  }
}
