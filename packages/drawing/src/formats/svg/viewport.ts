import { PolygonRegion } from '../../area/polygon-region.ts';
import { RectangleRegion, type Region } from '../../area/region.ts';
import { type Matrix, multiply, translation } from '../../geometry/matrix.ts';
import { Polylines } from '../../geometry/polylines.ts';
import type { Scene, Viewport } from './scene.ts';
import { parseViewBox, viewBoxTransform } from './values/view-box.ts';
import type { XmlNode } from './xml/xml-document.ts';

/** The frame of an inner `svg` or `symbol`, in outer units. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the transform from inner to outer units and the size for percentages; undefined if nothing is drawn.
 */
export function enterViewport(
  scene: Scene,
  node: XmlNode,
  frame: Frame,
): { readonly matrix: Matrix; readonly viewport: Viewport } | undefined {
  const place = translation(frame.x, frame.y);
  const written = scene.document.attribute(node, 'viewBox');
  const viewBox = parseViewBox(written);
  if (!(frame.width > 0 && frame.height > 0)) {
    scene.notes.add('without-size', 'A viewport without size is not drawn.');
    return undefined;
  }
  if (viewBox === undefined) {
    if (written !== undefined)
      scene.notes.add('view-box', 'A “viewBox” that cannot be read was passed over.');
    return { matrix: place, viewport: { width: frame.width, height: frame.height } };
  }
  if (viewBox.width === 0 || viewBox.height === 0) {
    scene.notes.add('without-size', 'A viewport without size is not drawn.');
    return undefined;
  }
  const aspect = scene.document.attribute(node, 'preserveAspectRatio');
  const fit = viewBoxTransform(viewBox, frame.width, frame.height, aspect);
  return { matrix: multiply(place, fit), viewport: { width: viewBox.width, height: viewBox.height } };
}

/** Returns a rectangle in user units as a region of the page. */
export function frameRegion(frame: Frame, matrix: Matrix, work: (units: number) => void): Region {
  const [a, b, c, d, e, f] = matrix;
  const corners = [
    [frame.x, frame.y],
    [frame.x + frame.width, frame.y],
    [frame.x + frame.width, frame.y + frame.height],
    [frame.x, frame.y + frame.height],
  ].map(([x, y]) => [a * x! + c * y! + e, b * x! + d * y! + f] as const);
  if ((b === 0 && c === 0) || (a === 0 && d === 0)) {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return new RectangleRegion(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
  const outline = new Polylines();
  for (const [x, y] of corners) outline.add(x, y);
  outline.end(true);
  return new PolygonRegion(outline, false, work);
}
