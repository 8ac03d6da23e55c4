/** What describes or is referred to, and is never drawn where it stands. */
export const neverDrawn: ReadonlySet<string> = new Set([
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

/** What other programs would draw and we do not, in words. */
export const notDrawn: ReadonlyMap<string, string> = new Map([
  ['image', 'Pictures are not drawn: a pen draws lines.'],
  ['foreignObject', 'Parts in another language than SVG (“foreignObject”) are not drawn.'],
  ['script', 'Scripts are not run.'],
  ['animate', 'Animations are not played: the drawing is as it is at the start, without them.'],
  ['animateTransform', 'Animations are not played: the drawing is as it is at the start, without them.'],
  ['animateMotion', 'Animations are not played: the drawing is as it is at the start, without them.'],
  ['animateColor', 'Animations are not played: the drawing is as it is at the start, without them.'],
  ['set', 'Animations are not played: the drawing is as it is at the start, without them.'],
  ['flowRoot', 'Flowed text of old Inkscape versions (“flowRoot”) is not drawn.'],
  ['video', 'Films and sounds are not drawn.'],
  ['audio', 'Films and sounds are not drawn.'],
]);

/** Prefixes under which drawing programs keep their own notes, which nobody is meant to see. */
export function isProgramData(name: string): boolean {
  return /^(sodipodi|inkscape|rdf|cc|dc|i|x|xmp\w*|graph|a|ns\d*|sketch|serif|bx|figma|vectornator|svgjs|v|krita|d|c2pa):/.test(
    name,
  );
}
