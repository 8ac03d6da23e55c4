import { type BytePort, type Clock, systemClock } from '@stationery/core';
import type { PlotterFault } from '../../simulator/faults.ts';
import type { SimulatedPen } from '../../simulator/motion/carriage.ts';
import { SimulatedCable } from '../../simulator/simulated-cable.ts';
import type { Simulator, SimulatorStatus } from '../../simulator/simulator.ts';
import type { Stroke } from '../../simulator/trace.ts';
import { traceSvg } from '../../simulator/trace-svg.ts';
import { MarlinBoard, type MarlinBoardOptions } from './marlin-board.ts';

export interface MarlinSimulatorOptions
  extends Partial<Pick<MarlinBoardOptions, 'clock' | 'pen' | 'isKlipper' | 'hasEmergencyParser'>> {
  /** Speed relative to real time; 0 for immediate moves. Default 1. */
  speedFactor?: number;
  /** From power-up or button to the banner; the board ignores input meanwhile. */
  bootMs?: number;
  maxTracePoints?: number;
  /** Random numbers for faults. */
  random?: () => number;
}

/** Time into a line at which a fault strikes. */
const mishapMs = 20;
/** The board receives 180 less the angle, so a small angle is down. */
const servo: SimulatedPen = { by: 'spindle', downAbove: 120, moveMs: 100 };

/** A plotter with Marlin, or the virtual port of Klipper. */
export class MarlinSimulator implements Simulator {
  readonly board: MarlinBoard;
  readonly #clock: Clock;
  readonly #cable: SimulatedCable;
  readonly #bootMs: number;
  #power: 'off' | 'starting' | 'on' = 'off';
  #cancelBoot: () => void = () => undefined;
  #cancelMishap: () => void = () => undefined;
  /** Changes bytes sent to the board. */
  damage: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes;

  constructor(options: MarlinSimulatorOptions = {}) {
    const { clock = systemClock, speedFactor = 1, random = Math.random, bootMs = 1000 } = options;
    this.#clock = clock;
    this.#bootMs = bootMs;
    this.#cable = new SimulatedCable({
      ...{ clock, random, endOfLine: '\n' },
      hear: (bytes) => {
        if (this.#power === 'on' && !this.#cable.faults.has('silence')) this.board.hear(this.damage(bytes));
      },
      opened: () => {
        if (this.#power === 'off') this.reset();
      },
    });
    this.board = new MarlinBoard({
      clock,
      slowness: speedFactor > 0 ? 1 / speedFactor : 0,
      pen: options.pen ?? servo,
      isKlipper: options.isKlipper ?? false,
      hasEmergencyParser: options.hasEmergencyParser ?? false,
      maxTracePoints: options.maxTracePoints ?? 1_000_000,
      say: (text) => this.#cable.line.say(text),
      reply: (text) => this.#cable.line.endReply(text),
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
    const start = () => {
      this.#power = 'on';
      this.board.powerUp();
    };
    if (this.#bootMs > 0) this.#cancelBoot = this.#clock.after(this.#bootMs, start);
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

  status(): SimulatorStatus {
    const { carriage, place } = this.board;
    return {
      activity: this.#activity(),
      carriage: place,
      pen: carriage.penIsDown ? 'down' : 'up',
      connected: this.#cable.connected,
      plugged: this.plugged,
      strokeCount: carriage.trace.strokeCount,
      truncated: carriage.trace.truncated,
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

  #activity(): SimulatorStatus['activity'] {
    if (this.#power !== 'on') return { state: this.#power };
    const { line, stepper } = this.board;
    if (line !== undefined) return { state: 'busy', command: line };
    return stepper.isMoving ? { state: 'busy', command: '' } : { state: 'idle' };
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
