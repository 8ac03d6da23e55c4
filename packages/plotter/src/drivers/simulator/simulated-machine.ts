import { type BytePort, type Clock, systemClock } from '@stationery/core';
import type { Point } from '../language/geometry.ts';
import type { PlotterFault } from './faults.ts';
import type { OutgoingLineDeps } from './outgoing-line.ts';
import { SimulatedCable } from './simulated-cable.ts';
import type { Simulator, SimulatorStatus } from './simulator.ts';
import type { Stroke, Trace } from './trace.ts';
import { type Sheet, traceSvg } from './trace-svg.ts';

export interface SimulatedMachineOptions {
  clock?: Clock;
  /** Speed relative to real time; 0 for immediate moves. Default 1. */
  speedFactor?: number;
  /** Maximum number of corners in the trace, eight bytes each. */
  maxTracePoints?: number;
  random?: () => number;
}

export abstract class SimulatedMachine implements Simulator {
  protected readonly clock: Clock;
  protected readonly cable: SimulatedCable;

  constructor(
    { clock = systemClock, random = Math.random }: SimulatedMachineOptions,
    endOfLine: OutgoingLineDeps['endOfLine'] = '\n',
  ) {
    this.clock = clock;
    this.cable = new SimulatedCable({
      clock,
      random,
      endOfLine,
      hear: (bytes) => {
        if (this.isOn && !this.cable.faults.has('silence')) this.hear(bytes);
      },
      onOpened: () => this.opened(),
    });
  }

  protected abstract readonly isOn: boolean;
  protected abstract readonly trace: Trace;
  protected abstract readonly carriage: Point;
  protected abstract readonly penIsDown: boolean;
  protected abstract readonly activity: SimulatorStatus['activity'];
  protected abstract readonly sheet: Sheet;
  protected abstract hear(bytes: Uint8Array): void;
  abstract reset(): void;
  abstract close(): Promise<void>;

  protected opened(): void {}

  get plugged(): boolean {
    return this.cable.plugged;
  }

  get faults(): ReadonlySet<PlotterFault> {
    return this.cable.faults.on;
  }

  attach(port: BytePort): () => void {
    return this.cable.attach(port);
  }

  unplug(): Promise<void> {
    return this.cable.unplug();
  }

  replug(): void {
    this.cable.replug();
  }

  setFault(fault: PlotterFault, on: boolean | number): void {
    this.cable.setFault(fault, on);
  }

  status(): SimulatorStatus {
    const { activity, carriage, trace } = this;
    const { plugged, connected } = this.cable;
    const { strokeCount, truncated } = trace;
    const pen = this.penIsDown ? 'down' : 'up';
    return { activity, carriage, pen, connected, plugged, strokeCount, truncated };
  }

  strokes(): Stroke[] {
    return [...this.trace.ways(true, this.carriage)];
  }

  travel(): Stroke[] {
    return [...this.trace.ways(false, this.carriage)];
  }

  drawing({ travel = false }: { travel?: boolean } = {}): string {
    const { sheet } = this;
    const { truncated } = this.trace;
    return traceSvg({ strokes: this.strokes(), travel: travel ? this.travel() : [], truncated, sheet });
  }

  clearDrawing(): void {
    this.trace.clear();
  }
}
