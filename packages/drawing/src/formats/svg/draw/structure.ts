import { determinant, identity, type Matrix, multiply, translation } from '../../../geometry/matrix.ts';
import { quoted } from '../../../reading/notes.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { type Direction, type LengthContext, parseLength, splitList } from '../values/length.ts';
import { parseCssTransform } from '../values/transform.ts';
import type { Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';

/**
 * Returns the matrix with the element's own transform; undefined if that makes everything infinitely small or
 * large.
 */
export function withTransform(
  scene: Scene,
  style: Style,
  matrix: Matrix,
  viewport: Viewport,
  boxAround: () => Frame | undefined = () => undefined,
): Matrix | undefined {
  if (!hasTransform(style)) return matrix;
  let box: Frame = { x: 0, y: 0, ...viewport };
  let origin = style.transformOrigin;
  if (style.transformBox === 'fill-box' || style.transformBox === 'content-box') {
    box = boxAround() ?? box;
    origin ||= '0 0';
  } else if (style.transformBox !== '' && style.transformBox !== 'view-box') {
    scene.notes.add('transform-box', '“transform-box” is not applied.');
  }
  const own = ownTransform(style, box, origin);
  if (own === undefined) return matrix;
  const whole = multiply(matrix, own);
  const size = determinant(whole);
  if (size !== 0 && Number.isFinite(size)) return whole;
  scene.notes.add(
    'transform-endless',
    'Parts that a transform makes infinitely small or large are not drawn.',
  );
  return undefined;
}

export function hasTransform({ transform, cssTransform, translate, rotate, scale }: Style): boolean {
  return transform !== undefined || `${cssTransform}${translate}${rotate}${scale}` !== '';
}

/** Returns the transform in the element's own units. Percentages and the origin refer to the box. */
export function ownTransform(style: Style, box: Frame, origin: string): Matrix | undefined {
  const context = style.lengthsIn(box);
  const { translate, rotate, scale, cssTransform } = style;
  const alone = `${translate} ${rotate} ${scale}`.trim();
  const transform = cssTransform === '' ? style.transform : parseCssTransform(cssTransform, context);
  const before = alone === '' ? undefined : parseCssTransform(alone, context);
  const own = before === undefined ? transform : multiply(before, transform ?? identity);
  if (own === undefined || origin === '') return own;
  const [dx, dy] = originOf(origin, context);
  const [x, y] = [box.x + dx, box.y + dy];
  return multiply(translation(x, y), multiply(own, translation(-x, -y)));
}

const keywords: ReadonlyMap<string, string> = new Map([
  ['left', '0%'],
  ['top', '0%'],
  ['center', '50%'],
  ['right', '100%'],
  ['bottom', '100%'],
]);

function originOf(origin: string, context: LengthContext): [number, number] {
  const [x, y] = positionOf(origin);
  return [parseLength(x, context, 'x') ?? 0, parseLength(y, context, 'y') ?? 0];
}

/** Returns x and y of a position such as `top left` or `10px`. */
export function positionOf(written: string): [x: string, y: string] {
  const words = splitList(written).slice(0, 2);
  if (words[0] === 'top' || words[0] === 'bottom' || words[1] === 'left' || words[1] === 'right') {
    if (words.length === 1) words.push('center');
    words.reverse();
  }
  const [x = '0', y = '50%'] = words.map((word) => keywords.get(word) ?? word);
  return [x, y];
}

/** Returns the frame of an inner `svg` or `symbol`. Browsers read it from attributes, not from CSS. */
export function frameOf(
  scene: Scene,
  node: XmlNode,
  style: Style,
  viewport: Viewport,
  used?: XmlNode,
): Frame {
  const length = (of: XmlNode, name: string, direction: Direction) =>
    scene.attributeLength(of, style, name, direction, viewport);
  const usedWidth = used === undefined ? undefined : length(used, 'width', 'x');
  const usedHeight = used === undefined ? undefined : length(used, 'height', 'y');
  return {
    x: length(node, 'x', 'x') ?? 0,
    y: length(node, 'y', 'y') ?? 0,
    width: usedWidth ?? length(node, 'width', 'x') ?? viewport.width,
    height: usedHeight ?? length(node, 'height', 'y') ?? viewport.height,
  };
}

/** Returns the element that a `use` shows; undefined, with a note, if there is none. */
export function useTarget(scene: Scene, node: XmlNode): XmlNode | undefined {
  const { id, href } = scene.reference(node);
  if (id === undefined) {
    if (href === '') scene.notes.add('use-without-target', 'A “use” without a target is not drawn.');
    else scene.notes.add('other-file', `Other files (${quoted(href)}) are not loaded.`);
    return undefined;
  }
  const target = scene.byId(id);
  if (target === undefined) {
    scene.notes.add('use-without-target', `${quoted(`#${id}`)} is used, but not in the file.`);
    return undefined;
  }
  for (let outer: XmlNode | undefined = node; outer !== undefined; outer = outer.parent) {
    scene.budget.work(2);
    if (outer !== target) continue;
    scene.notes.add('use-circle', `${quoted(`#${id}`)} uses itself, which is not drawn.`);
    return undefined;
  }
  return target;
}

const maxReferences = 8;

/** Returns a gradient or pattern, followed by the ones that supply its missing attributes and content. */
export function referenceChain(scene: Scene, first: XmlNode, names: readonly string[]): XmlNode[] {
  const chain = [first];
  for (let last = first; chain.length <= maxReferences; chain.push(last)) {
    const next = scene.byId(scene.reference(last).id ?? '');
    if (next === undefined || !names.includes(next.name)) break;
    last = next;
  }
  return chain;
}

/** Returns look-ups for attributes, which use the first element of a chain that has the attribute. */
export function chainAttributes(scene: Scene, chain: readonly XmlNode[]) {
  const holder = (name: string) => chain.find((each) => scene.document.indexOf(each, name) >= 0);
  const value = (name: string) => {
    const node = holder(name);
    return node === undefined ? undefined : scene.document.attribute(node, name);
  };
  return { holder, value };
}

/** Runs `action` unless it is already running for the same target. */
export function insideUse(scene: Scene, target: XmlNode, action: () => void): void {
  if (scene.inUse.has(target)) {
    scene.notes.add('use-circle', 'Elements that use each other in a circle are drawn once.');
    return;
  }
  scene.inUse.add(target);
  scene.styles.inUse(target, action);
  scene.inUse.delete(target);
}
