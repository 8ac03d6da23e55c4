import type { BytePort } from '@stationery/core';
import type { Point } from '../language/geometry.ts';
import type { PlotterFault } from './faults.ts';
import type { Stroke } from './trace.ts';

/** Has its own power: unplugging the cable does not affect it, its buffer or the running command. */
export interface Simulator {
  readonly plugged: boolean;
  readonly faults: ReadonlySet<PlotterFault>;
  /** Uses this port from now on and closes the previous one. Returns a function that detaches it. */
  attach(port: BytePort): () => void;
  /** Acts like the reset button or a brief power loss: the board loses all state except the pen position. */
  reset(): void;
  /** Closes the line. Later output is lost. */
  unplug(): Promise<void>;
  replug(): void;
  close(): Promise<void>;
  /** Switches a fault on or off; with a number, on for as many times. */
  setFault(fault: PlotterFault, on: boolean | number): void;
  status(): SimulatorStatus;
  /** The drawn strokes in steps, including an unfinished one. */
  strokes(): Stroke[];
  drawing(options?: { travel?: boolean }): string;
  setDoor?(isOpen: boolean): void;
  /** Moves the carriage by hand, unnoticed by the board. In steps, as `carriage`. */
  carryTo?(carriage: Point): void;
  clearDrawing(): void;
}

export interface SimulatorStatus {
  activity: { state: 'off' } | { state: 'starting' } | { state: 'idle' } | { state: 'busy'; command: string };
  /** Pen position in steps, relative to the first power-on. */
  carriage: { x: number; y: number };
  pen: 'up' | 'down';
  connected: boolean;
  plugged: boolean;
  strokeCount: number;
  /** Whether the trace is incomplete because it grew too long. */
  truncated: boolean;
}
