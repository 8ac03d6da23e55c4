import { type BytePort, type Clock, systemClock } from '@stationery/core';
import { a3Plotter, type MachineModel } from '../../firmware-model/machine-model.ts';
import type { Point } from '../../language/geometry.ts';
import type { PlotterFault } from '../../simulator/faults.ts';
import { SimulatedCable } from '../../simulator/simulated-cable.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Stroke } from '../../simulator/trace.ts';
import { traceSvg } from '../../simulator/trace-svg.ts';
import { Board, type BoardActivity } from './board.ts';

export interface VirtualPlotterOptions {
  clock?: Clock;
  model?: MachineModel;
  /** Speed relative to real time; 0 or infinity for immediate moves. Default 1. */
  speedFactor?: number;
  /** From power-up or reset to the banner, in addition to lifting the pen. The board ignores input meanwhile. */
  bootMs?: number;
  /** Whether the board restarts whenever the line is opened, like many. */
  resetOnOpen?: boolean;
  /** Maximum number of corners in the trace, eight bytes each. */
  maxTracePoints?: number;
  /** Random numbers for faults. */
  random?: () => number;
}

export interface VirtualPlotterStatus {
  activity: BoardActivity;
  /** The position assumed by the firmware, from its origin. */
  position: Point;
  /** The actual pen position, relative to the first power-on. */
  carriage: Point;
  pen: 'up' | 'down';
  speed: number;
  acceleration: number;
  connected: boolean;
  plugged: boolean;
  waitingLines: number;
  strokeCount: number;
  /** Whether the trace is incomplete because it grew too long. */
  truncated: boolean;
}

/**
 * A plotter in software: the firmware of `docs/firmware-protocol.md` on a machine that moves in real time. It has its
 * own power: unplugging the cable does not affect it, its buffer or the running command.
 */
export class VirtualPlotter implements Simulator {
  readonly #model: MachineModel;
  readonly #cable: SimulatedCable;
  readonly #board: Board;

  constructor(options: VirtualPlotterOptions = {}) {
    const { clock = systemClock, model = a3Plotter, speedFactor = 1, random = Math.random } = options;
    const { bootMs = 1000, maxTracePoints = 1_000_000, resetOnOpen = false } = options;
    this.#model = model;
    this.#cable = new SimulatedCable({
      ...{ clock, random },
      hear: (bytes) => this.#board.hear(bytes),
      opened: () => {
        if (this.#board.isOff || resetOnOpen) this.reset();
      },
    });
    const { line, faults } = this.#cable;
    this.#board = new Board({
      ...{ clock, model, speedFactor, bootMs, maxTracePoints, line, faults },
      unplug: () => void this.unplug(),
    });
  }

  /** Uses this port from now on and closes the previous one. Returns a function that detaches it. */
  attach(port: BytePort): () => void {
    return this.#cable.attach(port);
  }

  /** The reset button, or a brief power loss: loses all state except the pen position. */
  reset(): void {
    this.#board.reset();
  }

  get plugged(): boolean {
    return this.#cable.plugged;
  }

  /** Unplugs the cable: the line is closed, and later output is lost. */
  unplug(): Promise<void> {
    return this.#cable.unplug();
  }

  replug(): void {
    this.#cable.replug();
  }

  /** Switches the machine off permanently; nothing is left running. */
  async close(): Promise<void> {
    this.#board.switchOff();
    await this.unplug();
  }

  get faults(): ReadonlySet<PlotterFault> {
    return this.#cable.faults.on;
  }

  /** Switches a fault on or off; with a number, on for as many times. */
  setFault(fault: PlotterFault, on: boolean | number): void {
    this.#cable.setFault(fault, on);
  }

  /** Moves the pen by hand, which the firmware does not notice. */
  carryTo(carriage: Point): void {
    if (this.#board.activity.state === 'busy') throw new Error('The motors are holding the carriage.');
    this.#board.mechanics.carryTo({ x: Math.round(carriage.x), y: Math.round(carriage.y) });
  }

  status(): VirtualPlotterStatus {
    const { position, speed, acceleration } = this.#board.mechanics.state;
    return {
      activity: this.#board.activity,
      position,
      carriage: this.#board.mechanics.carriage,
      pen: this.#board.mechanics.penIsDown ? 'down' : 'up',
      speed,
      acceleration,
      connected: this.#cable.connected,
      plugged: this.#cable.plugged,
      waitingLines: this.#board.waitingLines,
      strokeCount: this.#board.mechanics.trace.strokeCount,
      truncated: this.#board.mechanics.trace.truncated,
    };
  }

  /** The drawn strokes, including an unfinished one. */
  strokes(): Stroke[] {
    return [...this.#board.mechanics.trace.ways(true, this.#board.mechanics.carriage)];
  }

  travel(): Stroke[] {
    return [...this.#board.mechanics.trace.ways(false, this.#board.mechanics.carriage)];
  }

  /** The drawing as SVG; optionally with pen-up travel. */
  drawing(options: { travel?: boolean } = {}): string {
    return traceSvg({
      strokes: this.strokes(),
      travel: options.travel === true ? this.travel() : [],
      truncated: this.#board.mechanics.trace.truncated,
      sheet: this.#model,
    });
  }

  clearDrawing(): void {
    this.#board.mechanics.trace.clear();
  }
}
