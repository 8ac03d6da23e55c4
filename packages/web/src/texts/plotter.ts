import { catalogue } from './catalogue.ts';
import { drawingTexts } from './plotter/drawing.ts';
import { jobsTexts } from './plotter/jobs.ts';
import { machineTexts } from './plotter/machine.ts';
import { writingTexts } from './plotter/writing.ts';

const plotterEnglish = {
  kind: 'Pen plotter',
  title: 'Plotter',
  loading: 'Asking the plotter …',
  ...machineTexts,
  ...jobsTexts,
  ...drawingTexts,
  ...writingTexts,
};

/** What the plotter page says. */
export const plotterCatalogue = catalogue(plotterEnglish, {
  // Until its German is written.
  de: async () => plotterEnglish,
});
export const plotterTexts = plotterCatalogue.texts;
