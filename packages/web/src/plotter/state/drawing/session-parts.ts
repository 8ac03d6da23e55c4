import type { ReadonlySignal } from '@preact/signals';
import type { MachineProfile } from '@stationery/client';
import type { Box, Transform } from '@stationery/drawing';
import type { PlacedDrawing } from './placed-drawing.ts';
import type { PaperStorage } from './settings.ts';
import type { Sketch } from './sketch.ts';
import type { PlanReport } from './worker/messages.ts';
import type { PlanWorker } from './worker/worker-client.ts';

export type ReadState =
  /** `part` is from 0 to 1. */
  { state: 'reading'; part: number } | { state: 'failed'; why: string } | { state: 'read'; sketch: Sketch };

export interface SessionOptions {
  drawing: PlacedDrawing;
  /** The session ends the worker when it is closed. */
  worker: PlanWorker;
  /** Given if the worker has already read the drawing. */
  sketch?: Sketch | undefined;
  machine: ReadonlySignal<MachineProfile | undefined>;
  /** The machine with limits relative to the current origin. */
  machineInReach: ReadonlySignal<MachineProfile | undefined>;
  paper: PaperStorage;
  nowMs?: () => number;
}

export interface Preview {
  /** On the paper as planned, wherever the sheet lies. */
  lines: NonNullable<PlanReport['lines']>;
  transform: Transform;
  /** Undefined if there are no lines. */
  boxes: { onPaper: Box; own: Box } | undefined;
  sketch: Sketch | undefined;
}
