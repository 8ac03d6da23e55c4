import { effect } from '@preact/signals';
import { plotterTexts } from '../../texts/plotter.ts';
import { showToast } from '../../ui/index.ts';
import { clearBed, desk, giveUpNext, placed } from '../state/drawing/placed-drawing.ts';

/** Loads what shows drawings as soon as there is one. Once in a page. */
export function loadDeskWhenNeeded(): () => void {
  return effect(() => {
    if (placed.value !== undefined && desk.peek() === undefined) void load();
  });
}

async function load(): Promise<void> {
  try {
    desk.value = await import('../panels/place-drawing/index.ts');
  } catch {
    giveUpNext();
    clearBed();
    showToast({ message: plotterTexts.drawing.notLoaded, tone: 'danger', durationMs: 10_000 });
  }
}
