import { endingOf } from './file-ending.ts';

export interface FormatNames {
  /** Not translated. */
  readonly title: string;
  /** The first one is the default. */
  readonly endings: readonly string[];
  readonly mediaTypes: readonly [string, ...string[]];
}

/** The drawing package has the readers of these formats. */
export const drawingFormats = {
  svg: { title: 'SVG', endings: ['svg'], mediaTypes: ['image/svg+xml'] },
  dxf: { title: 'DXF', endings: ['dxf'], mediaTypes: ['image/vnd.dxf', 'application/dxf'] },
  hpgl: { title: 'HPGL', endings: ['hpgl', 'plt', 'hgl'], mediaTypes: ['application/vnd.hp-hpgl'] },
  'g-code': { title: 'G-code', endings: ['gcode', 'nc', 'ngc', 'gc', 'g'], mediaTypes: ['text/x-gcode'] },
} as const satisfies Record<string, FormatNames>;

export type DrawingFormatName = keyof typeof drawingFormats;

const drawings: readonly FormatNames[] = Object.values(drawingFormats);
const drawingEndings = new Set(drawings.flatMap(({ endings }) => endings));

export const drawingMediaTypes = (): string[] => drawings.flatMap(({ mediaTypes }) => mediaTypes);

/** Returns the value for the `accept` attribute of a file input. */
export const acceptedDrawings = (): string =>
  drawings
    .flatMap(({ endings, mediaTypes }) => [...endings.map((ending) => `.${ending}`), ...mediaTypes])
    .join(',');

/** Returns the titles as “SVG, HPGL or G-code”; without `or`, “SVG, HPGL, G-code”. */
export function drawingTitles(or?: string): string {
  const titles = drawings.map(({ title }) => title);
  return or === undefined ? titles.join(', ') : `${titles.slice(0, -1).join(', ')} ${or} ${titles.at(-1)}`;
}

/** Checks only the extension, not the content. */
export function isDrawingName(path: string): boolean {
  return drawingEndings.has(endingOf(path));
}
