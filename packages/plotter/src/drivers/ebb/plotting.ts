import type { Clock } from '@stationery/core';
import type { DriverMemory } from '../family.ts';
import type { CommandQueue } from '../kernel/queue.ts';
import type { Point } from '../language/geometry.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { errorLine } from '../lines/grammar.ts';
import type { LinkEvent } from '../link.ts';
import type { Profile } from '../profile.ts';
import { BoardMotion } from './board-motion.ts';
import { BoardPen } from './board-pen.ts';
import { type EbbCommand, topSpeed } from './ebb-language.ts';
import { Homing, type HomingArea, HomingFailed } from './homing.ts';
import { PathPlanner } from './motion/path-planner.ts';
import { motorsAt, placeOf, type Slice } from './motion/slicer.ts';
import type { Board, BoardAlarm } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';
import { nameOf } from './protocol/reply-shape.ts';

interface PlottingDeps {
  clock: Clock;
  board: Board;
  queue: CommandQueue<EbbCommand>;
  /** Acceleration with the pen up, in steps/s²; undefined if equal to pen down. */
  travelAcceleration: number | undefined;
  deviation: number;
  memory: DriverMemory;
  tell: (event: LinkEvent) => void;
}

export type Trouble = 'board-restarted' | 'board-reset' | 'homing-unfinished' | BoardAlarm;

const noPower = 'ERR POWER the motors have no power. Plug in the power supply of the plotter';

/** Plots commands. After a wrong reply, drops everything and restarts at the board's reported position. */
export class Plotting {
  readonly #deps: PlottingDeps;
  readonly #board: Board;
  readonly #path: PathPlanner<EbbCommand>;
  readonly #queue: CommandQueue<EbbCommand>;
  readonly motion: BoardMotion;
  readonly #pen: BoardPen;
  readonly #homing: Homing;
  /** Undefined if the machine has no switch, or its firmware cannot read it. */
  #machineArea: HomingArea | undefined;
  #findsOrigin = false;
  isHoming = false;
  #speed = 8000;
  #acceleration = 80_000;
  #travelSpeed = 8000;

  constructor(deps: PlottingDeps) {
    this.#deps = deps;
    this.#board = deps.board;
    this.#queue = deps.queue;
    this.motion = new BoardMotion(deps.clock, deps.board, deps.memory);
    this.#pen = new BoardPen(this.motion);
    this.#homing = new Homing(deps.board, this.motion);
    this.#path = new PathPlanner(deps.deviation);
  }

  configure(profile: Profile): void {
    const { speed, acceleration, penUpSpeed, cornerDeviationMm, stepsPerMm } = profile;
    const { homing = false, size } = profile;
    this.#machineArea = homing && size ? { ...size, stepsPerMm } : undefined;
    if (cornerDeviationMm !== undefined) this.#path.deviation = cornerDeviationMm * stepsPerMm;
    this.#speed = Math.min(topSpeed, speed);
    this.#acceleration = acceleration;
    this.#travelSpeed = penUpSpeed ?? 0;
    this.#pen.configure(profile);
  }

  get penHeightLimits(): { min: number; max: number } {
    return this.#pen.limits;
  }

  get findsOrigin(): boolean {
    return this.#findsOrigin && this.#homingArea !== undefined;
  }

