import { type Box, unionBox } from '../../../geometry/box.ts';
import { flatten } from '../../../geometry/flatten.ts';
import { identity, type Matrix, translation } from '../../../geometry/matrix.ts';
import { Path } from '../../../geometry/path.ts';
import { Polylines } from '../../../geometry/polylines.ts';
import { boundsOf } from '../../../reading/lines.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { textPaths } from '../text/text-path.ts';
import { enterViewport, type Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { chosenChild, conditionsHold } from './conditions.ts';
import { addShape, shapeNames } from './shape-path.ts';
import { frameOf, insideUse, useTarget, withTransform } from './structure.ts';

/** Work units per element. High, because the content of a group is measured again for each group around it. */
const workOfElement = 300;

interface Place {
  readonly parent: Style;
  readonly viewport: Viewport;
  readonly depth: number;
  /** The `use` that shows the element. */
  readonly used?: XmlNode;
}

/**
 * Returns the bounding box of an element; undefined if it has no extent. Ignores strokes, clip paths and
 * visibility. A group contains its children's boxes.
 */
export function boxAround(scene: Scene, node: XmlNode, parent: Style, viewport: Viewport): Frame | undefined {
  return measure(scene, node, { parent, viewport, depth: 0 })?.box;
}

function measure(
  scene: Scene,
  node: XmlNode,
  place: Place,
): { readonly box: Frame; readonly style: Style } | undefined {
  if (node.name === '#text' || node.foreign) return undefined;
  scene.budget.element(place.depth);
  scene.budget.work(workOfElement);
  if (!conditionsHold(scene, node)) return undefined;
  const style = scene.styles.resolve(node, place.parent);
  if (!style.displayed) return undefined;
  const box = new Extent();
  addContent(scene, node, { ...place, parent: style }, box);
  return box.frame === undefined ? undefined : { box: box.frame, style };
}

function addContent(scene: Scene, node: XmlNode, place: Place, box: Extent): void {
  const { parent: style, viewport, depth } = place;
  if (shapeNames.has(node.name) || node.name === 'text') {
    addLines(scene, node, place, box);
  } else if (node.name === 'use') {
    const target = useTarget(scene, node);
    if (target === undefined) return;
    const x = scene.length(node, style, 'x', 'x', viewport) ?? 0;
    const y = scene.length(node, style, 'y', 'y', viewport) ?? 0;
    insideUse(scene, target, () =>
      addChild(scene, target, { ...place, depth: depth + 1, used: node }, translation(x, y), box),
    );
  } else if (node.name === 'svg' || (node.name === 'symbol' && place.used !== undefined)) {
    const inside = enterViewport(scene, node, frameOf(scene, node, style, viewport, place.used));
    if (inside === undefined) return;
    const inner = { parent: style, viewport: inside.viewport, depth: depth + 1 };
    for (let child = node.first; child !== undefined; child = child.next)
      addChild(scene, child, inner, inside.matrix, box);
  } else if (node.name === 'switch') {
    const child = chosenChild(scene, node);
    if (child !== undefined)
      addChild(scene, child, { parent: style, viewport, depth: depth + 1 }, identity, box);
  } else if (node.name === 'g' || node.name === 'a') {
    for (let child = node.first; child !== undefined; child = child.next)
      addChild(scene, child, { parent: style, viewport, depth: depth + 1 }, identity, box);
  }
}

function addChild(scene: Scene, node: XmlNode, place: Place, matrix: Matrix, box: Extent): void {
  const child = measure(scene, node, place);
  if (child === undefined) return;
  const own = withTransform(scene, child.style, matrix, place.viewport, () => child.box);
  if (own !== undefined) box.add(child.box, own);
}

function addLines(scene: Scene, node: XmlNode, place: Place, box: Extent): void {
  const coarse = linesBox(scene, node, place, scene.settings.toleranceMm);
  if (coarse === undefined) return;
  const size = Math.max(coarse.width, coarse.height);
  // The tolerance of the page does not apply, because a unit may be as long as the page.
  const isSmall = size > 0 && size < scene.settings.toleranceMm * 1000;
  box.add((isSmall ? linesBox(scene, node, place, size / 10_000) : undefined) ?? coarse, identity);
}

/** Returns the bounding box in the path's units; undefined if it has no extent. */
export function boxOfPath(scene: Scene, path: Path): Frame | undefined {
  const lines = new Polylines(scene.budget.checkPoints);
  flatten(path, identity, scene.settings.toleranceMm, lines);
  return boxOfLines(scene, lines);
}

function linesBox(
  scene: Scene,
  node: XmlNode,
  { parent: style, viewport, depth }: Place,
  tolerance: number,
): Frame | undefined {
  const path = new Path();
  const lines = new Polylines(scene.budget.checkPoints);
  const flattenPath = () => flatten(path, identity, tolerance, lines);
  if (node.name === 'text') textPaths(scene, node, style, viewport, depth, path, flattenPath);
  else {
    addShape(scene, node, style, viewport, path);
    flattenPath();
  }
  return boxOfLines(scene, lines);
}

function boxOfLines(scene: Scene, lines: Polylines): Frame | undefined {
  scene.budget.lostPoints(lines.length / 2);
  const bounds = boundsOf(lines);
  if (bounds === undefined || !Number.isFinite(bounds.farthest)) return undefined;
  const { minX: x, minY: y, maxX, maxY } = bounds;
  return { x, y, width: maxX - x, height: maxY - y };
}

/** Returns the box around a transformed frame. */
export function boxOnPage({ x, y, width, height }: Frame, [a, b, c, d, e, f]: Matrix): Box {
  const [right, bottom] = [x + width, y + height];
  return {
    minX: Math.min(a * x, a * right) + Math.min(c * y, c * bottom) + e,
    minY: Math.min(b * x, b * right) + Math.min(d * y, d * bottom) + f,
    maxX: Math.max(a * x, a * right) + Math.max(c * y, c * bottom) + e,
    maxY: Math.max(b * x, b * right) + Math.max(d * y, d * bottom) + f,
  };
}

class Extent {
  private box: Box | undefined = undefined;

  add(frame: Frame, matrix: Matrix): void {
    const box = boxOnPage(frame, matrix);
    this.box = unionBox(this.box ?? box, box);
  }

  get frame(): Frame | undefined {
    if (this.box === undefined) return undefined;
    const { minX: x, minY: y, maxX, maxY } = this.box;
    return x <= maxX && y <= maxY ? { x, y, width: maxX - x, height: maxY - y } : undefined;
  }
}
