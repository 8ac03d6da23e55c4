import { drawingTexts } from './plotter/drawing.ts';
import { jobsTexts } from './plotter/jobs.ts';
import { machineTexts } from './plotter/machine.ts';
import { writingTexts } from './plotter/writing.ts';

/** What the plotter page says. */
export const plotterTexts = {
  kind: 'Pen plotter',
  title: 'Plotter',
  loading: 'Asking the plotter …',
  ...machineTexts,
  ...jobsTexts,
  ...drawingTexts,
  ...writingTexts,
};
