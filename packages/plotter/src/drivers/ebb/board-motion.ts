import type { Clock } from '@stationery/core';
import type { DriverMemory } from '../family.ts';
import { lowLevelMove, type Piece, stepperMove } from './motion/low-level-move.ts';
import { MotionClock } from './motion-clock.ts';
import type { Board, BoardAlarm } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';

/** Interval of progress and button queries while the board moves. */
const checkEveryMs = 100;
const pollMs = 5;
const enoughMs = 20;
const maxDelayMs = 60_000;
/** Extra time for the board to answer after its motions. */
const graceMs = 3000;

type Motors = readonly [number, number];

/** Valid only while the board has this mark. The mark changes when the board restarts or its counters are cleared. */
interface CountedFrom {
  /** 0 if the position is unknown. */
  readonly mark: number;
  readonly zero: Motors;
  readonly corner: Corner | null;
}

/** The corner from which the machine's limits are measured. */
interface Corner {
  readonly at: Motors;
  /** Whether homing found it. Otherwise the user put the carriage there before the board started. */
  readonly isFound: boolean;
}

const unknownPlace: CountedFrom = { mark: 0, zero: [0, 0], corner: null };

interface MotionStatus {
  readonly done: number;
  readonly isAtRest: boolean;
  readonly buttonPressed: boolean;
  readonly alarm: BoardAlarm | undefined;
}

export class BoardMotion {
  readonly #clock: Clock;
  readonly #board: Board;
  readonly #memory: DriverMemory;
  readonly #motionClock: MotionClock;
  /** Motor steps from the origin at which the board's counters were cleared. */
  #zero: Motors = [0, 0];
  /** The new `#zero` while it is unknown whether the board has cleared its counters. */
  #clearing: Motors | undefined;
  #count = 0;
  /** Whether the saved corner is relative to the current origin. */
  #isCornerKnown = false;
  #isMoving = false;
  #areMotorsOn = false;
  #lookedMs = 0;
  #wakeUp: () => void = () => undefined;

  constructor(clock: Clock, board: Board, memory: DriverMemory) {
    this.#clock = clock;
    this.#board = board;
    this.#memory = memory;
    this.#motionClock = new MotionClock(clock);
  }

  get count(): number {
    return this.#count;
  }

  get areMotorsOn(): boolean {
    return this.#areMotorsOn;
  }

  /** Delay before sending the next motion. */
  get waitMs(): number {
    return this.#motionClock.waitMs(this.#board.depth);
  }

  /** Timeout of a query, which the board may answer only after its motions. */
  get answerMs(): number {
    return this.#motionClock.maxMs + graceMs;
  }

