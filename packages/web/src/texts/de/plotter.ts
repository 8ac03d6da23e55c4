import type { PlotterTexts } from '../en/plotter.ts';
import { drawingGerman } from './plotter/drawing.ts';
import { jobsGerman } from './plotter/jobs.ts';
import { layoutGerman } from './plotter/layout.ts';
import { machineGerman } from './plotter/machine.ts';
import { reasonsGerman } from './plotter/reasons.ts';
import { scriptGerman } from './plotter/script.ts';

export const plotterGerman: PlotterTexts = {
  kind: 'Stiftplotter',
  title: 'Plotter',
  loading: 'Laden …',
  ...layoutGerman,
  ...machineGerman,
  ...jobsGerman,
  ...drawingGerman,
  ...scriptGerman,
  ...reasonsGerman,
};
