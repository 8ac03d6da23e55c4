import type { Path } from '../../../geometry/path.ts';
import { quoted } from '../../../reading/notes.ts';
import { parsePathData } from '../path/path-data.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import type { Direction } from '../values/length.ts';
import { NumberScanner } from '../values/number-scanner.ts';
import type { XmlNode } from '../xml/xml-document.ts';

export const shapeNames: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
]);

/** Appends a shape to the empty `path`, in the shape's units. */
export function addShape(scene: Scene, node: XmlNode, style: Style, viewport: Viewport, path: Path): void {
  const length = (name: string, direction: Direction) => scene.length(node, style, name, direction, viewport);
  switch (node.name) {
    case 'path':
      addPathElement(scene, node, style, path);
      return;
    case 'line':
      path.moveTo(length('x1', 'x') ?? 0, length('y1', 'y') ?? 0);
      path.lineTo(length('x2', 'x') ?? 0, length('y2', 'y') ?? 0);
      return;
    case 'polyline':
    case 'polygon':
      addPoints(scene, node, path);
      return;
    case 'rect': {
      const width = size(scene, node, length('width', 'x'), 'width');
      const height = size(scene, node, length('height', 'y'), 'height');
      if (width === undefined || height === undefined) return;
      const ownX = radius(length('rx', 'x'));
      const ownY = radius(length('ry', 'y'));
      const [rx, ry] = [ownX ?? ownY ?? 0, ownY ?? ownX ?? 0];
      addRectangle(path, length('x', 'x') ?? 0, length('y', 'y') ?? 0, width, height, rx, ry);
      return;
    }
    case 'circle': {
      const r = size(scene, node, length('r', 'both'), 'r');
      if (r !== undefined) addEllipse(path, length('cx', 'x') ?? 0, length('cy', 'y') ?? 0, r, r);
      return;
    }
    case 'ellipse': {
      const ownX = radius(length('rx', 'x'));
      const ownY = radius(length('ry', 'y'));
      const rx = size(scene, node, ownX ?? ownY, 'rx');
      const ry = size(scene, node, ownY ?? ownX, 'ry');
      if (rx === undefined || ry === undefined) return;
      addEllipse(path, length('cx', 'x') ?? 0, length('cy', 'y') ?? 0, rx, ry);
    }
  }
}

/**
 * Returns a positive size; undefined for other values. For zero, SVG draws nothing; a negative size is an
 * error.
 */
function size(scene: Scene, node: XmlNode, value: number | undefined, name: string): number | undefined {
  if (value !== undefined && value > 0) return value;
  if (value !== undefined && value < 0)
    scene.notes.add(
      'negative-size',
      `A negative ${quoted(name)} makes a ${quoted(node.name)} that is not drawn.`,
    );
  else scene.notes.add('without-size', `A ${quoted(node.name)} without size is not drawn.`);
  return undefined;
}

function radius(value: number | undefined): number | undefined {
  return value !== undefined && value >= 0 ? value : undefined;
}

function addPathElement(scene: Scene, node: XmlNode, style: Style, path: Path): void {
  const fromCss = style.geometry?.get('d');
  if (fromCss !== undefined && fromCss !== 'none') {
    const data = /^path\(\s*["']([^"']*)["']\s*\)$/.exec(fromCss)?.[1] ?? '';
    readData(scene, { source: data, from: 0, to: data.length }, path);
    return;
  }
  const index = scene.document.indexOf(node, 'd');
  if (index >= 0 && fromCss === undefined) readData(scene, scene.document.spanAt(index), path);
}

function readData(scene: Scene, span: Parameters<typeof parsePathData>[0], path: Path): void {
  if (!parsePathData(span, path))
    scene.notes.add(
      'path-mistake',
      'A path has a mistake in its data; it is drawn up to the mistake, as in browsers.',
    );
}

const scanner = new NumberScanner();

function addPoints(scene: Scene, node: XmlNode, path: Path): void {
  const index = scene.document.indexOf(node, 'points');
  if (index < 0) return;
  const { source, from, to } = scene.document.spanAt(index);
  scanner.reset(source, from, to);
  scanner.skipSpace();
  let x = 0;
  let count = 0;
  for (; !scanner.atEnd; count++) {
    const value = scanner.number();
    if (!Number.isFinite(value)) {
      scene.notes.add('points-mistake', `A ${quoted(node.name)} whose points cannot be read is not drawn.`);
      path.clear();
      return;
    }
    if (count % 2 === 0) x = value;
    else if (count === 1) path.moveTo(x, value);
    else path.lineTo(x, value);
    scanner.skipComma();
  }
  if (count % 2 === 1)
    scene.notes.add('points-mistake', 'A list of points has one number too many, which is passed over.');
  if (count > 1 && node.name === 'polygon') path.close();
}

/** Appends an ellipse, clockwise from its rightmost point, as SVG defines it. */
export function addEllipse(path: Path, cx: number, cy: number, rx: number, ry: number): void {
  path.moveTo(cx + rx, cy);
  path.arc(cx, cy, rx, 0, 0, ry, 0, 2 * Math.PI, cx + rx, cy);
  path.close();
}

export function addRectangle(
  path: Path,
  x: number,
  y: number,
  width: number,
  height: number,
  radiusX: number,
  radiusY: number,
): void {
  const rx = Math.min(radiusX, width / 2);
  const ry = Math.min(radiusY, height / 2);
  const right = x + width;
  const bottom = y + height;
  if (!(rx > 0 && ry > 0)) {
    path.moveTo(x, y);
    path.lineTo(right, y);
    path.lineTo(right, bottom);
    path.lineTo(x, bottom);
    path.close();
    return;
  }
  const quarter = Math.PI / 2;
  path.moveTo(x + rx, y);
  path.lineTo(right - rx, y);
  path.arc(right - rx, y + ry, rx, 0, 0, ry, -quarter, quarter, right, y + ry);
  path.lineTo(right, bottom - ry);
  path.arc(right - rx, bottom - ry, rx, 0, 0, ry, 0, quarter, right - rx, bottom);
  path.lineTo(x + rx, bottom);
  path.arc(x + rx, bottom - ry, rx, 0, 0, ry, quarter, quarter, x, bottom - ry);
  path.lineTo(x, y + ry);
  path.arc(x + rx, y + ry, rx, 0, 0, ry, 2 * quarter, quarter, x + rx, y);
  path.close();
}
