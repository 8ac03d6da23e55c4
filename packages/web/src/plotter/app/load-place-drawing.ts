import { effect, signal } from '@preact/signals';
import { sharedTexts } from '../../texts/shared.ts';
import { cancelNextDrawing, clearBed, jobToPlace, placedDrawing } from '../state/drawing/placed-drawing.ts';
import { refuse } from '../state/files/refuse.ts';

/** Undefined until a drawing is opened. */
export const placeDrawingTools = signal<Tools | undefined>(undefined);

type Tools = Awaited<ReturnType<typeof load>>;

const load = () => import('../panels/place-drawing/index.ts');

export function loadPlaceDrawingWhenNeeded(): void {
  let isLoading = false;
  const start = async () => {
    isLoading = true;
    try {
      const tools = await load();
      tools.manageSessions();
      tools.placeJobsWhenAsked();
      placeDrawingTools.value = tools;
    } catch {
      isLoading = false;
      cancelNextDrawing();
      clearBed();
      jobToPlace.value = undefined;
      refuse(sharedTexts.notLoaded);
    }
  };
  effect(() => {
    const isNeeded = placedDrawing.value !== undefined || jobToPlace.value !== undefined;
    if (isNeeded && !isLoading) void start();
  });
}
