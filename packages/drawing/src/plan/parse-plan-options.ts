import { pictureStyles } from '@stationery/contract/picture-formats';
import { parseOperations } from '../operations/parse-operations.ts';
import { parseLength } from '../options/parse-length.ts';
import type { PictureOptions } from '../options/picture-options.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import type { FilePlanOptions } from './file-layers.ts';
import { layerSettings } from './parse-layer-settings.ts';
import { type FoundMark, type MarginsMm, type OffsetMm, places } from './plan-options.ts';

/** Options as typed in a command line or a URL. */
const words = {
  paper: ['paper', (text: string) => text],
  orientation: ['orientation', oneOf('portrait', 'landscape')],
  margin: ['marginMm', margins],
  fit: ['fit', oneOf('auto', 'drawing', 'page', 'none')],
  scale: ['scale', number],
  rotate: ['rotate', turn],
  align: ['align', oneOf(...places)],
  offset: ['offset', place],
  paperAt: ['paperAt', place],
  crop: ['crop', oneOf('paper', 'margins', 'none')],
  pens: ['pens', oneOf('layers', 'colours', 'palette', 'one')],
  layers: ['layers', layers],
  layerSettings: ['layerSettings', layerSettings],
  fill: ['fill', oneOf('outline', 'skip')],
  tolerance: ['toleranceMm', parseLength],
  simplify: ['simplifyMm', parseLength],
  overlap: ['overlapMm', parseLength],
  join: ['joinMm', parseLength],
  dropShorter: ['dropShorterThanMm', parseLength],
  order: ['order', (text: string, word: string) => oneOf('yes', 'no')(text, word) === 'yes'],
  seed: ['seed', number],
  rounds: ['rounds', number],
  from: ['from', number],
  marks: ['marks', foundMarks],
  operations: ['operations', parseOperations],
} as const satisfies Record<
  string,
  readonly [keyof FilePlanOptions, (text: string, word: string) => unknown]
>;

/** Members of the option `picture`. */
const pictureWords = {
  style: ['style', oneOf(...pictureStyles)],
  points: ['points', number],
  brightness: ['brightness', number],
  contrast: ['contrast', number],
  part: ['part', (text: string, word: string) => text.split(',').map((each) => number(each, word))],
  penWidth: ['penMm', parseLength],
  pictureSize: ['sizeMm', parseLength],
  inks: ['inks', inks],
} as const satisfies Record<string, readonly [keyof PictureOptions, (text: string, word: string) => unknown]>;

const allWords = { ...words, ...pictureWords };

export type PlanOptionName = keyof typeof allWords;

/** Parses options. Ignores words that are not options. A `PlanOptionError` names the word with the error. */
export function parsePlanOptions(
  typed: Partial<Record<PlanOptionName, string | undefined>>,
): FilePlanOptions {
  const parsed = (table: Record<string, readonly [string, (text: string, word: string) => unknown]>) => {
    const options: Record<string, unknown> = {};
    for (const [word, [option, parse]] of Object.entries(table)) {
      const text = typed[word as PlanOptionName];
      if (text !== undefined) options[option] = parse(text.trim(), word);
    }
    return options;
  };
  const picture = parsed(pictureWords);
  return { ...parsed(words), ...(Object.keys(picture).length > 0 && { picture }) };
}

/** Returns the word to name in an error about an option. */
export function optionNameOf(option: string): PlanOptionName | undefined {
  return (Object.keys(allWords) as PlanOptionName[]).find(
    (word) => word === option || allWords[word][0] === option,
  );
}

function number(text: string, word: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new PlanOptionError(word, `“${text}” is not a number`);
  return value;
}

function turn(text: string, word: string): number | 'auto' {
  return text === 'auto' ? 'auto' : number(text.replace(/(?:deg|°)$/, '').trimEnd(), word);
}

function margins(text: string, word: string): number | MarginsMm {
  const [top = 0, right, bottom, left, ...more] = lengths(text, word);
  if (right === undefined) return top;
  if (bottom === undefined || left === undefined || more.length > 0)
    throw new PlanOptionError(word, `“${text}” are not margins: use one, or top,right,bottom,left`);
  return { top, right, bottom, left };
}

function place(text: string, word: string): OffsetMm {
  const [xMm, yMm, ...more] = lengths(text, word);
  if (xMm === undefined || yMm === undefined || more.length > 0)
    throw new PlanOptionError(word, `“${text}” is not a place: use two lengths such as 20mm,10mm`);
  return { xMm, yMm };
}

/** Parses planned and found places, such as `10,10=11,10.5; 200,10=201,9`. */
function foundMarks(text: string, word: string): FoundMark[] {
  return text.split(';').map((pair) => {
    const [at, found, ...more] = pair.split('=');
    if (at === undefined || found === undefined || more.length > 0)
      throw new PlanOptionError(word, `“${pair.trim()}” is not a mark: use 10mm,10mm=11mm,10.5mm`);
    return { at: place(at.trim(), word), found: place(found.trim(), word) };
  });
}

function lengths(text: string, word: string): number[] {
  return text.split(',').map((each) => parseLength(each.trim(), word));
}

const printingInks = ['#00a0e0', '#e0007f', '#f0d000', '#000000'];

/** Parses colours such as `#000000,#ff0000`, or `cmyk`. */
function inks(text: string): string[] {
  return text.toLowerCase() === 'cmyk' ? printingInks : text.split(',').map((each) => each.trim());
}

function layers(text: string): (number | string)[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => (/^[1-9]\d*$/.test(each) ? Number(each) - 1 : each));
}

function oneOf<const T extends string>(...values: readonly T[]) {
  return (value: string, word: string): T => {
    const found = values.find((each) => each === value.toLowerCase());
    if (found !== undefined) return found;
    throw new PlanOptionError(word, `“${value}” is not possible here: use ${values.join(', ')}`);
  };
}
