import { drawingFormats, type FormatNames } from '../drawing-formats.ts';
import { endingOf } from '../file-ending.ts';

/** Formats of exported plans. Some of them are for one kind of machine. */
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

/** Returns the format for a file extension. If several formats share it, the first one wins. */
export function planFormatByName(path: string): PlanFormatName | undefined {
  const ending = endingOf(path);
  return planFormatNames.find((name) => (planFormats[name] as FormatNames).endings.includes(ending));
}
