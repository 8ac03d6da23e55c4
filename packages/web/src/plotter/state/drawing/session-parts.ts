import type { ReadonlySignal } from '@preact/signals';
import type { MachineProfile } from '@stationery/client';
import type { Box, Transform } from '@stationery/drawing';
import type { PlacedDrawing } from './placed-drawing.ts';
import type { PaperStorage } from './settings.ts';
import type { Sketch } from './sketch.ts';
import type { PlanReport } from './worker/messages.ts';
import type { PlanWorker } from './worker/worker-client.ts';

export type ReadState =
  /** `part`: share that was read, from 0 to 1. */
  { state: 'reading'; part: number } | { state: 'failed'; why: string } | { state: 'read'; sketch: Sketch };

export interface SessionOptions {
  drawing: PlacedDrawing;
  /** Reads and plans the drawing. It is closed with the session. */
  worker: PlanWorker;
  /** Set if the worker has already read it. */
  sketch?: Sketch | undefined;
  machine: ReadonlySignal<MachineProfile | undefined>;
  /** The machine with its limits relative to the current origin. */
  machineInReach: ReadonlySignal<MachineProfile | undefined>;
  paper: PaperStorage;
  nowMs?: () => number;
}

/** The lines that a plan draws. */
export interface Preview {
  lines: NonNullable<PlanReport['lines']>;
  /** The placement at that time. */
  transform: Transform;
  /** Around the lines; undefined without lines. */
  boxes: { onPaper: Box; own: Box } | undefined;
  /** The inputs of the plan. */
  sketch: Sketch | undefined;
}
