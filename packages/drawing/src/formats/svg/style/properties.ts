import { parseColour } from '../values/colour.ts';
import { defaultLineHeight, parseLength, splitList } from '../values/length.ts';
import { parseCssTransform, parseTransform } from '../values/transform.ts';
import { parsePaint } from './paint.ts';
import { Style } from './style.ts';

/** Sets a property. `inherit` takes the value of `parent`. Invalid text changes nothing. */
export type SetProperty = (style: Style, value: string, parent: Style) => void;

const initial = new Style();

/** Style fields that are strings. */
type TextField = {
  [Field in keyof Style]: Style[Field] extends string ? (string extends Style[Field] ? Field : never) : never;
}[keyof Style];

const wide = new Set(['inherit', 'initial', 'unset', 'revert', 'revert-layer']);
const maxWide = 'revert-layer'.length;

/** Handles the keywords common to all properties; `set` handles other values. */
function property<Field extends keyof Style>(
  field: Field,
  set: (style: Style, value: string, parent: Style) => void,
): SetProperty {
  return (style, written, parent) => {
    const value = written.trim();
    const word = value.length <= maxWide ? value.toLowerCase() : '';
    if (!wide.has(word)) set(style, value, parent);
    else if (word === 'inherit') style[field] = parent[field];
    else style[field] = (word === 'initial' ? initial : new Style(parent))[field];
  };
}

function asWritten(field: TextField): SetProperty {
  return property(field, (style, value) => {
    style[field] = value;
  });
}

/** Returns a setter for a keyword. */
function word(field: TextField): SetProperty {
  return property(field, (style, value) => {
    if (value !== '') style[field] = value.toLowerCase();
  });
}

function paint(field: 'fill' | 'stroke'): SetProperty {
  return property(field, (style, value, parent) => {
    const paint = parsePaint(value);
    if (paint === undefined) return;
    // Programs write a widely supported colour before a newer notation.
    const isGuess = paint.kind === 'colour' && paint.colour.isGuess === true;
    const isSaid = style[field].kind === 'colour' && style[field] !== parent[field];
    if (!isGuess || !isSaid) style[field] = paint;
  });
}

function opacity(field: 'fillOpacity' | 'strokeOpacity' | 'opacity'): SetProperty {
  return property(field, (style, value) => {
    const share = value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number(value);
    if (value !== '' && Number.isFinite(share)) style[field] = share;
  });
}

/**
 * Stand-in sizes. Only the syntax of lengths is checked here, because the sizes that they refer to are not
 * known yet.
 */
const anywhere = { width: 1, height: 1, fontSize: 1, window: { width: 1, height: 1 } };

function isLength(value: string): boolean {
  return (parseLength(value, anywhere, 'x') ?? -1) >= 0;
}

function setStrokeWidth(style: Style, value: string): void {
  if (isLength(value)) style.strokeWidth = value;
  else if (value.includes('(')) style.notApplied = 'stroke-width';
}

/** Sets the dashes. A list with an error changes nothing. */
function setDashArray(style: Style, value: string): void {
  const list = value.toLowerCase();
  const isMistaken = list === '' || /,\s*,/.test(list);
  if (list === 'none' || (!isMistaken && splitList(list).every(isLength))) style.dashArray = list;
  else style.notApplied = 'stroke-dasharray';
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
  const word = value.toLowerCase();
  const relative: Readonly<Record<string, number>> = {
    larger: parent.fontSize * 1.2,
    smaller: parent.fontSize / 1.2,
  };
  const context = parent.lengthsIn({ width: parent.fontSize, height: parent.fontSize });
  const size =
    (Object.hasOwn(fontSizes, word) ? fontSizes[word] : undefined) ??
    (Object.hasOwn(relative, word) ? relative[word] : undefined) ??
    parseLength(word, context, 'x');
  if (size !== undefined && size >= 0) style.fontSize = size;
  else if (word.includes('(')) style.notApplied = 'font-size';
}

function setLineHeight(style: Style, value: string): void {
  const word = value.toLowerCase();
  const factor = word === 'normal' ? defaultLineHeight : Number(word);
  const context = style.lengthsIn({ width: style.fontSize, height: style.fontSize });
  const pixels = parseLength(word, context, 'x');
  if (word !== '' && Number.isFinite(factor)) style.lineHeight = { value: factor, isFactor: true };
  else if (pixels !== undefined) style.lineHeight = { value: pixels, isFactor: false };
}

function setFont(style: Style, value: string, parent: Style): void {
  const size = value.split(/\s+/).find((word) => /^[\d.]+[a-z%]+(\/|$)/i.test(word));
  if (size !== undefined) setFontSize(style, size.split('/')[0] as string, parent);
}

function setColour(style: Style, value: string): void {
  style.colour = parseColour(value) ?? style.colour;
}

function setVisibility(style: Style, value: string): void {
  const word = value.toLowerCase();
  if (word === 'visible') style.visible = true;
  else if (word === 'hidden' || word === 'collapse') style.visible = false;
}

function setDisplay(style: Style, value: string): void {
  if (value !== '') style.displayed = value.toLowerCase() !== 'none';
}

function setMarkers(style: Style, value: string, parent: Style): void {
  for (const set of markers.values()) set(style, value, parent);
}

function setSpace(style: Style, value: string): void {
  style.keepsSpace = value.startsWith('preserve') || value.startsWith('pre');
}