  /**
   * Whether to query the board. Queries delay motions, so they wait until the board has enough of them, but not
   * forever.
   */
  get isTimeToLook(): boolean {
    const sinceMs = this.#clock.nowMs() - this.#lookedMs;
    return sinceMs >= checkEveryMs && (this.#motionClock.leftMs >= enoughMs || sinceMs >= 5 * checkEveryMs);
  }

  halted(): void {
    this.#motionClock.clear();
  }

  /** Called when the board has lost everything it was sent. */
  restarted(): void {
    this.halted();
    this.#motionClock.restart();
    this.#areMotorsOn = false;
    this.#clearing = undefined;
  }

  /** Returns whether the board has not restarted since it was last used. If false, `countFrom` must follow. */
  async isSame(): Promise<boolean> {
    if (await this.#board.hasMark()) {
      if (this.#clearing !== undefined) await this.countFrom(this.#clearing);
      return true;
    }
    const { mark, zero } = this.#counted;
    this.#isCornerKnown = await this.#board.hasMark(mark);
    if (this.#isCornerKnown) this.#zero = zero;
    this.#clearing = undefined;
    return this.#isCornerKnown;
  }

  get corner(): Motors | undefined {
    return this.#isCornerKnown ? this.#counted.corner?.at : undefined;
  }

  get #counted(): CountedFrom {
    return countedIn(this.#memory.get());
  }

  #save(counted: CountedFrom): void {
    this.#memory.set(JSON.stringify(counted));
  }

  /** Called when the position of the motors may differ from the counters. */
  forgetPlace(): void {
    this.#isCornerKnown = false;
    this.#board.forgetMark();
    this.#save({ ...this.#counted, mark: 0 });
  }

  /**
   * Starts counting at the current position of an unknown board. Unless the machine can home, that position is taken as
   * its corner.
   */
  async begin(hasHoming: boolean): Promise<void> {
    if (!hasHoming) this.#save({ ...unknownPlace, corner: { at: [0, 0], isFound: false } });
    await this.countFrom([0, 0]);
    this.#isCornerKnown = !hasHoming;
  }

  /** The board must be at rest. */
  async setOrigin(): Promise<void> {
    const [first, second] = await this.motors();
    const counted = this.#counted;
    const { corner } = counted;
    const isKnown = this.#isCornerKnown && corner !== null;
    const at: Motors = isKnown ? [corner.at[0] - first, corner.at[1] - second] : [0, 0];
    this.#save({ ...counted, mark: 0, corner: isKnown ? { ...corner, at } : null });
    await this.countFrom([0, 0]);
    this.#isCornerKnown = isKnown;
  }

  /** Returns whether the origin is where it was before. */
  async setCorner(): Promise<boolean> {
    const { corner } = this.#counted;
    const at: Motors = corner?.isFound ? corner.at : [0, 0];
    this.#save({ ...unknownPlace, corner: { at, isFound: true } });
    await this.countFrom(at);
    this.#areMotorsOn = true;
    this.#isCornerKnown = true;
    return corner?.isFound === true;
  }

  interrupt(): void {
    this.#wakeUp();
  }

  async rest(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const { isMoving } = await this.#board.status();
      if (!isMoving) break;
      await this.#pause(pollMs * 4);
    }
    this.#isMoving = false;
  }

  /** Waits at most `waitMs`. */
  async awaitRoom(waitMs: number): Promise<void> {
    await this.#pause(Math.min(waitMs, checkEveryMs));
  }

  /** Returns undefined if the board has restarted. */
  async status(): Promise<MotionStatus | undefined> {
    const count = this.#count;
    const { isMoving, waiting, buttonPressed } = await this.#board.status();
    // Query the mark after the status: a board that restarted before the status query reports that it is idle.
    if (!(await this.#board.hasMark())) return undefined;
    this.#lookedMs = this.#clock.nowMs();
    this.#isMoving = isMoving;
    const isAtRest = !isMoving && count === this.#count;
    if (isAtRest) this.#motionClock.ended();
    const alarm = this.#areMotorsOn ? this.#board.takeAlarm() : undefined;
    return { done: isMoving ? count - waiting - 1 : count, isAtRest, buttonPressed, alarm };
  }

  /** Looks once or, if `isWhole`, until the board is at rest. Returns the reason if the board cannot continue. */
  async drain<T>(
    look: () => Promise<T | undefined>,
    goesOn: () => boolean,
    isWhole: boolean,
  ): Promise<T | undefined> {
    do {
      const { leftMs } = this.#motionClock;
      await this.#pause(Math.min(Math.max(leftMs, this.#isMoving ? pollMs : 0), checkEveryMs));
      if (!goesOn()) return undefined;
      const trouble = await look();
      if (trouble !== undefined) return trouble;
    } while (isWhole && this.#isMoving && goesOn());
    return undefined;
  }

  async send(line: string, durationMs: number, goesOn: () => boolean): Promise<void> {
    // After a stop, no earlier command may move anything.
    if (!goesOn()) throw new NoReply('ended', 'it was stopped');
    const timeoutMs = this.answerMs;
    this.#motionClock.add(durationMs);
    this.#isMoving = true;
    await this.command(line, timeoutMs);
    this.#count++;
  }

  async sendPiece(piece: Piece, goesOn: () => boolean): Promise<void> {
    if (piece.steps[0] === 0 && piece.steps[1] === 0) return;
    await this.#switchMotorsOn(goesOn);
    const { line, durationMs } = this.#board.hasLowLevelMoves ? lowLevelMove(piece) : stepperMove(piece);
    await this.send(line, durationMs, goesOn);
  }

  async delay(ms: number, goesOn: () => boolean): Promise<void> {
    for (let left = ms; left > 0 && goesOn(); left -= maxDelayMs) {
      await this.#pause(this.waitMs);
      const delayMs = Math.min(left, maxDelayMs);
      await this.send(`SM,${delayMs},0,0`, delayMs, goesOn);
    }
  }

  /** Sends a line that is not a motion. */
  async command(line: string, timeoutMs?: number): Promise<void> {
    const { ok, lines } = await this.#board.ask(line, timeoutMs);
    if (!ok) throw new NoReply('not-a-reply', `the board refused ${line}: ${lines.join(' ')}`);
  }

  /** Returns the motor position in steps from the origin, as counted by the board. */
  async motors(): Promise<Motors> {
    const [first, second] = await this.#board.counters();
    return [this.#zero[0] + first, this.#zero[1] + second];
  }

  /** The board must be at rest. `zero`: its position in motor steps from the origin. */
  async countFrom(zero: Motors): Promise<void> {
    // Set a new mark: if the new position cannot be stored, the board must not match the old one.
    const mark = this.#board.nextMark(countedIn(this.#memory.stored()).mark);
    this.#clearing = zero;
    // Save first: if a command fails, the board does not have the mark and the saved position is not used.
    this.#save({ ...this.#counted, mark, zero });
    await this.command('CS');
    await this.#board.setMark(mark);
    this.#zero = zero;
    this.#clearing = undefined;
  }

  /** Clears the counters on all boards, because only newer firmware does so itself when motors are switched. */
  async clearCounters(): Promise<void> {
    const motors = await this.motors();
    if (motors[0] !== this.#zero[0] || motors[1] !== this.#zero[1]) await this.countFrom(motors);
  }

  async switchMotorsOff(): Promise<void> {
    if (!this.#areMotorsOn) return;
    this.#areMotorsOn = false;
    await this.clearCounters();
    await this.command('EM,0,0');
  }

  /** The next motion switches the motors on again. */
  motorsWereSwitched(): void {
    this.#areMotorsOn = false;
  }

  async #switchMotorsOn(goesOn: () => boolean): Promise<void> {
    if (this.#areMotorsOn) return;
    await this.clearCounters();
    // Discard alarms from before the machine was in use.
    this.#board.takeAlarm();
    await this.send('EM,1,1', 0, goesOn);
    this.#areMotorsOn = true;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => resolve());
      this.#wakeUp = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Text of a different form, as in a damaged database, means an unknown position. */
function countedIn(text: string | undefined): CountedFrom {
  const stored = JSON.parse(text ?? 'null') as Partial<CountedFrom> | null;
  const { mark, zero, corner } = stored ?? {};
  if (typeof mark !== 'number' || !isMotors(zero)) return unknownPlace;
  return {
    mark,
    zero,
    corner: isMotors(corner?.at) ? { at: corner.at, isFound: corner.isFound === true } : null,
  };
}

function isMotors(value: unknown): value is Motors {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
