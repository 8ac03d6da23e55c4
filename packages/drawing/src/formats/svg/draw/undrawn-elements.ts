import type { NoteCode } from '@stationery/contract/note-codes';

/** Elements that only describe something or are drawn only by reference. */
export const nonRenderedElements: ReadonlySet<string> = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'linearGradient',
  'radialGradient',
  'meshgradient',
  'solidcolor',
  'hatch',
  'marker',
  'filter',
  'style',
  'title',
  'desc',
  'metadata',
  'font',
  'font-face',
  'cursor',
  'view',
  'stop',
  'color-profile',
]);

type UnsupportedElement = readonly [code: NoteCode, text: string];

const animation: UnsupportedElement = [
  'animation',
  'Animations are not played: the drawing is as it is at the start, without them.',
];
const filmOrSound: UnsupportedElement = ['film-or-sound', 'Films and sounds are not drawn.'];

export const picture: UnsupportedElement = ['picture', 'Pictures are not drawn: a pen draws lines.'];

export const unsupportedElements: ReadonlyMap<string, UnsupportedElement> = new Map([
  [
    'foreignObject',
    ['foreign-object', 'Parts in another language than SVG (“foreignObject”) are not drawn.'],
  ],
  ['script', ['script', 'Scripts are not run.']],
  ['animate', animation],
  ['animateTransform', animation],
  ['animateMotion', animation],
  ['animateColor', animation],
  ['set', animation],
  ['flowRoot', ['text-flowed', 'Flowed text of old Inkscape versions (“flowRoot”) is not drawn.']],
  ['video', filmOrSound],
  ['audio', filmOrSound],
]);

/** Whether an element is data of a program, which is not drawn. */
export function isProgramData(name: string): boolean {
  return /^(sodipodi|inkscape|rdf|cc|dc|i|x|xmp\w*|graph|a|ns\d*|sketch|serif|bx|figma|vectornator|svgjs|v|krita|d|c2pa):/.test(
    name,
  );
}
