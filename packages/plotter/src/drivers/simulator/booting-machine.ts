import type { Point } from '../language/geometry.ts';
import type { PlotterFault } from './faults.ts';
import type { Carriage } from './motion/carriage.ts';
import { SimulatedMachine, type SimulatedMachineOptions } from './simulated-machine.ts';
import type { SimulatorStatus } from './simulator.ts';
import type { Trace } from './trace.ts';
import type { Sheet } from './trace-svg.ts';

export interface BootingMachineOptions extends SimulatedMachineOptions {
  /** Time from power-up or a reset to the banner; the board ignores input meanwhile. */
  bootMs?: number;
  /** Whether the board restarts whenever the line is opened, like an Uno. */
  resetOnOpen?: boolean;
}

interface GcodeBoard {
  readonly carriage: Pick<Carriage, 'trace' | 'penIsDown'>;
  readonly place: Point;
  readonly stepper: { readonly isMoving: boolean };
  readonly settings: {
    readonly stepsPerMm: readonly [number, ...number[]];
    readonly travelMm: readonly [number, number, ...number[]];
  };
  readonly line: string | undefined;
  powerUp(): void;
  powerDown(): void;
  close(): void;
}

const mishapMs = 20;

export abstract class BootingMachine extends SimulatedMachine {
  abstract readonly board: GcodeBoard;
  readonly #bootMs: number;
  readonly #resetOnOpen: boolean;
  #power: 'off' | 'starting' | 'on' = 'off';
  #cancelBoot: () => void = () => undefined;
  #cancelMishap: () => void = () => undefined;

  constructor(options: BootingMachineOptions, endOfLine: '\n' | '\r\n') {
    super(options, endOfLine);
    const { bootMs = 1000, resetOnOpen = false } = options;
    this.#bootMs = bootMs;
    this.#resetOnOpen = resetOnOpen;
  }

  reset(): void {
    this.cable.line.clear();
    this.#cancelTimers();
    this.board.powerDown();
    this.#power = 'starting';
    const start = () => {
      this.#power = 'on';
      this.board.powerUp();
    };
    if (this.#bootMs > 0) this.#cancelBoot = this.clock.after(this.#bootMs, start);
    else start();
  }

  async close(): Promise<void> {
    this.#cancelTimers();
    this.cable.line.clear();
    this.#power = 'off';
    this.board.close();
    await this.unplug();
  }

  protected override opened(): void {
    if (this.#power === 'off' || this.#resetOnOpen) this.reset();
  }

  protected get isOn(): boolean {
    return this.#power === 'on';
  }

  protected get trace(): Trace {
    return this.board.carriage.trace;
  }

  protected get carriage(): Point {
    return this.board.place;
  }

  protected get penIsDown(): boolean {
    return this.board.carriage.penIsDown;
  }

  protected get activity(): SimulatorStatus['activity'] {
    if (this.#power !== 'on') return { state: this.#power };
    const { line, stepper } = this.board;
    if (line !== undefined) return { state: 'busy', command: line };
    return stepper.isMoving ? { state: 'busy', command: '' } : { state: 'idle' };
  }

  protected get sheet(): Sheet {
    const { stepsPerMm, travelMm } = this.board.settings;
    return { stepsPerMm: stepsPerMm[0], sheetWidthMm: travelMm[0], sheetHeightMm: travelMm[1] };
  }

  protected mishap(): void {
    const strike = (fault: PlotterFault, act: () => void) => {
      if (!this.cable.faults.strikes(fault)) return;
      this.#cancelMishap();
      this.#cancelMishap = this.clock.after(mishapMs, act);
    };
    strike('unplug-in-command', () => void this.unplug());
    strike('reset-in-command', () => this.reset());
  }

  #cancelTimers(): void {
    this.#cancelBoot();
    this.#cancelMishap();
  }
}
