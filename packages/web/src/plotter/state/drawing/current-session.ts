import { computed, signal } from '@preact/signals';
import type { PaperOutline } from './extent.ts';
import type { DrawingSession } from './session.ts';

/** The session of the drawing on the bed; undefined if there is no drawing or its code is loading. */
export const drawingSession = signal<DrawingSession | undefined>(undefined);

/** The paper in steps, which the bed shows while a drawing is being placed. */
export const paperOnBed = computed(() => drawingSession.value?.paperOnBed.value);

/** The paper of the last plot, and the key of the plot's job. */
export const plottedPaper = signal<{ job: string; bounds: PaperOutline | undefined } | undefined>(undefined);

/** The drawing with its current layout, and whether it has a plan. */
export const currentLayout = computed(() => {
  const session = drawingSession.value;
  const layout = session?.layout.value;
  return session && layout && { drawing: session.drawing, layout, hasPlan: session.hasPlan.value };
});
