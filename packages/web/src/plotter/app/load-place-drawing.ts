import { effect, signal } from '@preact/signals';
import { sharedTexts } from '../../texts/shared.ts';
import { showToast } from '../../ui/index.ts';
import { cancelNextDrawing, clearBed, jobToPlace, placedDrawing } from '../state/drawing/placed-drawing.ts';

/** The code that shows and plans drawings; undefined until a drawing is opened. */
export const placeDrawingTools = signal<Tools | undefined>(undefined);

type Tools = Awaited<ReturnType<typeof load>>;

const load = () => import('../panels/place-drawing/index.ts');

/** Loads the code for drawings when the first drawing is opened. Returns a dispose function. */
export function loadPlaceDrawingWhenNeeded(): () => void {
  let isLoading = false;
  let stops: (() => void)[] = [];
  const start = async () => {
    isLoading = true;
    try {
      const tools = await load();
      stops = [tools.manageSessions(), tools.placeJobsWhenAsked()];
      placeDrawingTools.value = tools;
    } catch {
      isLoading = false;
      cancelNextDrawing();
      clearBed();
      jobToPlace.value = undefined;
      showToast({ message: sharedTexts.notLoaded, tone: 'danger', durationMs: 10_000 });
    }
  };
  const stopWaiting = effect(() => {
    const isNeeded = placedDrawing.value !== undefined || jobToPlace.value !== undefined;
    if (isNeeded && !isLoading) void start();
  });
  return () => {
    stopWaiting();
    for (const stop of stops) stop();
  };
}
