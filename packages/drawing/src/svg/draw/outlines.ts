import { flatten } from '../../geometry/flatten.ts';
import { greatestScale, identity, type Matrix, multiply, translation } from '../../geometry/matrix.ts';
import { Path } from '../../geometry/path.ts';
import { Polylines } from '../../geometry/polylines.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { textPaths } from '../text/text-path.ts';
import { enterViewport, type Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { boundsOf } from './lines.ts';
import { addShape, shapeNames } from './shape-path.ts';
import { frameOf, insideUse, useTarget, withTransform } from './structure.ts';

/**
 * Appends the outlines of an element and all in it, seen through `matrix`, for measuring: what a bounding box is
 * around. Strokes, clip paths and visibility do not matter for that.
 */
export function addOutlines(
  scene: Scene,
  node: XmlNode,
  matrix: Matrix,
  parent: Style,
  viewport: Viewport,
  depth: number,
  out: Polylines,
): void {
  if (node.name === '#text' || node.foreign) return;
  scene.budget.element(depth);
  const style = scene.styles.resolve(node, parent);
  if (!style.displayed) return;
  // The element that is asked about is measured in its own units, so its own transform is not part of it.
  const own = depth === 0 ? matrix : withTransform(scene, style, matrix, viewport);
  if (own === undefined) return;
  addOutlinesOf(scene, node, own, style, viewport, depth, out);
}

/** The box around an element in its own units, or `undefined` where it has no extent. */
export function boxAround(scene: Scene, node: XmlNode, parent: Style, viewport: Viewport): Frame | undefined {
  const lines = new Polylines(scene.budget.checkPoints);
  addOutlines(scene, node, identity, parent, viewport, 0, lines);
  scene.budget.lostPoints(lines.length / 2);
  const box = boundsOf(lines);
  if (box === undefined || !Number.isFinite(box.farthest)) return undefined;
  return { x: box.minX, y: box.minY, width: box.maxX - box.minX, height: box.maxY - box.minY };
}

function addOutlinesOf(
  scene: Scene,
  node: XmlNode,
  matrix: Matrix,
  style: Style,
  viewport: Viewport,
  depth: number,
  out: Polylines,
): void {
  const path = new Path();
  const tolerance = scene.settings.toleranceMm / Math.max(greatestScale(matrix), 1e-9);
  if (shapeNames.has(node.name)) {
    addShape(scene, node, style, viewport, path);
    flatten(path, matrix, tolerance, out);
  } else if (node.name === 'text') {
    textPaths(scene, node, style, viewport, depth, path, () => flatten(path, matrix, tolerance, out));
  } else if (node.name === 'use') {
    const target = useTarget(scene, node);
    if (target === undefined) return;
    const x = scene.length(node, style, 'x', 'x', viewport) ?? 0;
    const y = scene.length(node, style, 'y', 'y', viewport) ?? 0;
    const moved = multiply(matrix, translation(x, y));
    insideUse(scene, target, () => addOutlines(scene, target, moved, style, viewport, depth + 1, out));
  } else if (node.name === 'svg') {
    const inside = enterViewport(scene, node, frameOf(scene, node, style, viewport));
    if (inside !== undefined)
      addChildren(scene, node, multiply(matrix, inside.matrix), style, inside.viewport, depth, out);
  } else if (node.name === 'g' || node.name === 'a' || node.name === 'switch' || node.name === 'symbol') {
    addChildren(scene, node, matrix, style, viewport, depth, out);
  }
}

function addChildren(
  scene: Scene,
  node: XmlNode,
  matrix: Matrix,
  style: Style,
  viewport: Viewport,
  depth: number,
  out: Polylines,
): void {
  for (let child = node.first; child !== undefined; child = child.next)
    addOutlines(scene, child, matrix, style, viewport, depth + 1, out);
}
