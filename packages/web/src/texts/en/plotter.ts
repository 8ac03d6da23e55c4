import { drawingEnglish } from './plotter/drawing.ts';
import { jobsEnglish } from './plotter/jobs.ts';
import { machineEnglish } from './plotter/machine.ts';
import { scriptEnglish } from './plotter/script.ts';

/** What the plotter page says. */
export const plotterEnglish = {
  kind: 'Pen plotter',
  title: 'Plotter',
  loading: 'Loading …',
  ...machineEnglish,
  ...jobsEnglish,
  ...drawingEnglish,
  ...scriptEnglish,
};

export type PlotterTexts = typeof plotterEnglish;
