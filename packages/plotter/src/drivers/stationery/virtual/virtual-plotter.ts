import { a3Plotter, type MachineModel } from '../../firmware-model/machine-model.ts';
import type { Point } from '../../language/geometry.ts';
import { SimulatedMachine, type SimulatedMachineOptions } from '../../simulator/simulated-machine.ts';
import type { SimulatorStatus } from '../../simulator/simulator.ts';
import type { Trace } from '../../simulator/trace.ts';
import { Board } from './board.ts';

export interface VirtualPlotterOptions extends SimulatedMachineOptions {
  model?: MachineModel;
  /** Time from power-up or reset to the banner, in addition to lifting the pen. The board ignores input meanwhile. */
  bootMs?: number;
  /** Whether the board restarts whenever the line is opened, like many boards. */
  resetOnOpen?: boolean;
}

interface VirtualPlotterStatus extends SimulatorStatus {
  position: Point;
  speed: number;
  acceleration: number;
  waitingLines: number;
}

export class VirtualPlotter extends SimulatedMachine {
  protected readonly sheet: MachineModel;
  readonly #resetOnOpen: boolean;
  readonly #board: Board;

  constructor(options: VirtualPlotterOptions = {}) {
    super(options);
    const { model = a3Plotter, speedFactor = 1, bootMs = 1000, maxTracePoints = 1_000_000 } = options;
    const { clock } = this;
    const { line, faults } = this.cable;
    this.sheet = model;
    this.#resetOnOpen = options.resetOnOpen ?? false;
    this.#board = new Board({
      clock,
      model,
      speedFactor,
      bootMs,
      maxTracePoints,
      line,
      faults,
      unplug: () => void this.unplug(),
    });
  }

  reset(): void {
    this.#board.reset();
  }

  async close(): Promise<void> {
    this.#board.switchOff();
    await this.unplug();
  }

  carryTo(carriage: Point): void {
    if (this.activity.state === 'busy') throw new Error('The motors are holding the carriage.');
    this.#board.mechanics.carryTo({ x: Math.round(carriage.x), y: Math.round(carriage.y) });
  }

  override status(): VirtualPlotterStatus {
    const { position, speed, acceleration } = this.#board.mechanics.state;
    return { ...super.status(), position, speed, acceleration, waitingLines: this.#board.waitingLines };
  }

  protected override opened(): void {
    if (this.activity.state === 'off' || this.#resetOnOpen) this.reset();
  }

  protected get isOn(): boolean {
    return !['off', 'starting'].includes(this.activity.state);
  }

  protected get trace(): Trace {
    return this.#board.mechanics.trace;
  }

  protected get carriage(): Point {
    return this.#board.mechanics.carriage;
  }

  protected get penIsDown(): boolean {
    return this.#board.mechanics.penIsDown;
  }

  protected get activity(): SimulatorStatus['activity'] {
    return this.#board.activity;
  }

  protected hear(bytes: Uint8Array): void {
    this.#board.hear(bytes);
  }
}
