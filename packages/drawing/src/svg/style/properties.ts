import { parseColour } from '../values/colour.ts';
import { parseLength } from '../values/length.ts';
import { parseTransform } from '../values/transform.ts';
import { parsePaint } from './paint.ts';
import { Style } from './style.ts';

/**
 * Sets one property from its text. `parent` is whose value `inherit` means. Text that cannot be read changes nothing.
 */
export type SetProperty = (style: Style, value: string, parent: Style) => void;

const initial = new Style();

/** Fields that are kept as they are written. */
type TextField = {
  [Field in keyof Style]: Style[Field] extends string ? (string extends Style[Field] ? Field : never) : never;
}[keyof Style];

function asWritten(field: TextField): SetProperty {
  return (style, value, parent) => {
    const word = value.trim();
    style[field] = word === 'inherit' ? parent[field] : word === 'initial' ? initial[field] : word;
  };
}

function paint(field: 'fill' | 'stroke'): SetProperty {
  return (style, value, parent) => {
    if (value === 'inherit' || value === 'unset') style[field] = parent[field];
    else if (value === 'initial') style[field] = initial[field];
    else style[field] = parsePaint(value) ?? style[field];
  };
}

function opacity(field: 'fillOpacity' | 'strokeOpacity' | 'opacity'): SetProperty {
  return (style, value, parent) => {
    const word = value.trim();
    if (word === 'inherit') style[field] = parent[field];
    const share = word.endsWith('%') ? Number(word.slice(0, -1)) / 100 : Number(word);
    if (word !== '' && Number.isFinite(share)) style[field] = share;
  };
}

const fontSizes: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
};

function setFontSize(style: Style, value: string, parent: Style): void {
  const word = value.trim().toLowerCase();
  const relative: Readonly<Record<string, number>> = {
    inherit: parent.fontSize,
    initial: 16,
    larger: parent.fontSize * 1.2,
    smaller: parent.fontSize / 1.2,
  };
  const context = { width: parent.fontSize, height: parent.fontSize, fontSize: parent.fontSize };
  const size =
    (Object.hasOwn(fontSizes, word) ? fontSizes[word] : undefined) ??
    (Object.hasOwn(relative, word) ? relative[word] : undefined) ??
    parseLength(word, context, 'x');
  if (size !== undefined && size >= 0) style.fontSize = size;
}

function setFont(style: Style, value: string, parent: Style): void {
  const size = value.split(/\s+/).find((word) => /^[\d.]+[a-z%]+(\/|$)/i.test(word));
  if (size !== undefined) setFontSize(style, size.split('/')[0] as string, parent);
}

function setColour(style: Style, value: string, parent: Style): void {
  if (value.trim().toLowerCase() === 'inherit') style.colour = parent.colour;
  else style.colour = parseColour(value) ?? style.colour;
}

function setVisibility(style: Style, value: string, parent: Style): void {
  const word = value.trim();
  if (word === 'inherit') style.visible = parent.visible;
  else if (word === 'visible' || word === 'initial') style.visible = true;
  else if (word === 'hidden' || word === 'collapse') style.visible = false;
}

function setDisplay(style: Style, value: string, parent: Style): void {
  const word = value.trim();
  if (word === 'inherit') style.displayed = parent.displayed;
  else if (word !== '') style.displayed = word !== 'none';
}

function setMarker(style: Style, value: string, parent: Style): void {
  const word = value.trim();
  style.hasMarkers = word === 'inherit' ? parent.hasMarkers : word !== 'none' && word !== 'initial';
}

function setSpace(style: Style, value: string, parent: Style): void {
  const word = value.trim();
  style.keepsSpace =
    word === 'inherit' ? parent.keepsSpace : word.startsWith('preserve') || word.startsWith('pre');
}

function setTransform(style: Style, value: string): void {
  style.transform = parseTransform(value) ?? style.transform;
}

function inGeometry(name: string): SetProperty {
  return (style, value) => {
    style.geometry ??= new Map();
    style.geometry.set(name, value.trim());
  };
}

const withoutEffect = new Set(['none', 'initial', 'unset', 'normal', 'auto', 'baseline', '0', '']);

function notApplied(name: string): SetProperty {
  return (style, value) => {
    if (!withoutEffect.has(value.trim())) style.notApplied = name;
  };
}

/** What changes what is seen, and is not applied. */
const unsupportedAttributes = ['baseline-shift', 'text-decoration', 'clip'];
const unsupportedInCss = [
  'text-decoration-line',
  'rotate',
  'scale',
  'translate',
  'offset-path',
  'zoom',
  'mask-image',
];

/** Properties that may stand as an attribute too. */
export const presentation: ReadonlyMap<string, SetProperty> = new Map<string, SetProperty>([
  ['fill', paint('fill')],
  ['stroke', paint('stroke')],
  ['fill-opacity', opacity('fillOpacity')],
  ['stroke-opacity', opacity('strokeOpacity')],
  ['opacity', opacity('opacity')],
  ['stroke-width', asWritten('strokeWidth')],
  ['stroke-dasharray', asWritten('dashArray')],
  ['stroke-dashoffset', asWritten('dashOffset')],
  ['stroke-linecap', asWritten('lineCap')],
  ['color', setColour],
  ['visibility', setVisibility],
  ['display', setDisplay],
  ['clip-rule', asWritten('clipRule')],
  ['clip-path', asWritten('clipPath')],
  ['mask', asWritten('mask')],
  ['filter', asWritten('filter')],
  ['overflow', asWritten('overflow')],
  ['vector-effect', asWritten('vectorEffect')],
  ['marker-start', setMarker],
  ['marker-mid', setMarker],
  ['marker-end', setMarker],
  ['font-size', setFontSize],
  ['text-anchor', asWritten('textAnchor')],
  ['letter-spacing', asWritten('letterSpacing')],
  ['word-spacing', asWritten('wordSpacing')],
  ['dominant-baseline', asWritten('baseline')],
  ['writing-mode', asWritten('writingMode')],
  ['transform', setTransform],
  ['transform-origin', asWritten('transformOrigin')],
  ['xml:space', setSpace],
  ...unsupportedAttributes.map((name): [string, SetProperty] => [name, notApplied(name)]),
]);

const geometry = ['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'd'];

/** Properties that may stand in a style sheet or a `style` attribute. */
export const cssProperties: ReadonlyMap<string, SetProperty> = new Map<string, SetProperty>([
  ...[...presentation].filter(([name]) => name !== 'xml:space'),
  ['font', setFont],
  ['marker', setMarker],
  ['white-space', setSpace],
  ['transform-box', asWritten('transformBox')],
  ...geometry.map((name): [string, SetProperty] => [name, inGeometry(name)]),
  ...unsupportedInCss.map((name): [string, SetProperty] => [name, notApplied(name)]),
]);
