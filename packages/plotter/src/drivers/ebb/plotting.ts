import type { Clock } from '@stationery/core';
import type { Point } from '../geometry.ts';
import type { LinkEvent, Reply } from '../link.ts';
import { acknowledgementOf } from '../our-language.ts';
import type { Profile } from '../profile.ts';
import { topSpeed } from './ebb-language.ts';
import type { Entry } from './entry.ts';
import { lowLevelMove, stepperMove } from './motion/low-level-move.ts';
import { PathPlanner } from './motion/path-planner.ts';
import { motorsAt, placeOf, type Slice } from './motion/slicer.ts';
import { MotionClock } from './motion-clock.ts';
import { type PenHeights, penLine, penSettings, standardHeights } from './pen.ts';
import type { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';
import { nameOf } from './protocol/reply-shape.ts';

export interface PlottingParts {
  clock: Clock;
  board: Board;
  /** With the pen up, in steps/s²; undefined for the same as with the pen down. */
  travelAcceleration: number | undefined;
  /** The corner deviation that the planner assumes, in steps. */
  deviation: number;
  tell: (event: LinkEvent) => void;
}

/** Whether the board restarted unexpectedly or on request. */
export type StepOutcome = 'restarted' | 'told-to-restart' | undefined;

/** How often a board in motion is asked how far it is, and whether its button was pressed. */
const checkEveryMs = 100;
const pollMs = 5;
const enoughMs = 20;
const longestDelayMs = 60_000;
/** What a board may take on top of the time for its motions. */
const graceMs = 3000;
const noPower = 'ERR POWER the motors have no power. Plug in the power supply of the plotter';

/**
 * What the board is sent for the commands that were begun, in their order, and how far it has come with them. Nothing
 * here survives a wrong reply: then everything is taken back (`takeAll`), and begins where the board says that it is.
 */
export class Plotting {
  readonly #parts: PlottingParts;
  readonly #board: Board;
  readonly #path: PathPlanner<Entry>;
  readonly #motionClock: MotionClock;
  /** Begun and not executed; the last of them wait to be planned. */
  #entries: Entry[] = [];
  #waiting: Entry[] = [];
  /** The steps of the motors from the origin at which the board's counters were cleared. */
  #zero: readonly [number, number] = [0, 0];
  /** How many motions the board was given. */
  #motions = 0;
  #isMoving = false;
  #isPenDown: boolean | undefined;
  #isPenSet = false;
  #areMotorsOn = false;
  #heights = standardHeights;
  #speed = 8000;
  #acceleration = 80_000;
  #travelSpeed = 8000;
  #penMs = { up: 120, down: 150 };
  #checkedMs = 0;
  /** Since then the oldest command has been the oldest. */
  #turnMs = 0;
  #wakeUp: () => void = () => undefined;

  constructor(parts: PlottingParts) {
    this.#parts = parts;
    this.#board = parts.board;
    this.#motionClock = new MotionClock(parts.clock);
    this.#path = new PathPlanner(parts.deviation);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get hasWork(): boolean {
    return this.#entries.length > 0;
  }

  /** The oldest one that was not executed. */
  get command(): string | undefined {
    return this.#entries[0]?.command;
  }

  /** How long a command has been the oldest one; 0 while there are others before it. */
  msSinceTurnOf(entry: Entry): number {
    return this.#entries[0] === entry ? this.#parts.clock.nowMs() - this.#turnMs : 0;
  }

  configure(profile: Profile): void {
    const { speed, acceleration, penUpSpeed, cornerDeviationMm, stepsPerMm, penHeights } = profile;
    if (cornerDeviationMm !== undefined) this.#path.deviation = cornerDeviationMm * stepsPerMm;
    this.#speed = Math.min(topSpeed, speed);
    this.#acceleration = acceleration;
    this.#travelSpeed = penUpSpeed ?? 0;
    this.#penMs = { up: profile.penUpMs, down: profile.penDownMs };
    if (penHeights !== undefined) this.#setHeights(penHeights);
  }

  /** They count from the next pen move on. */
  #setHeights(heights: PenHeights): void {
    if (heights.up === this.#heights.up && heights.down === this.#heights.down) return;
    this.#heights = heights;
    this.#isPenSet = false;
    this.#isPenDown = undefined;
  }

  add(entry: Entry): void {
    if (this.#entries.length === 0) this.#turnMs = this.#parts.clock.nowMs();
    this.#entries.push(entry);
    this.#waiting.push(entry);
  }

  /** Takes back what was not planned yet. */
  withdraw(): Entry[] {
    const withdrawn = this.#waiting.splice(0);
    this.#entries = this.#entries.filter((entry) => !withdrawn.includes(entry));
    return withdrawn;
  }

  remove(entry: Entry): boolean {
    const at = this.#waiting.indexOf(entry);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#entries = this.#entries.filter((other) => other !== entry);
    return true;
  }

  takeAll(): Entry[] {
    const all = this.#entries;
    this.#entries = [];
    this.#waiting = [];
    this.halted();
    return all;
  }

  /** The board has nothing more to do. */
  halted(): void {
    this.#path.clear();
    this.#motionClock.clear();
  }

  lost(): void {
    this.halted();
    this.interrupt();
  }

  /** The board has lost all that it was sent; where it stands is the origin. */
  restarted(): void {
    this.halted();
    this.#motionClock.restart();
    this.#zero = [0, 0];
    this.#startAt({ x: 0, y: 0 });
    this.#areMotorsOn = false;
    this.#isPenDown = undefined;
    this.#isPenSet = false;
  }

  /** Ends the current wait at once. */
  interrupt(): void {
    this.#wakeUp();
  }

  /** Waits until the board has nothing more to do. */
  async rest(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const { isMoving } = await this.#board.status();
      if (!isMoving) break;
      await this.#pause(pollMs * 4);
    }
    this.#isMoving = false;
  }

  /** Takes over from the board where it stands. */
  async locate(): Promise<void> {
    const [first, second] = await this.#board.counters();
    const motors = [this.#zero[0] + first, this.#zero[1] + second] as const;
    this.#startAt({ x: (motors[0] + motors[1]) / 2, y: (motors[0] - motors[1]) / 2 });
    this.#parts.tell({ type: 'told', told: { position: placeOf(motors) } });
  }

  async liftPen(goesOn: () => boolean): Promise<void> {
    await this.#movePen(false, goesOn);
    await this.rest(goesOn);
    this.#parts.tell({ type: 'told', told: { pen: 'up' } });
  }

  async switchMotorsOff(): Promise<void> {
    if (!this.#areMotorsOn) return;
    this.#areMotorsOn = false;
    await this.#clearCounters();
    await this.#command('EM,0,0');
  }

  /** One thing more is done: a motion, a question, or a wait. */
  async step(goesOn: () => boolean): Promise<StepOutcome> {
    const waitMs = this.#motionClock.waitMs(this.#board.depth);
    if (waitMs > 0) {
      await this.#pause(Math.min(waitMs, checkEveryMs));
    } else if (await this.#lacksPower()) {
      this.#refuse(this.#waiting.shift()!, noPower);
    } else {
      this.#plan();
      const slice = this.#path.next((begun) => {
        for (const one of begun) one.isSent = true;
      });
      const entry = this.#waiting[0];
      if (slice !== undefined) await this.#sendSlice(slice, goesOn);
      else if (entry !== undefined) {
        const outcome = await this.#perform(entry, goesOn);
        if (outcome !== undefined) return outcome;
      } else return this.#drain(goesOn, false);
    }
    if (!goesOn() || !this.#isTimeToLook()) return undefined;
    return (await this.look()) ? undefined : 'restarted';
  }

  /** Before the motors are switched on: without power the board would count steps that the motors do not make. */
  async #lacksPower(): Promise<boolean> {
    const kind = this.#waiting[0]?.action.kind;
    if (this.#areMotorsOn || (kind !== 'move' && kind !== 'home')) return false;
    return !(await this.#board.hasMotorPower());
  }

  /** Questions take the line from motions: they wait until the board has enough of those, but not for ever. */
  #isTimeToLook(): boolean {
    const sinceMs = this.#parts.clock.nowMs() - this.#checkedMs;
    return sinceMs >= checkEveryMs && (this.#motionClock.leftMs >= enoughMs || sinceMs >= 5 * checkEveryMs);
  }

  /** Asks the board how far it has come. Gives false where it is no longer the same. */
  async look(): Promise<boolean> {
    const motions = this.#motions;
    const { isMoving, waiting, buttonPressed } = await this.#board.status();
    // Behind the status: a restart that came before it would have made the board idle.
    if (!(await this.#board.hasMark())) return false;
    this.#checkedMs = this.#parts.clock.nowMs();
    this.#isMoving = isMoving;
    if (!isMoving && motions === this.#motions) this.#motionClock.ended();
    if (buttonPressed) this.#parts.tell({ type: 'pause-button' });
    if (!isMoving && motions === this.#motions) await this.#checkSteps();
    this.#credit(isMoving ? motions - waiting - 1 : motions);
    return true;
  }

  /** At rest the motors have made all steps that were sent: otherwise something was lost on the way. */
  async #checkSteps(): Promise<void> {
    if (!this.#path.isEmpty || this.#entries[0]?.lastMotion === undefined) return;
    const [first, second] = await this.#board.counters();
    const [target1, target2] = motorsAt(this.#path.target);
    if (first !== target1 - this.#zero[0] || second !== target2 - this.#zero[1])
      throw new NoReply('not-a-reply', 'the board has made other steps than it was told');
  }

  /** Carries on until the board is at rest, or until the oldest command is executed. */
  async #drain(goesOn: () => boolean, isWhole: boolean): Promise<StepOutcome> {
    do {
      const { leftMs } = this.#motionClock;
      await this.#pause(Math.min(Math.max(leftMs, this.#isMoving ? pollMs : 0), checkEveryMs));
      if (!goesOn()) return undefined;
      if (!(await this.look())) return 'restarted';
    } while (isWhole && this.#isMoving && goesOn());
    return undefined;
  }

  /** Hands moves to the planner, up to a command at which the pen has to rest. */
  #plan(): void {
    for (let entry = this.#waiting[0]; entry !== undefined; entry = this.#waiting[0]) {
      const { action } = entry;
      if (action.kind === 'move') {
        if (this.#path.isFull) return;
        this.#waiting.shift();
        this.#planMove(entry, action.to);
      } else if (action.kind === 'speed' || action.kind === 'acceleration' || action.kind === 'refused') {
        this.#waiting.shift();
        if (action.kind === 'speed') this.#speed = action.value;
        if (action.kind === 'acceleration') this.#acceleration = action.value;
        this.#follow(entry);
      } else return;
    }
  }

  #planMove(entry: Entry, to: Point): void {
    const isTravel = this.#isPenDown === false;
    const speed = isTravel ? Math.max(this.#speed, this.#travelSpeed) : this.#speed;
    const acceleration = (isTravel && this.#parts.travelAcceleration) || this.#acceleration;
    if (!this.#path.add(to, entry, { speed, acceleration, motorSpeed: topSpeed })) this.#follow(entry);
  }

  /** It needs no motion of its own: it is done with the one before. */
  #follow(entry: Entry): void {
    if (!this.#path.follow(entry)) this.#accept(entry);
  }

  async #sendSlice({ piece, ended }: Slice<Entry[]>, goesOn: () => boolean): Promise<void> {
    if (piece.steps[0] !== 0 || piece.steps[1] !== 0) {
      await this.#switchMotorsOn(goesOn);
      const { line, durationMs } = this.#board.hasLowLevelMoves ? lowLevelMove(piece) : stepperMove(piece);
      await this.#motion(line, durationMs, goesOn);
    }
    if (goesOn()) for (const entry of ended.flat()) this.#accept(entry);
  }

  async #switchMotorsOn(goesOn: () => boolean): Promise<void> {
    if (this.#areMotorsOn) return;
    await this.#clearCounters();
    await this.#motion('EM,1,1', 0, goesOn);
    this.#areMotorsOn = true;
  }

  /** Newer firmware does so automatically when motors are switched, older does not. */
  async #clearCounters(): Promise<void> {
    const [first, second] = await this.#board.counters();
    await this.#command('CS');
    this.#zero = [this.#zero[0] + first, this.#zero[1] + second];
  }

  async #motion(line: string, durationMs: number, goesOn: () => boolean): Promise<void> {
    // After a stop nothing of what was begun before it may move anything.
    if (!goesOn()) throw new NoReply('ended', 'it was stopped');
    const timeoutMs = this.#motionClock.longestMs + graceMs;
    this.#motionClock.add(durationMs);
    this.#isMoving = true;
    const { ok, lines } = await this.#board.ask(line, timeoutMs);
    if (!ok) throw new NoReply('not-a-reply', `the board refused ${line}: ${lines.join(' ')}`);
    this.#motions++;
  }

  async #perform(entry: Entry, goesOn: () => boolean): Promise<StepOutcome> {
    const { action } = entry;
    this.#waiting.shift();
    this.#path.restHere();
    entry.isSent = true;
    switch (action.kind) {
      case 'pen':
        await this.#movePen(action.isDown, goesOn);
        break;
      case 'home':
        if (this.#isPenDown !== false) await this.#movePen(false, goesOn);
        if (goesOn()) this.#planMove(entry, { x: 0, y: 0 });
        return undefined;
      case 'wait':
        await this.#wait(action.waitMs, goesOn);
        break;
      case 'zero':
      case 'sync':
      case 'status':
      case 'reset':
        return this.#performAtRest(entry, goesOn);
      case 'version':
        this.#accept(entry, [`EBB ${this.#board.version.join('.')}`]);
        return undefined;
      case 'raw':
        return this.#performRaw(entry, action, goesOn);
      default:
        break;
    }
    if (goesOn()) this.#accept(entry);
    return undefined;
  }

  async #performAtRest(entry: Entry, goesOn: () => boolean): Promise<StepOutcome> {
    const outcome = await this.#drain(goesOn, true);
    if (outcome !== undefined || !goesOn()) return outcome;
    if (entry.action.kind === 'zero') {
      await this.#command('CS');
      if (!goesOn()) return undefined;
      this.#zero = [0, 0];
      this.#startAt({ x: 0, y: 0 });
    }
    if (entry.action.kind !== 'reset') {
      const lines = entry.action.kind === 'status' ? await this.#statusLines() : [];
      if (goesOn()) this.#accept(entry, lines);
      return undefined;
    }
    this.#board.line.tell('R');
    this.#accept(entry);
    this.#credit(this.#motions);
    return 'told-to-restart';
  }

  /** The machine's own command, as it was written. */
  async #performRaw(
    entry: Entry,
    { line, moves }: { line: string; moves: boolean },
    goesOn: () => boolean,
  ): Promise<StepOutcome> {
    if (moves) {
      const outcome = await this.#drain(goesOn, true);
      if (outcome !== undefined || !goesOn()) return outcome;
      if (nameOf(line) === 'EM') await this.#clearCounters();
    }
    const { ok, lines } = await this.#board.ask(
      line,
      Math.max(entry.timeoutMs, this.#motionClock.longestMs + graceMs),
    );
    // Some firmware says OK behind an error, and some does not.
    if (!ok && !this.#board.isThree) await this.#board.resynchronise();
    if (moves && goesOn()) await this.#relocate(nameOf(line), goesOn);
    if (!goesOn()) return undefined;
    // One that moved something has ended by now.
    entry.lastMotion = this.#motions;
    const terminalLine = lines.at(-1) ?? '';
    this.#answer(entry, { sent: entry.command, ok, terminalLine, lines: [...lines] });
    return undefined;
  }

  async #relocate(name: string, goesOn: () => boolean): Promise<void> {
    if (name === 'CS') this.#zero = motorsAt(this.#path.target);
    if (name === 'EM') this.#areMotorsOn = false;
    if (name === 'SP' || name === 'TP' || name === 'S2') this.#isPenDown = undefined;
    await this.rest(goesOn);
    await this.locate();
    await this.#board.setMark();
  }

  async #movePen(isDown: boolean, goesOn: () => boolean): Promise<void> {
    const heights = this.#heights;
    if (!this.#isPenSet) {
      for (const line of penSettings(heights)) await this.#command(line);
      this.#isPenSet = true;
    }
    const needsMs = isDown ? this.#penMs.down : this.#penMs.up;
    const durationMs = this.#isPenDown === isDown ? 1 : Math.max(1, needsMs);
    await this.#motion(penLine(heights, isDown, durationMs), durationMs, goesOn);
    this.#isPenDown = isDown;
  }

  async #wait(waitMs: number, goesOn: () => boolean): Promise<void> {
    for (let left = waitMs; left > 0 && goesOn(); left -= longestDelayMs) {
      await this.#pause(this.#motionClock.waitMs(this.#board.depth));
      const delayMs = Math.min(left, longestDelayMs);
      await this.#motion(`SM,${delayMs},0,0`, delayMs, goesOn);
    }
  }

  async #command(line: string): Promise<void> {
    const { ok, lines } = await this.#board.ask(line);
    if (!ok) throw new NoReply('not-a-reply', `the board refused ${line}: ${lines.join(' ')}`);
  }

  async #statusLines(): Promise<string[]> {
    const [first, second] = await this.#board.counters();
    const { x, y } = placeOf([this.#zero[0] + first, this.#zero[1] + second]);
    this.#parts.tell({
      type: 'told',
      told: {
        position: { x, y },
        ...(this.#isPenDown === undefined
          ? {}
          : { pen: this.#isPenDown ? ('down' as const) : ('up' as const) }),
      },
    });
    return [
      `POS X${x} Y${y}`,
      ...(this.#isPenDown === undefined ? [] : [`PEN ${this.#isPenDown ? 'DOWN' : 'UP'}`]),
      `SPEED ${this.#speed}`,
      `ACCEL ${this.#acceleration}`,
    ];
  }

  #accept(entry: Entry, lines: string[] = []): void {
    entry.isSent = true;
    entry.lastMotion = this.#motions;
    const { action, command } = entry;
    const ok = action.kind !== 'refused';
    const terminalLine = action.kind === 'refused' ? action.terminalLine : acknowledgementOf(command);
    this.#answer(entry, { sent: command, ok, terminalLine, lines: [...lines, terminalLine] });
  }

  #refuse(entry: Entry, terminalLine: string): void {
    entry.isSent = true;
    entry.lastMotion = this.#motions;
    this.#answer(entry, { sent: entry.command, ok: false, terminalLine, lines: [terminalLine] });
  }

  #answer(entry: Entry, reply: Reply): void {
    entry.accept(reply);
    this.#parts.tell({ type: 'accepted', reply });
  }

  #credit(done: number): void {
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      if (entry.reply === undefined || entry.lastMotion === undefined || entry.lastMotion > done) return;
      this.#entries.shift();
      this.#turnMs = this.#parts.clock.nowMs();
      if (!entry.isOver) this.#parts.tell({ type: 'reply', reply: entry.reply });
      entry.finish();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.clock.after(ms, () => resolve());
      this.#wakeUp = () => {
        cancel();
        resolve();
      };
    });
  }

  #startAt(target: Point): void {
    this.#path.startAt(target, { isEven: !this.#board.hasLowLevelMoves });
  }
}
