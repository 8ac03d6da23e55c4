import { determinant, type Matrix, multiply, translation } from '../../geometry/matrix.ts';
import { quoted } from '../notes.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { parseLength } from '../values/length.ts';
import type { Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';

/** The matrix with the element's own transform, or `undefined` where that leaves nothing to draw. */
export function withTransform(
  scene: Scene,
  style: Style,
  matrix: Matrix,
  viewport: Viewport,
): Matrix | undefined {
  if (style.transform === undefined) return matrix;
  if (style.transformBox !== '' && style.transformBox !== 'view-box' && style.transformOrigin !== '')
    scene.notes.add('“transform-box” is not applied.');
  const [x, y] = originOf(style, viewport);
  const own =
    x === 0 && y === 0
      ? style.transform
      : multiply(translation(x, y), multiply(style.transform, translation(-x, -y)));
  const whole = multiply(matrix, own);
  const size = determinant(whole);
  if (size !== 0 && Number.isFinite(size)) return whole;
  scene.notes.add('Parts that a transform makes infinitely small or large are not drawn.');
  return undefined;
}

const keywords: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};

function originOf(style: Style, viewport: Viewport): [number, number] {
  if (style.transformOrigin === '') return [0, 0];
  const words = style.transformOrigin.split(/\s+/);
  if (words[0] === 'top' || words[0] === 'bottom') words.reverse();
  const context = { ...viewport, fontSize: style.fontSize };
  const [x = '0', y = '50%'] = words.map((word) => keywords[word] ?? word);
  return [parseLength(x, context, 'x') ?? 0, parseLength(y, context, 'y') ?? 0];
}

/** The place of an `svg` inside another. */
export function frameOf(scene: Scene, node: XmlNode, style: Style, viewport: Viewport): Frame {
  return {
    x: scene.length(node, style, 'x', 'x', viewport) ?? 0,
    y: scene.length(node, style, 'y', 'y', viewport) ?? 0,
    width: scene.length(node, style, 'width', 'x', viewport) ?? viewport.width,
    height: scene.length(node, style, 'height', 'y', viewport) ?? viewport.height,
  };
}

/** The element that a `use` shows, or `undefined`, with a note, where there is none. */
export function useTarget(scene: Scene, node: XmlNode): XmlNode | undefined {
  const { id, href } = scene.reference(node);
  if (id === undefined) {
    scene.notes.add(
      href === ''
        ? 'A “use” without a target is not drawn.'
        : `Other files (${quoted(href)}) are not loaded.`,
    );
    return undefined;
  }
  const target = scene.byId(id);
  if (target === undefined) {
    scene.notes.add(`${quoted(`#${id}`)} is used, but not in the file.`);
    return undefined;
  }
  for (let outer: XmlNode | undefined = node; outer !== undefined; outer = outer.parent) {
    if (outer !== target) continue;
    scene.notes.add(`${quoted(`#${id}`)} uses itself, which is not drawn.`);
    return undefined;
  }
  return target;
}

/** Does something inside of a `use`, unless it is inside of the same one already. */
export function insideUse(scene: Scene, target: XmlNode, action: () => void): void {
  if (scene.inUse.has(target)) {
    scene.notes.add('Elements that use each other in a circle are drawn once.');
    return;
  }
  scene.inUse.add(target);
  action();
  scene.inUse.delete(target);
}
