import { parseOperations } from '../operations/parse-operations.ts';
import { parseLength } from '../options/parse-length.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import type { FilePlanOptions } from './file-layers.ts';
import { layerSettings } from './parse-layer-settings.ts';
import { type MarginsMm, type OffsetMm, places } from './plan-options.ts';

/** The options of a plan as people type them, in a command line or an address: `10mm`, `1in`, `2,1`. */
export const planOptionTexts = {
  paper:
    '`a6` to `a0`, `letter`, `legal`, `tabloid`, or a size such as `210x297mm`; default: the page of the drawing',
  orientation: '`portrait` or `landscape`; default: the orientation of the drawing, for named paper sizes',
  margin: 'A length such as `10mm`, or four: top, right, bottom, left; default `10mm`',
  fit: '`drawing`: what is drawn is fitted to the margins; `page`: the page of the file is; `none`: the size stays; `auto`: it stays where the page fits the paper',
  scale: 'A factor, applied after `fit`',
  rotate: 'Degrees clockwise, or `auto`',
  align: `Position of the drawing between the margins: ${places.map((place) => `\`${place}\``).join(', ')}`,
  offset: 'Offset from that position, such as `5mm,-2mm`',
  paperAt: 'The top left corner of the paper, from the machine origin, such as `20mm,10mm`',
  crop: 'Where lines are cropped: `paper`, `margins` or `none`',
  pens: 'How pens are assigned: by `layers`, by `colours`, from your `palette` by colour, or `one` for all',
  layerSettings:
    'Settings of layers: `2:pen=Fine,speed=20,height=100,delay=100,passes=2,repeat=1,pause=yes`, several separated by `;`',
  layers: 'Layers to draw, in order: numbers (from 1) or names, separated by commas',
  fill: 'Shapes without a stroke: `outline` or `skip`',
  tolerance: 'How far a line may deviate from its curve',
  simplify: 'How far a simplified line may deviate from the file',
  overlap: 'Lines of one pen this close to each other are drawn once',
  join: 'Ends this close are joined',
  dropShorter:
    'Strokes shorter than this are left out, dots too; default: only those in the ink of another stroke; `0mm` draws all',
  order: '`no` keeps the order of the file',
  seed: 'A whole number: where the search for a good order begins',
  rounds: 'How often to try for a better order, for the same plan every time',
  operations:
    'What is done with the drawing on the paper, such as `hatch angle=45 spacing=0.5mm; hide; frame gap=5mm`',
} as const;

export type PlanOptionName = keyof typeof planOptionTexts;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Refuses with a `PlanOptionError` that names the word as it was typed. */
export function parsePlanOptions(
  words: Partial<Record<PlanOptionName, string | undefined>>,
): FilePlanOptions {
  const options: Mutable<FilePlanOptions> = {};
  const read = <T>(
    word: PlanOptionName,
    use: (text: string, word: PlanOptionName) => T,
    set: (value: T) => void,
  ) => {
    const text = words[word];
    if (text !== undefined) set(use(text.trim(), word));
  };
  read('paper', text, (value) => (options.paper = value));
  read('orientation', oneOf('portrait', 'landscape'), (value) => (options.orientation = value));
  read('margin', margins, (value) => (options.marginMm = value));
  read('fit', oneOf('auto', 'drawing', 'page', 'none'), (value) => (options.fit = value));
  read('scale', number, (value) => (options.scale = value));
  read('rotate', turn, (value) => (options.rotate = value));
  read('align', oneOf(...places), (value) => (options.align = value));
  read('offset', place, (value) => (options.offset = value));
  read('paperAt', place, (value) => (options.paperAt = value));
  read('crop', oneOf('paper', 'margins', 'none'), (value) => (options.crop = value));
  read('pens', oneOf('layers', 'colours', 'palette', 'one'), (value) => (options.pens = value));
  read('layers', layers, (value) => (options.layers = value));
  read('layerSettings', layerSettings, (value) => (options.layerSettings = value));
  read('fill', oneOf('outline', 'skip'), (value) => (options.fill = value));
  read('tolerance', length, (value) => (options.toleranceMm = value));
  read('simplify', length, (value) => (options.simplifyMm = value));
  read('overlap', length, (value) => (options.overlapMm = value));
  read('join', length, (value) => (options.joinMm = value));
  read('dropShorter', length, (value) => (options.dropShorterThanMm = value));
  read('order', oneOf('yes', 'no'), (value) => (options.order = value === 'yes'));
  read('seed', number, (value) => (options.seed = value));
  read('rounds', number, (value) => (options.rounds = value));
  read('operations', parseOperations, (value) => (options.operations = value));
  return options;
}

/** The word that an option comes from, to name it in a refusal. */
export function optionNameOf(option: string): PlanOptionName | undefined {
  const bare = option.replace(/(Than)?Mm$/, '');
  return Object.hasOwn(planOptionTexts, bare) ? (bare as PlanOptionName) : undefined;
}

function length(text: string, word: PlanOptionName): number {
  return parseLength(text, word);
}

function number(text: string, word: PlanOptionName): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new PlanOptionError(word, `“${text}” is not a number`);
  return value;
}

function turn(text: string, word: PlanOptionName): number | 'auto' {
  return text === 'auto' ? 'auto' : number(text.replace(/(?:deg|°)$/, '').trimEnd(), word);
}

function margins(text: string, word: PlanOptionName): number | MarginsMm {
  const [top = 0, right, bottom, left, ...more] = lengths(text, word);
  if (right === undefined) return top;
  if (bottom === undefined || left === undefined || more.length > 0)
    throw new PlanOptionError(word, `“${text}” are no margins: use one, or top,right,bottom,left`);
  return { top, right, bottom, left };
}

function place(text: string, word: PlanOptionName): OffsetMm {
  const [xMm, yMm, ...more] = lengths(text, word);
  if (xMm === undefined || yMm === undefined || more.length > 0)
    throw new PlanOptionError(word, `“${text}” is no place: use two lengths such as 20mm,10mm`);
  return { xMm, yMm };
}

function lengths(text: string, word: PlanOptionName): number[] {
  return text.split(',').map((each) => length(each.trim(), word));
}

function layers(text: string): (number | string)[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => (/^[1-9]\d*$/.test(each) ? Number(each) - 1 : each));
}

function text(value: string): string {
  return value;
}

function oneOf<const T extends string>(...values: readonly T[]) {
  return (value: string, word: PlanOptionName): T => {
    const found = values.find((each) => each === value.toLowerCase());
    if (found !== undefined) return found;
    throw new PlanOptionError(word, `“${value}” is not possible here: use ${values.join(', ')}`);
  };
}
