import { type BytePort, type Clock, systemClock } from '@stationery/core';
import type { PlotterFault } from '../../simulator/faults.ts';
import type { Frame, SimulatedPen } from '../../simulator/motion/carriage.ts';
import { SimulatedCable } from '../../simulator/simulated-cable.ts';
import type { Simulator, SimulatorStatus } from '../../simulator/simulator.ts';
import type { Stroke } from '../../simulator/trace.ts';
import { traceSvg } from '../../simulator/trace-svg.ts';
import { GrblBoard } from './grbl-board.ts';

export interface GrblSimulatorOptions {
  clock?: Clock;
  /** Speed relative to real time; 0 or infinity for immediate moves. Default 1. */
  speedFactor?: number;
  /** From power-up or button to the banner; the board ignores input meanwhile. */
  bootMs?: number;
  /** Whether the board restarts whenever the line is opened, like an Uno. */
  resetOnOpen?: boolean;
  /** Settings that differ from the factory settings, by number: `{ 22: 1 }`. */
  settings?: Readonly<Record<number, number>>;
  pen?: SimulatedPen;
  /** Ends of the axes; without it, no limit is ever hit. */
  frame?: Frame;
  /** Compatible firmware of a different name. */
  dialect?: GrblDialect;
  maxTracePoints?: number;
  /** Random numbers for faults. */
  random?: () => number;
}

export interface GrblDialect {
  readonly banner: string;
  readonly buildInfo: readonly string[];
}

export const grblDialects = {
  grbl: {
    banner: "Grbl 1.1h ['$' for help]",
    buildInfo: ['[VER:1.1h.20190830:]', '[OPT:V,15,128]'],
  },
  grblHal: {
    banner: "GrblHAL 1.1f ['$' or '$HELP' for help]",
    buildInfo: ['[VER:1.1f.20240115:]', '[OPT:VNMSL,35,1024,3,0]', '[FIRMWARE:grblHAL]', '[BOARD:Simulated]'],
  },
  fluidNc: {
    banner: "Grbl 3.7 [FluidNC v3.7.16 (wifi) '$' for help]",
    buildInfo: ['[VER:3.7 FluidNC v3.7.16:]', '[OPT:PHS]'],
  },
  drawCore: {
    banner: "DrawCore V2.18 ['$' for help]",
    buildInfo: ['[VER:1.1h.DrawCore V2.18:]', '[OPT:V,15,128]'],
  },
} as const satisfies Record<string, GrblDialect>;

/** Time into a line at which a fault strikes. */
const mishapMs = 20;

const servo: SimulatedPen = { by: 'spindle', downAbove: 300, moveMs: 100 };

/** A plotter with Grbl 1.1h: its bytes, its buffers, its planner, and a pen that draws. */
export class GrblSimulator implements Simulator {
  readonly board: GrblBoard;
  readonly #options: GrblSimulatorOptions;
  readonly #clock: Clock;
  readonly #cable: SimulatedCable;
  #power: 'off' | 'starting' | 'on' = 'off';
  #cancelBoot: () => void = () => undefined;
  #cancelMishap: () => void = () => undefined;

  constructor(options: GrblSimulatorOptions = {}) {
    const {
      clock = systemClock,
      speedFactor = 1,
      random = Math.random,
      dialect = grblDialects.grbl,
    } = options;
    this.#options = options;
    this.#clock = clock;
    this.#cable = new SimulatedCable({
      clock,
      random,
      endOfLine: '\r\n',
      hear: (bytes) => this.#hear(bytes),
      opened: () => this.#opened(),
    });
    this.board = new GrblBoard({
      clock,
      slowness: speedFactor > 0 ? 1 / speedFactor : 0,
      settings: options.settings ?? {},
      pen: options.pen ?? servo,
      frame: options.frame,
      maxTracePoints: options.maxTracePoints ?? 1_000_000,
      banner: dialect.banner,
      buildInfo: dialect.buildInfo,
      say: (text) => this.#cable.line.say(text),
      reply: (text) => {
        this.#cable.line.endReply(text);
      },
      lineBegins: () => this.#mishap(),
    });
  }

  get plugged(): boolean {
    return this.#cable.plugged;
  }

  get faults(): ReadonlySet<PlotterFault> {
    return this.#cable.faults.on;
  }

  attach(port: BytePort): () => void {
    return this.#cable.attach(port);
  }

  reset(): void {
    this.#cable.line.clear();
    this.#stop();
    this.board.powerDown();
    this.#power = 'starting';
    const { bootMs = 1000 } = this.#options;
    const start = () => {
      this.#power = 'on';
      this.board.powerUp();
    };
    if (bootMs > 0) this.#cancelBoot = this.#clock.after(bootMs, start);
    else start();
  }

  unplug(): Promise<void> {
    return this.#cable.unplug();
  }

  replug(): void {
    this.#cable.replug();
  }

  async close(): Promise<void> {
    this.#stop();
    this.#cable.line.clear();
    this.#power = 'off';
    this.board.close();
    await this.unplug();
  }

  setFault(fault: PlotterFault, on: boolean | number): void {
    this.#cable.setFault(fault, on);
  }

  /** The switch of a cover, if there is one. */
  setDoor(open: boolean): void {
    this.board.setDoor(open);
  }

  status(): SimulatorStatus {
    const { trace } = this.board.carriage;
    return {
      activity: this.#activity(),
      carriage: this.board.place,
      pen: this.board.carriage.penIsDown ? 'down' : 'up',
      connected: this.#cable.connected,
      plugged: this.#cable.plugged,
      strokeCount: trace.strokeCount,
      truncated: trace.truncated,
    };
  }

  strokes(): Stroke[] {
    return [...this.board.carriage.trace.ways(true, this.board.place)];
  }

  drawing(options: { travel?: boolean } = {}): string {
    const { settings, carriage, place } = this.board;
    return traceSvg({
      strokes: this.strokes(),
      travel: options.travel === true ? [...carriage.trace.ways(false, place)] : [],
      truncated: carriage.trace.truncated,
      sheet: {
        stepsPerMm: settings.stepsPerMm[0],
        sheetWidthMm: settings.travelMm[0],
        sheetHeightMm: settings.travelMm[1],
      },
    });
  }

  clearDrawing(): void {
    this.board.carriage.trace.clear();
  }

  #opened(): void {
    if (this.#power === 'off' || this.#options.resetOnOpen === true) this.reset();
  }

  #hear(bytes: Uint8Array): void {
    if (this.#power !== 'on' || this.#cable.faults.has('silence')) return;
    let before = -1;
    for (const byte of bytes) {
      // A fault may have cut the power meanwhile.
      if (this.#power !== 'on') return;
      // The board answers several pending queries once, because they set one flag.
      if (byte !== 0x3f || before !== 0x3f) this.board.hear(byte);
      before = byte;
    }
  }

  #activity(): SimulatorStatus['activity'] {
    if (this.#power !== 'on') return { state: this.#power };
    const { line } = this.board.lines;
    if (line !== undefined) return { state: 'busy', command: line };
    return this.board.stepper.isMoving ? { state: 'busy', command: '' } : { state: 'idle' };
  }

  #stop(): void {
    this.#cancelBoot();
    this.#cancelMishap();
  }

  /** Faults that strike some time into a line. */
  #mishap(): void {
    const strike = (fault: PlotterFault, act: () => void) => {
      if (!this.#cable.faults.strikes(fault)) return;
      this.#cancelMishap();
      this.#cancelMishap = this.#clock.after(mishapMs, act);
    };
    strike('unplug-in-command', () => void this.unplug());
    strike('reset-in-command', () => this.reset());
  }
}
