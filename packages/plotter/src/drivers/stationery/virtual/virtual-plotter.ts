import { type BytePort, type Clock, systemClock } from '@stationery/core';
import type { Point } from '../../geometry.ts';
import { banner, errorLine, type FirmwareError } from '../../lines/grammar.ts';
import { verbOf } from '../../our-language.ts';
import { FaultSwitches, type PlotterFault } from '../../simulator/faults.ts';
import { OutgoingLine } from '../../simulator/outgoing-line.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Stroke } from '../../simulator/trace.ts';
import { traceSvg } from '../../simulator/trace-svg.ts';
import { parseCommand } from '../command-parser.ts';
import { a3Plotter, type MachineModel } from '../machine-model.ts';
import { type Program, planCommand } from '../program.ts';
import { InputBuffer, type Waiting } from './input-buffer.ts';
import { LineReader } from './line-reader.ts';
import { Mechanics } from './mechanics.ts';

export interface VirtualPlotterOptions {
  clock?: Clock;
  model?: MachineModel;
  /** How many times faster than in reality the machine moves; 0 and infinity for at once. Default 1. */
  speedFactor?: number;
  /** From power or reset to the banner, on top of lifting the pen. The board is deaf meanwhile. */
  bootMs?: number;
  /** Whether the board restarts each time the line is opened, as many do. */
  resetOnOpen?: boolean;
  /** The corners that the trace keeps, at eight bytes each. */
  maxTracePoints?: number;
  /** The noise of faults. */
  random?: () => number;
}

export type BoardActivity =
  | { state: 'off' }
  | { state: 'starting' }
  | { state: 'idle' }
  | { state: 'busy'; command: string };

export interface VirtualPlotterStatus {
  activity: BoardActivity;
  /** Where the firmware believes to be, from its origin. */
  position: Point;
  /** Where the pen really is, from where it was when the machine was first switched on. */
  carriage: Point;
  pen: 'up' | 'down';
  speed: number;
  acceleration: number;
  connected: boolean;
  plugged: boolean;
  waitingLines: number;
  strokeCount: number;
  /** Whether the trace is not whole, because it grew too long. */
  truncated: boolean;
}

/** What the board is at. A command that was stopped is under way until the machine stands. */
type Phase =
  | { kind: 'off' }
  | { kind: 'starting'; cancel: () => void }
  | { kind: 'idle' }
  | { kind: 'busy'; line: string; stoppable: boolean };

/**
 * A plotter in software: the firmware of `docs/firmware-protocol.md` on a machine that moves in real time.
 * It has its own power: pulling the cable leaves it, its buffer and the command under way as they are.
 */
export class VirtualPlotter implements Simulator {
  readonly #clock: Clock;
  readonly #model: MachineModel;
  readonly #bootMs: number;
  readonly #resetOnOpen: boolean;
  readonly #faults = new FaultSwitches();
  readonly #reader = new LineReader();
  readonly #input = new InputBuffer();
  readonly #mechanics: Mechanics;
  readonly #line: OutgoingLine;
  #phase: Phase = { kind: 'off' };
  #port: BytePort | undefined;
  #detach: () => void = () => undefined;
  #plugged = true;
  readonly #mishaps: (() => void)[] = [];
  #starts = 0;
  #working = false;

  constructor(options: VirtualPlotterOptions = {}) {
    const { clock = systemClock, model = a3Plotter, speedFactor = 1, random = Math.random } = options;
    this.#clock = clock;
    this.#model = model;
    this.#bootMs = options.bootMs ?? 1000;
    this.#resetOnOpen = options.resetOnOpen ?? false;
    const maxTracePoints = options.maxTracePoints ?? 1_000_000;
    this.#mechanics = new Mechanics({ clock, model, speedFactor, maxTracePoints });
    this.#line = new OutgoingLine({ clock, random, faults: this.#faults });
  }