  get #homingArea(): HomingArea | undefined {
    return this.#board.isThree ? this.#machineArea : undefined;
  }

  halted(): void {
    this.#path.clear();
    this.motion.halted();
  }

  /** Called when the board has lost everything it was sent. */
  restarted(): void {
    this.halted();
    this.motion.restarted();
    this.#pen.restarted();
  }

  async begin(goesOn: () => boolean): Promise<void> {
    this.isHoming = false;
    const isSame = await this.motion.isSame();
    await this.motion.rest(goesOn);
    if (!goesOn()) return;
    this.motion.motorsWereSwitched();
    if (isSame) return this.locate();
    this.restarted();
    // The position is unknown. Use it as the origin until the user sets one.
    await this.motion.begin(this.#homingArea !== undefined);
    this.#startAt({ x: 0, y: 0 });
    this.#deps.tell({ type: 'reported', reported: { position: null } });
  }

  async locate(): Promise<void> {
    const motors = await this.motion.motors();
    this.#startAt({ x: (motors[0] + motors[1]) / 2, y: (motors[0] - motors[1]) / 2 });
    const { corner } = this.motion;
    const limitsFrom = corner === undefined ? {} : { limitsFrom: placeOf(corner) };
    this.#deps.tell({ type: 'reported', reported: { position: placeOf(motors), ...limitsFrom } });
  }

  async liftPen(goesOn: () => boolean): Promise<void> {
    await this.#pen.move(false, goesOn);
    await this.motion.rest(goesOn);
    this.#deps.tell({ type: 'reported', reported: { pen: 'up' } });
  }

  async step(goesOn: () => boolean): Promise<Trouble | undefined> {
    const { waitMs } = this.motion;
    if (waitMs > 0) {
      await this.motion.awaitRoom(waitMs);
    } else if (await this.#lacksPower()) {
      this.#refuse(this.#queue.takeNext()!, noPower);
    } else {
      this.#plan();
      const slice = this.#path.next((begun) => {
        for (const one of begun) one.isSent = true;
      });
      const entry = this.#queue.next;
      if (slice !== undefined) await this.#sendSlice(slice, goesOn);
      else if (entry !== undefined) {
        const outcome = await this.#perform(entry, goesOn);
        if (outcome !== undefined) return outcome;
      } else return this.#drain(goesOn, false);
    }
    if (!goesOn() || !this.motion.isTimeToLook) return undefined;
    return this.look();
  }

  /** Checks the motor supply before a move, because without power the board would count steps that are not made. */
  async #lacksPower(): Promise<boolean> {
    const kind = this.#queue.next?.action.kind;
    if (this.motion.areMotorsOn || (kind !== 'move' && kind !== 'home')) return false;
    return !(await this.#board.hasMotorPower());
  }

  async look(): Promise<Trouble | undefined> {
    const seen = await this.motion.status();
    if (seen === undefined) return 'board-restarted';
    if (seen.buttonPressed) this.#deps.tell({ type: 'pause-button' });
    if (seen.alarm !== undefined) return seen.alarm;
    if (seen.isAtRest) await this.#checkSteps();
    this.#queue.credit(seen.done);
    return undefined;
  }

  /** Detects lost commands: a machine at rest must have made all sent steps. */
  async #checkSteps(): Promise<void> {
    if (!this.#path.isEmpty || this.#queue.oldest?.reply === undefined) return;
    const motors = await this.motion.motors();
    const target = motorsAt(this.#path.target);
    if (motors[0] !== target[0] || motors[1] !== target[1])
      throw new NoReply('not-a-reply', 'the motors have not made the steps that the board was sent');
  }

  /** Looks once or, if `isWhole`, until the board is at rest. */
  #drain(goesOn: () => boolean, isWhole: boolean): Promise<Trouble | undefined> {
    return this.motion.drain(() => this.look(), goesOn, isWhole);
  }

  #plan(): void {
    for (let entry = this.#queue.next; entry !== undefined; entry = this.#queue.next) {
      const { action } = entry;
      if (action.kind === 'move') {
        if (this.#path.isFull) return;
        this.#queue.takeNext();
        this.#planMove(entry, action.to);
      } else if (action.kind === 'pen-height') {
        this.#queue.takeNext();
        this.#setPenHeight(entry, action.height);
      } else if (action.kind === 'speed' || action.kind === 'acceleration' || action.kind === 'refused') {
        this.#queue.takeNext();
        if (action.kind === 'speed') this.#speed = action.value;
        if (action.kind === 'acceleration') this.#acceleration = action.value;
        this.#follow(entry);
      } else return;
    }
  }

  #setPenHeight(entry: EbbCommand, height: number | null): void {
    if (!this.#pen.setHeight(height)) {
      const { min, max } = this.#pen.limits;
      const text = `the pen height ${height} is not ${min} to ${max}`;
      entry.action = { kind: 'refused', terminalLine: errorLine({ code: 'RANGE', text }) };
    }
    this.#follow(entry);
  }

  #planMove(entry: EbbCommand, to: Point): void {
    const isTravel = this.#pen.isDown === false;
    const speed = isTravel ? Math.max(this.#speed, this.#travelSpeed) : this.#speed;
    const acceleration = (isTravel && this.#deps.travelAcceleration) || this.#acceleration;
    if (!this.#path.add(to, entry, { speed, acceleration, motorSpeed: topSpeed })) this.#follow(entry);
  }

  /** Completes a command without motion together with the previous motion. */
  #follow(entry: EbbCommand): void {
    if (!this.#path.follow(entry)) this.#accept(entry);
  }

  async #sendSlice({ piece, ended }: Slice<EbbCommand[]>, goesOn: () => boolean): Promise<void> {
    await this.motion.sendPiece(piece, goesOn);
    if (goesOn()) for (const entry of ended.flat()) this.#accept(entry);
  }

  async #perform(entry: EbbCommand, goesOn: () => boolean): Promise<Trouble | undefined> {
    const { action } = entry;
    this.#queue.takeNext();
    this.#path.restHere();
    entry.isSent = true;
    switch (action.kind) {
      case 'pen':
        await this.#pen.move(action.isDown, goesOn);
        break;
      case 'home':
        if (this.#pen.isDown !== false) await this.#pen.move(false, goesOn);
        if (this.#homingArea !== undefined) return this.#seekCorner(entry, this.#homingArea, goesOn);
        if (goesOn()) this.#planMove(entry, { x: 0, y: 0 });
        return undefined;
      case 'wait':
        await this.motion.delay(action.waitMs, goesOn);
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
    }
    if (goesOn()) this.#accept(entry);
    return undefined;
  }

  async #seekCorner(
    entry: EbbCommand,
    area: HomingArea,
    goesOn: () => boolean,
  ): Promise<Trouble | undefined> {
    const trouble = await this.#drain(goesOn, true);
    if (trouble !== undefined || !goesOn()) return trouble;
    this.isHoming = true;
    this.motion.forgetPlace();
    try {
      await this.#homing.seekCorner(area, goesOn);
    } catch (error) {
      if (!(error instanceof HomingFailed)) throw error;
      this.#refuse(entry, `ERR HOMING ${error.message}`);
      this.#queue.credit(this.motion.count);
      return 'homing-unfinished';
    }
    if (!goesOn()) return undefined;
    this.#findsOrigin = await this.motion.setCorner();
    this.isHoming = false;
    await this.locate();
    if (goesOn()) this.#planMove(entry, { x: 0, y: 0 });
    return undefined;
  }

  async #performAtRest(entry: EbbCommand, goesOn: () => boolean): Promise<Trouble | undefined> {
    const outcome = await this.#drain(goesOn, true);
    if (outcome !== undefined || !goesOn()) return outcome;
    if (entry.action.kind === 'zero') {
      await this.motion.setOrigin();
      if (!goesOn()) return undefined;
      this.#startAt({ x: 0, y: 0 });
    }
    if (entry.action.kind !== 'reset') {
      const lines = entry.action.kind === 'status' ? await this.#statusLines() : [];
      if (goesOn()) this.#accept(entry, lines);
      return undefined;
    }
    this.#board.line.tell('R');
    this.#accept(entry);
    this.#queue.credit(this.motion.count);
    return 'board-reset';
  }

  async #performRaw(
    entry: EbbCommand,
    { line, moves }: { line: string; moves: boolean },
    goesOn: () => boolean,
  ): Promise<Trouble | undefined> {
    if (moves) {
      const outcome = await this.#drain(goesOn, true);
      if (outcome !== undefined || !goesOn()) return outcome;
      if (clearsCounters(line)) await this.motion.clearCounters();
    }
    const { ok, lines } = await this.#board.ask(line, Math.max(entry.timeoutMs, this.motion.answerMs));
    // Resynchronise, because only some firmware sends OK after an error.
    if (!ok && !this.#board.isThree) await this.#board.resynchronise();
    if (moves && goesOn()) await this.#relocate(nameOf(line), goesOn);
    if (!goesOn()) return undefined;
    for (const each of lines.slice(0, -1)) entry.take(each);
    // A raw command that moved something has ended by now.
    this.#queue.accept(entry, lines.at(-1) ?? '', ok, this.motion.count);
    return undefined;
  }

  async #relocate(name: string, goesOn: () => boolean): Promise<void> {
    if (name === 'EM') this.motion.motorsWereSwitched();
    if (name === 'SP' || name === 'TP' || name === 'S2') this.#pen.wasMoved();
    await this.motion.rest(goesOn);
    await this.locate();
  }

  async #statusLines(): Promise<string[]> {
    const { x, y } = placeOf(await this.motion.motors());
    const { isDown } = this.#pen;
    const pen = isDown === undefined ? {} : { pen: isDown ? ('down' as const) : ('up' as const) };
    this.#deps.tell({ type: 'reported', reported: { position: { x, y }, ...pen } });
    return [
      `POS X${x} Y${y}`,
      ...(isDown === undefined ? [] : [`PEN ${isDown ? 'DOWN' : 'UP'}`]),
      `SPEED ${this.#speed}`,
      `ACCEL ${this.#acceleration}`,
    ];
  }

  /** Accepts a command that was sent completely. It is carried out when the board has completed the motions so far. */
  #accept(entry: EbbCommand, lines: readonly string[] = []): void {
    const { action, command } = entry;
    for (const line of lines) entry.take(line);
    if (action.kind === 'refused') this.#refuse(entry, action.terminalLine);
    else this.#queue.accept(entry, acknowledgementOf(command), true, this.motion.count);
  }

  #refuse(entry: EbbCommand, terminalLine: string): void {
    this.#queue.accept(entry, terminalLine, false, this.motion.count);
  }

  #startAt(target: Point): void {
    this.#path.startAt(target, { isEven: !this.#board.hasLowLevelMoves });
  }
}

function clearsCounters(line: string): boolean {
  return nameOf(line) === 'EM' || nameOf(line) === 'CS';
}
