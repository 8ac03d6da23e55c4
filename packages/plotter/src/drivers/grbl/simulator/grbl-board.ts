import type { Clock } from '@stationery/core';
import type { Point } from '../../language/geometry.ts';
import { type Axes, each, origin } from '../../simulator/motion/axes.ts';
import { Carriage, type Frame, type SimulatedPen } from '../../simulator/motion/carriage.ts';
import { plannerBlocks, Stepper } from '../../simulator/motion/stepper.ts';
import type { Board, BoardState, Hold } from './board.ts';
import { Overrides } from './board.ts';
import { BoardSettings } from './board-settings.ts';
import { carryOutBlock, carryOutJog } from './carry-out-block.ts';
import { FeedHold } from './feed-hold.ts';
import { LineRunner, type Wait } from './line-runner.ts';
import { workOffset } from './parse-block.ts';
import { freshCoordinates, type ParserState, type StoredCoordinates, startedParser } from './parser-state.ts';
import { Refusal } from './refusal.ts';
import { StatusReports } from './reports.ts';
import { carryOutSystemLine } from './system-line.ts';

export interface BoardDeps {
  clock: Clock;
  /** Clock milliseconds per machine millisecond; 0 for immediate moves. */
  slowness: number;
  settings: Readonly<Record<number, number>>;
  pen: SimulatedPen;
  frame: Frame | undefined;
  maxTracePoints: number;
  banner: string;
  buildInfo: readonly string[];
  say: (text: string) => void;
  reply: (text: string) => void;
  lineBegins: () => void;
}

const alarmPauseMs = 500;

/** Grbl 1.1 as seen from its serial line, with its motors and pen. */
export class GrblBoard implements Board {
  readonly settings: BoardSettings;
  readonly carriage: Carriage;
  readonly stepper: Stepper;
  readonly reports = new StatusReports();
  readonly overrides = new Overrides();
  startupLines: [string, string] = ['', ''];
  stored: StoredCoordinates = freshCoordinates();
  parser: ParserState = startedParser(origin);
  state: BoardState = 'idle';
  isWriting = false;
  readonly #deps: BoardDeps;
  readonly #lines: LineRunner;
  readonly #suspension = new FeedHold(this);
  #cancelWait: () => void = () => undefined;
  /** Set after a limit was hit, when only a reset helps. */
  #limit: { inLine: boolean } | undefined;
  #resetAfterLine = false;
  /** True between an alarm and the banner: the board ignores everything. */
  #deaf = false;
  #spindleSpeed = 0;
  #isAsked = false;
  /** Number of resets. A line that began before a reset is not continued. */
  #life = 0;

