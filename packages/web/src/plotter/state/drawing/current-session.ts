import { computed, signal } from '@preact/signals';
import type { PaperOutline } from './extent.ts';
import type { DrawingSession } from './session.ts';

/** Undefined also while the code for drawings is loading. */
export const drawingSession = signal<DrawingSession | undefined>(undefined);

/** In steps. */
export const paperOnBed = computed(() => drawingSession.value?.paperOnBed.value);

/** `job` is the key of the last plot's job. */
export const plottedPaper = signal<{ job: string; bounds: PaperOutline | undefined } | undefined>(undefined);

export const currentLayout = computed(() => {
  const session = drawingSession.value;
  const layout = session?.layout.value;
  return session && layout && { drawing: session.drawing, layout, hasPlan: session.hasPlan.value };
});