function setTransform(style: Style, value: string): void {
  const matrix = parseTransform(value);
  if (matrix === undefined && value !== '') style.notApplied = 'transform';
  style.transform = matrix ?? style.transform;
}

function setCssTransform(style: Style, value: string): void {
  const text = value.toLowerCase();
  if (parseCssTransform(text, anywhere) === undefined) style.notApplied = 'transform';
  else style.cssTransform = text;
}

/** Returns a setter for a transform property. Ignores rotations about axes other than z. */
function alone(name: 'translate' | 'rotate' | 'scale'): SetProperty {
  return property(name, (style, value) => {
    const call = `${name}(${value.toLowerCase().split(/\s+/).join(',')})`;
    if (value === 'none') style[name] = '';
    else if (parseCssTransform(call, anywhere) === undefined) style.notApplied = name;
    else style[name] = call;
  });
}

function inGeometry(name: string): SetProperty {
  return (style, written) => {
    const value = written.trim();
    // In CSS, a width or height requires a unit; a radius does not.
    if ((name === 'width' || name === 'height') && isPlainNumber(value)) return;
    style.geometry ??= new Map();
    style.geometry.set(name, value);
  };
}

/** Whether the value is a number without a unit, other than zero. */
function isPlainNumber(value: string): boolean {
  return /^[+-]?[\d.]+$/.test(value) && /[1-9]/.test(value);
}

const withoutEffect = new Set(['none', 'initial', 'unset', 'normal', 'auto', 'baseline', '0', '']);

function notApplied(name: string): SetProperty {
  return (style, value) => {
    if (!withoutEffect.has(value.trim())) style.notApplied = name;
  };
}

/** Properties that affect the picture but are not supported. */
const unsupportedInCss = ['all', 'offset-path', 'zoom', 'mask-image'];

const markers: ReadonlyMap<string, SetProperty> = new Map([
  ['marker-start', asWritten('markerStart')],
  ['marker-mid', asWritten('markerMid')],
  ['marker-end', asWritten('markerEnd')],
]);

/** Wraps a setter so that values with a function, such as `calc()`, are only noted. */
const plain =
  (name: string, set: SetProperty): SetProperty =>
  (style, value, parent) => {
    if (value.includes('(')) style.notApplied = name;
    else set(style, value, parent);
  };

/** Properties that are also presentation attributes. */
export const presentation: ReadonlyMap<string, SetProperty> = new Map<string, SetProperty>([
  ['fill', paint('fill')],
  ['stroke', paint('stroke')],
  ['fill-opacity', opacity('fillOpacity')],
  ['stroke-opacity', opacity('strokeOpacity')],
  ['opacity', opacity('opacity')],
  ['stroke-width', property('strokeWidth', setStrokeWidth)],
  ['stroke-dasharray', property('dashArray', setDashArray)],
  ['stroke-dashoffset', plain('stroke-dashoffset', asWritten('dashOffset'))],
  ['stroke-linecap', word('lineCap')],
  ['stroke-linejoin', word('lineJoin')],
  ['stroke-miterlimit', asWritten('miterLimit')],
  ['color', property('colour', setColour)],
  ['visibility', property('visible', setVisibility)],
  ['display', property('displayed', setDisplay)],
  ['clip-rule', word('clipRule')],
  ['fill-rule', word('fillRule')],
  ['clip-path', asWritten('clipPath')],
  ['mask', asWritten('mask')],
  ['filter', asWritten('filter')],
  ['overflow', word('overflow')],
  ['vector-effect', word('vectorEffect')],
  ...markers,
  ['font-size', property('fontSize', setFontSize)],
  ['text-anchor', word('textAnchor')],
  ['direction', word('direction')],
  ['letter-spacing', plain('letter-spacing', asWritten('letterSpacing'))],
  ['word-spacing', plain('word-spacing', asWritten('wordSpacing'))],
  ['dominant-baseline', word('baseline')],
  ['alignment-baseline', word('alignmentBaseline')],
  ['baseline-shift', plain('baseline-shift', word('baselineShift'))],
  ['text-decoration', word('textDecoration')],
  ['writing-mode', word('writingMode')],
  ['transform', property('transform', setTransform)],
  ['transform-origin', plain('transform-origin', word('transformOrigin'))],
  ['xml:space', property('keepsSpace', setSpace)],
  ['clip', notApplied('clip')],
]);

const geometry = ['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'd'];

/** Properties allowed in style sheets and `style` attributes. */
export const cssProperties: ReadonlyMap<string, SetProperty> = new Map<string, SetProperty>([
  ...[...presentation].filter(([name]) => name !== 'xml:space'),
  ['font', setFont],
  ['line-height', property('lineHeight', setLineHeight)],
  ['marker', setMarkers],
  ['transform', property('cssTransform', setCssTransform)],
  ['translate', alone('translate')],
  ['rotate', alone('rotate')],
  ['scale', alone('scale')],
  ['text-transform', word('textTransform')],
  ['text-decoration-line', word('textDecoration')],
  ['white-space', property('keepsSpace', setSpace)],
  ['transform-box', word('transformBox')],
  ...geometry.map((name): [string, SetProperty] => [name, inGeometry(name)]),
  ...unsupportedInCss.map((name): [string, SetProperty] => [name, notApplied(name)]),
]);
