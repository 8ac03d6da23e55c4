import type { BytePort } from '@stationery/core';
import type { Point } from '../language/geometry.ts';
import type { PlotterFault } from './faults.ts';
import type { Stroke } from './trace.ts';

/**
 * A plotter in software that speaks the bytes of its device. It has its own power: pulling the cable leaves it, its
 * buffer and the command it carries out as they are.
 */
export interface Simulator {
  readonly plugged: boolean;
  readonly faults: ReadonlySet<PlotterFault>;
  /** Speaks on this port from now on; the one before is closed. Gives the way to end that. */
  attach(port: BytePort): () => void;
  /** The button on the board, or a dip of its power: all is forgotten but where the pen is. */
  reset(): void;
  /** Unplugs the cable: the line is closed, and what is sent from now on is lost. */
  unplug(): Promise<void>;
  replug(): void;
  /** Switches the machine off for good; nothing is left running. */
  close(): Promise<void>;
  /** Switches a fault on or off; with a number, on for as many times. */
  setFault(fault: PlotterFault, on: boolean | number): void;
  status(): SimulatorStatus;
  /** What was drawn, with an unfinished line up to where it has come. In steps. */
  strokes(): Stroke[];
  /** What was drawn, as an SVG document; if asked with the ways of the lifted pen. */
  drawing(options?: { travel?: boolean }): string;
  /** Opens or closes the door around the machine, where it has one. */
  setDoor?(isOpen: boolean): void;
  /** Moves the carriage by hand, unnoticed by the board. In steps, as `carriage`. */
  carryTo?(carriage: Point): void;
  /** A fresh sheet. */
  clearDrawing(): void;
}

/** What a person who watches a simulated machine wants to know. */
export interface SimulatorStatus {
  activity: { state: 'off' } | { state: 'starting' } | { state: 'idle' } | { state: 'busy'; command: string };
  /** Where the pen is, in steps, from where it was when the machine was first switched on. */
  carriage: { x: number; y: number };
  pen: 'up' | 'down';
  connected: boolean;
  plugged: boolean;
  strokeCount: number;
  /** Whether the trace is not whole, because it grew too long. */
  truncated: boolean;
}
