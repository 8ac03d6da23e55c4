import { drawingFormats, endingOf, type FormatNames } from '../drawing-formats.ts';

/** Formats that plans are written in; some are for one kind of machine. */
export const planFormats = {
  svg: drawingFormats.svg,
  hpgl: drawingFormats.hpgl,
  'gcode-grbl': { ...drawingFormats['g-code'], machine: 'GRBL' },
  'gcode-marlin': { ...drawingFormats['g-code'], machine: 'Marlin' },
  'gcode-fluidnc': { ...drawingFormats['g-code'], machine: 'FluidNC' },
  commands: { title: 'Commands', endings: ['txt'], mediaTypes: ['text/plain'] },
} as const satisfies Record<string, FormatNames & { readonly machine?: string }>;

export type PlanFormatName = keyof typeof planFormats;

export const planFormatNames = Object.keys(planFormats) as PlanFormatName[];

/** Finds the format of a plan by file extension; the first format wins if several share it. */
export function planFormatByName(path: string): PlanFormatName | undefined {
  const ending = endingOf(path);
  return planFormatNames.find((name) => (planFormats[name] as FormatNames).endings.includes(ending));
}
