import { drawingEnglish } from './plotter/drawing.ts';
import { jobsEnglish } from './plotter/jobs.ts';
import { layoutEnglish } from './plotter/layout.ts';
import { machineEnglish } from './plotter/machine.ts';
import { reasonsEnglish } from './plotter/reasons.ts';
import { scriptEnglish } from './plotter/script.ts';

export const plotterEnglish = {
  kind: 'Pen plotter',
  title: 'Plotter',
  loading: 'Loading …',
  ...layoutEnglish,
  ...machineEnglish,
  ...jobsEnglish,
  ...drawingEnglish,
  ...scriptEnglish,
  ...reasonsEnglish,
};

export type PlotterTexts = typeof plotterEnglish;