  constructor(deps: BoardDeps) {
    this.#deps = deps;
    const { clock, slowness, pen, frame, maxTracePoints } = deps;
    const settings = new BoardSettings(deps.settings);
    this.settings = settings;
    this.#lines = new LineRunner({
      carryOut: (text) => this.#carryOut(text),
      mayRun: () => this.#mayRun(),
      isMet: (wait) => this.#isMet(wait),
      startMoving: () => this.#startMoving(),
      after: (ms, then) => this.after(ms, then),
      lineBegins: deps.lineBegins,
      reply: (text) => {
        deps.reply(text);
        if (this.#resetAfterLine) this.softReset();
      },
    });
    this.carriage = new Carriage({ clock, slowness, pen, frame, maxTracePoints, settings });
    const passed = (line: Parameters<Carriage['passed']>[0]) => {
      if (this.carriage.passed(line) && settings.isOn(21)) this.raiseLimit(1);
    };
    const progressed = () => this.work();
    this.stepper = new Stepper({ clock, slowness, passed, progressed }, origin, settings.get(11));
  }

  get buildInfo(): readonly string[] {
    return this.#deps.buildInfo;
  }

  get place(): Point {
    return this.carriage.placeOf(this.stepper.position);
  }

  get lines(): { readonly bytesLost: number } {
    return this.#lines;
  }

  get line(): string | undefined {
    return this.#lines.line;
  }

  get doorIsOpen(): boolean {
    return this.#suspension.doorIsOpen;
  }

  /** In millimetres. */
  get machinePosition(): Axes {
    const { stepsPerMm } = this.settings;
    const steps = this.stepper.position;
    return each((axis) => (stepsPerMm[axis] === 0 ? 0 : steps[axis] / stepsPerMm[axis]));
  }

  say(text: string): void {
    this.#deps.say(text);
  }

  powerDown(): void {
    this.#halt();
  }

  /** After power-up or the button, the board counts from 0 at its position. */
  powerUp(): void {
    this.#halt();
    this.setPlace(this.place, origin);
    this.state = this.settings.isOn(22) ? 'alarm' : 'idle';
    this.#initialise();
  }

  close(): void {
    this.#halt();
    this.carriage.close();
  }

  hear(byte: number): void {
    if (this.#deaf) return;
    if (byte === 0x18) this.softReset();
    else if (byte === 0x3f) this.#report();
    else if (byte === 0x21) this.hold('hold');
    else if (byte === 0x7e) this.#suspension.resume();
    else if (byte === 0x84) this.hold('door');
    else if (byte === 0x85) {
      if (this.state === 'jog') this.hold('hold');
    } else if (byte > 0x7f) this.#override(byte);
    else {
      this.#lines.push(byte, this.isWriting);
      if (byte === 0x0a || byte === 0x0d) this.work();
    }
  }

  /** Answers a status query. During homing the board reacts only to a reset, so the query stays pending. */
  #report(): void {
    this.#isAsked = this.state === 'home';
    if (!this.#isAsked) this.say(this.statusLine());
  }

  /** `0x18`. Interrupted motion leaves the position uncertain. */
  softReset(): void {
    const homing = this.state === 'home';
    const moving = this.stepper.isMoving || homing;
    // Grbl answers a running line with `ok`.
    const underWay = this.#lines.line !== undefined || this.#limit?.inLine === true;
    this.#halt();
    const finish = () => {
      if (underWay) this.#deps.reply('ok');
      this.#initialise();
    };
    if (moving || this.state === 'sleep') this.state = 'alarm';
    if (!moving) {
      finish();
      return;
    }
    this.say(`ALARM:${homing ? 6 : 3}`);
    this.#deaf = true;
    this.after(alarmPauseMs, finish);
  }

  setPlace(place: Point, steps: Axes): void {
    this.carriage.setSteps(place, steps);
    this.stepper.setPosition(steps, this.settings.get(11));
    this.parser = { ...this.parser, position: this.machinePosition };
  }

  applySettings(): void {
    // Settings change only with an empty planner; positions in steps are kept.
    this.stepper.setPosition(this.stepper.position, this.settings.get(11));
    this.parser = { ...this.parser, position: this.machinePosition };
  }

  startUp(): void {
    for (const text of this.startupLines) {
      if (text === '') continue;
      try {
        // The planner is empty; other waits are skipped.
        for (const wait of carryOutBlock(this, text)) if (wait !== 'empty') break;
        this.say(`>${text}:ok`);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.say(`>${text}:error:${error.code}`);
      }
    }
  }

  setSpindle(speed: number): void {
    const [max, min] = [this.settings.get(30), this.settings.get(31)];
    const wanted = (speed * this.overrides.spindle) / 100;
    this.#spindleSpeed = wanted === 0 ? 0 : Math.min(Math.max(wanted, min), max);
    this.carriage.setSpindle(this.#spindleSpeed, () => this.stepper.position);
    this.reports.refreshOverrides();
  }

  hold(as: Hold): void {
    this.#suspension.begin(as);
  }

  setDoor(open: boolean): void {
    this.#suspension.setDoor(open);
  }

  raiseLimit(alarm: 1 | 2): void {
    const inLine = this.#lines.line !== undefined;
    this.#halt();
    this.setSpindle(0);
    this.state = 'alarm';
    this.#limit = { inLine };
    this.say(`ALARM:${alarm}`);
    this.say('[MSG:Reset to continue]');
  }

  resetAfterLine(): void {
    this.#resetAfterLine = true;
  }

  after(ms: number, then: () => void): void {
    const { clock, slowness } = this.#deps;
    const life = this.#life;
    const run = () => {
      if (this.#life === life) then();
    };
    if (ms * slowness > 0) this.#cancelWait = clock.after(ms * slowness, run);
    else run();
  }

  work(): void {
    if (this.#isAsked) this.#report();
    for (;;) {
      this.#lines.run();
      if (!this.#mayRun()) return;
      this.#startMoving();
      if (this.stepper.isMoving || (this.state !== 'run' && this.state !== 'jog')) return;
      // All motion has ended: run lines that waited for it, or for the end of a jog.
      this.state = 'idle';
    }
  }

  statusLine(): string {
    const { state } = this;
    const digit = state === 'hold' || state === 'door' ? `:${this.#suspension.digit}` : '';
    const { spindle, coolant } = this.parser.modes;
    return this.reports.line(
      {
        state: `${state[0]!.toUpperCase()}${state.slice(1)}${digit}`,
        machine: this.machinePosition,
        blocksFree: plannerBlocks - this.stepper.count,
        bytesFree: this.#lines.bytesFree,
        feed: this.stepper.speed * 60,
        spindleSpeed: this.#spindleSpeed,
        pins: this.doorIsOpen ? 'D' : '',
        overrides: this.overrides,
        accessories: `${this.#spindleSpeed === 0 ? '' : spindle === 4 ? 'C' : 'S'}${coolant === 8 ? 'F' : ''}`,
      },
      this.settings,
      workOffset(this.parser, this.stored),
    );
  }

  *#carryOut(text: string): Generator<Wait, void> {
    if (text.startsWith('$J=')) {
      if (this.state !== 'idle' && this.state !== 'jog') throw new Refusal('notIdle');
      yield* carryOutJog(this, text.slice(3));
    } else if (text.startsWith('$')) yield* carryOutSystemLine(this, text);
    else {
      if (this.state === 'alarm' || this.state === 'jog') throw new Refusal('locked');
      yield* carryOutBlock(this, text);
    }
  }

  #override(byte: number): void {
    if (!this.overrides.change(byte)) return;
    this.reports.refreshOverrides();
    if (this.parser.modes.spindle !== 5) this.setSpindle(this.parser.spindleSpeed);
  }

  /** Stops everything at once. Motors that are stopped in motion slip. */
  #halt(): void {
    this.#life++;
    this.#cancelWait();
    this.#lines.clear();
    const { speed, direction } = this.stepper.kill();
    this.carriage.trace.lineTo(this.place);
    if (speed === 0) return;
    const coastMm = (speed * speed) / (4 * Math.max(1, this.settings.accelerationMmS2[0]));
    const coast = each((axis) => Math.round(direction[axis] * coastMm * this.settings.stepsPerMm[0]));
    this.carriage.slip({ x: coast[0], y: coast[1] });
    this.carriage.trace.lineTo(this.place);
  }

  #initialise(): void {
    this.#limit = undefined;
    this.#deaf = false;
    this.#resetAfterLine = false;
    this.isWriting = false;
    this.#isAsked = false;
    this.#suspension.clear();
    this.overrides.reset();
    this.#lines.clear();
    this.applySettings();
    this.parser = startedParser(this.machinePosition);
    this.setSpindle(0);
    this.reports.refreshOffset();
    this.reports.refreshOverrides();
    this.say(`\r\n${this.#deps.banner}`);
    if (this.state === 'alarm') this.say("[MSG:'$H'|'$X' to unlock]");
    else {
      this.state = 'idle';
      if (this.doorIsOpen) this.hold('door');
      else this.startUp();
    }
    this.work();
  }

  #mayRun(): boolean {
    return this.#limit === undefined && !this.#suspension.isOn && this.state !== 'sleep' && !this.#deaf;
  }

  #isMet(wait: Exclude<Wait, { ms: number }>): boolean {
    if (wait === 'resumed') return !this.#suspension.isOn;
    if (wait === 'room') return this.stepper.count < plannerBlocks;
    if (this.stepper.count > 0 || this.stepper.isMoving) return false;
    if (this.state === 'run') this.state = 'idle';
    return true;
  }

  #startMoving(): void {
    if (this.stepper.count === 0 || this.stepper.isMoving) return;
    if (this.state === 'idle') this.state = 'run';
    this.stepper.start();
  }
}