  /** Speaks on this port from now on; the one before is closed. Gives the way to end that. */
  attach(port: BytePort): () => void {
    const before = this.#port;
    this.#detach();
    void before?.close();
    this.#plugged = true;
    this.#port = port;
    this.#line.connect(port);
    const unsubscribe = [port.onBytes((bytes) => this.#hear(bytes)), port.onClose(() => detach())];
    const detach = () => {
      for (const stop of unsubscribe) stop();
      if (this.#port !== port) return;
      this.#port = undefined;
      this.#line.connect(undefined);
    };
    this.#detach = detach;
    if (this.#phase.kind === 'off' || this.#resetOnOpen) this.reset();
    return detach;
  }

  /** The button on the board, or a dip of its power: all is forgotten but where the pen is. */
  reset(): void {
    this.#line.clear();
    this.#restart();
  }

  get plugged(): boolean {
    return this.#plugged;
  }

  /** Pulls the cable: the line is closed, and what is said from now on is lost. */
  async unplug(): Promise<void> {
    const port = this.#port;
    this.#plugged = false;
    this.#detach();
    await port?.close();
  }

  replug(): void {
    this.#plugged = true;
  }

  /** Switches the machine off for good; nothing is left running. */
  async close(): Promise<void> {
    this.#standStill();
    this.#line.clear();
    this.#phase = { kind: 'off' };
    await this.unplug();
  }

  get faults(): ReadonlySet<PlotterFault> {
    return this.#faults.on;
  }

  /** Switches a fault on or off; with a number, on for as many times. */
  setFault(fault: PlotterFault, on: boolean | number): void {
    this.#faults.set(fault, typeof on === 'number' ? on : on ? Number.POSITIVE_INFINITY : 0);
  }

  /** Carries the pen elsewhere manually, which the firmware does not notice. */
  carryTo(carriage: Point): void {
    if (this.#phase.kind === 'busy') throw new Error('The motors are holding the carriage.');
    this.#mechanics.carryTo({ x: Math.round(carriage.x), y: Math.round(carriage.y) });
  }

  status(): VirtualPlotterStatus {
    const { position, speed, acceleration } = this.#mechanics.state;
    return {
      activity: this.#activity(),
      position,
      carriage: this.#mechanics.carriage,
      pen: this.#mechanics.penIsDown ? 'down' : 'up',
      speed,
      acceleration,
      connected: this.#port !== undefined,
      plugged: this.#plugged,
      waitingLines: this.#input.size,
      strokeCount: this.#mechanics.trace.strokeCount,
      truncated: this.#mechanics.trace.truncated,
    };
  }

  /** What was drawn, with an unfinished line up to where it has come. */
  strokes(): Stroke[] {
    return [...this.#mechanics.trace.ways(true, this.#mechanics.carriage)];
  }

  travel(): Stroke[] {
    return [...this.#mechanics.trace.ways(false, this.#mechanics.carriage)];
  }

  /** What was drawn, as an SVG document; if asked with the ways of the lifted pen. */
  drawing(options: { travel?: boolean } = {}): string {
    return traceSvg({
      strokes: this.strokes(),
      travel: options.travel === true ? this.travel() : [],
      truncated: this.#mechanics.trace.truncated,
      sheet: this.#model,
    });
  }

  /** A fresh sheet. */
  clearDrawing(): void {
    this.#mechanics.trace.clear();
  }

  #activity(): BoardActivity {
    const phase = this.#phase;
    if (phase.kind === 'busy') return { state: 'busy', command: phase.line };
    return { state: phase.kind };
  }

  #restart(): void {
    this.#standStill();
    this.#starts++;
    this.#mechanics.restart();
    this.#phase = { kind: 'starting', cancel: () => undefined };
    const start = () =>
      this.#mechanics.liftPen(() => {
        this.#phase = { kind: 'idle' };
        this.#line.say(banner);
      });
    if (this.#bootMs > 0) this.#phase = { kind: 'starting', cancel: this.#clock.after(this.#bootMs, start) };
    else start();
  }

  #standStill(): void {
    if (this.#phase.kind === 'starting') this.#phase.cancel();
    this.#cancelMishaps();
    this.#mechanics.freeze();
    this.#input.clear();
    this.#reader.reset();
  }

  #hear(bytes: Uint8Array): void {
    if (this.#phase.kind === 'off' || this.#phase.kind === 'starting' || this.#faults.has('silence')) return;
    const start = this.#starts;
    for (const line of this.#reader.push(bytes)) {
      // What came together with a RESET, and behind it, is lost in it.
      if (this.#starts !== start) return;
      if (line.kind === 'line' && verbOf(line.text) === 'STOP') {
        this.#input.addStop();
        this.#stopCommand();
      } else {
        this.#input.add(line);
      }
      this.#work();
    }
  }

  /** Takes up one line after the other, until one needs time. */
  #work(): void {
    // A command that needs no time ends inside this loop, which then continues by itself.
    if (this.#working) return;
    this.#working = true;
    while (this.#phase.kind === 'idle') {
      const waiting = this.#input.take();
      if (waiting === undefined) break;
      this.#obey(waiting);
    }
    this.#working = false;
  }

  #obey(waiting: Waiting): void {
    if (waiting.kind === 'bad' || waiting.kind === 'thrown-away') {
      this.#refuse(waiting.error);
      return;
    }
    const line = waiting.kind === 'stop' ? 'STOP' : waiting.text;
    const parsed = parseCommand(line);
    const planned = parsed.ok ? planCommand(parsed.command, this.#mechanics.state, this.#model) : parsed;
    if (planned.ok) this.#carryOut(line, planned.program);
    else this.#refuse(planned.error);
  }

  #carryOut(line: string, program: Program): void {
    this.#phase = { kind: 'busy', line, stoppable: verbOf(line) !== 'STOP' };
    if (this.#mishap(this.#mechanics.timeMs(program.steps) / 2)) return;
    this.#mechanics.run(program.steps, () => {
      this.#mechanics.change(program.change);
      for (const info of program.info) this.#line.say(info);
      this.#finish(`OK ${program.word}`);
      // The board lets its last words out before it goes.
      if (program.word === 'RESET') this.#restart();
      this.#work();
    });
  }

  /** Faults that strike half-way. Whether the command is over before it began. */
  #mishap(halfWayMs: number): boolean {
    const strike = (fault: PlotterFault, act: () => void) => {
      if (!this.#faults.strikes(fault)) return false;
      if (halfWayMs > 0) this.#mishaps.push(this.#clock.after(halfWayMs, act));
      else act();
      return halfWayMs === 0;
    };
    strike('unplug-in-command', () => void this.unplug());
    return strike('reset-in-command', () => this.reset());
  }

  #cancelMishaps(): void {
    for (const cancel of this.#mishaps.splice(0)) cancel();
  }

  #stopCommand(): void {
    if (this.#phase.kind !== 'busy' || !this.#phase.stoppable) return;
    this.#phase = { ...this.#phase, stoppable: false };
    this.#mechanics.halt(() => {
      const { x, y } = this.#mechanics.state.position;
      this.#finish(errorLine({ code: 'STOPPED', text: `at X${x} Y${y}` }));
      this.#work();
    });
  }

  #finish(terminalLine: string): void {
    this.#cancelMishaps();
    this.#phase = { kind: 'idle' };
    this.#line.endReply(terminalLine);
  }

  #refuse(error: FirmwareError): void {
    this.#line.endReply(errorLine(error));
  }
}
