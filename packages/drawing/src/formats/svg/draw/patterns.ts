import {
  determinant,
  identity,
  type Matrix,
  multiply,
  scaling,
  translation,
} from '../../../geometry/matrix.ts';
import type { Path } from '../../../geometry/path.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { parseTransform } from '../values/transform.ts';
import { parseViewBox, viewBoxTransform } from '../values/view-box.ts';
import type { Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { boxAround, boxOfPath, boxOnPage } from './bounding-box.ts';
import { chainAttributes, referenceChain } from './structure.ts';

/** A pattern repeated over a shape. */
export interface Tiling {
  readonly parts: readonly XmlNode[];
  readonly style: Style;
  readonly viewport: Viewport;
  /** Converts units of the pattern's content to units of the tile. */
  readonly matrix: Matrix;
  readonly size: Viewport;
  /** Whether parts reach beyond their tile. They are cut regardless of `overflow`, as in browsers. */
  readonly isCut: boolean;
  /** For each tile, converts units of the tile, whose origin is its corner, to units of the shape. */
  readonly tiles: readonly Matrix[];
}

const maxTiles = 20_000;
const workOfTile = 500;

/** Returns the tiles of a pattern; undefined if it is empty or too fine to be drawn. */
export function tilingOf(scene: Scene, pattern: XmlNode, path: Path, viewport: Viewport): Tiling | undefined {
  const box = boxOfPath(scene, path);
  if (box === undefined) return undefined;
  const chain = referenceChain(scene, pattern, ['pattern']);
  const content = chain.find(({ first }) => first !== undefined);
  if (content === undefined) return undefined;
  const { holder, value } = chainAttributes(scene, chain);
  const style = scene.styles.whereItStands(content);
  const byBox = value('patternUnits') !== 'userSpaceOnUse';
  const length = (name: string, direction: 'x' | 'y') => {
    const node = holder(name);
    const units = byBox ? { width: 1, height: 1 } : viewport;
    return node === undefined ? 0 : (scene.attributeLength(node, style, name, direction, units) ?? 0);
  };
  const [sx, sy] = byBox ? [box.width, box.height] : [1, 1];
  const size = { width: length('width', 'x') * sx, height: length('height', 'y') * sy };
  const corner = {
    x: length('x', 'x') * sx + (byBox ? box.x : 0),
    y: length('y', 'y') * sy + (byBox ? box.y : 0),
  };
  const transform = parseTransform(value('patternTransform') ?? '') ?? identity;
  const viewBox = parseViewBox(value('viewBox'));
  if (!(size.width > 0 && size.height > 0) || viewBox?.width === 0 || viewBox?.height === 0) return undefined;
  const tiles = tilesOver(box, corner, size, transform);
  if (tiles === undefined) return undefined;
  scene.budget.work(tiles.length * workOfTile);
  const isShare = value('patternContentUnits') === 'objectBoundingBox';
  const matrix =
    viewBox === undefined
      ? scaling(isShare ? box.width : 1, isShare ? box.height : 1)
      : viewBoxTransform(viewBox, size.width, size.height, value('preserveAspectRatio'));
  const { width, height } = viewBox ?? (isShare ? { width: 1, height: 1 } : viewport);
  const inside = { style, viewport: { width, height }, matrix, size };
  const slack = (size.width + size.height) * 1e-6;
  const parts: XmlNode[] = [];
  let isCut = false;
  for (let part = content.first; part !== undefined; part = part.next) {
    if (part.name === '#text') continue;
    const around = boxAround(scene, part, style, inside.viewport);
    const inTile = around === undefined ? undefined : boxOnPage(around, matrix);
    const { minX = 0, minY = 0, maxX = 0, maxY = 0 } = inTile ?? {};
    const isWhole =
      minX <= slack && minY <= slack && maxX >= size.width - slack && maxY >= size.height - slack;
    if (part.name === 'rect' && isWhole && scene.styles.resolve(part, style).stroke.kind === 'none') {
      // The outline would add a grid that is not in the picture.
      scene.notes.add('fill-not-drawn', 'Backgrounds of patterns are not drawn.');
      continue;
    }
    isCut ||= minX < -slack || minY < -slack || maxX > size.width + slack || maxY > size.height + slack;
    parts.push(part);
  }
  return { ...inside, parts, isCut, tiles };
}

function tilesOver(
  box: Frame,
  corner: { readonly x: number; readonly y: number },
  size: Viewport,
  transform: Matrix,
): Matrix[] | undefined {
  const det = determinant(transform);
  if (det === 0 || !Number.isFinite(det)) return undefined;
  const [a, b, c, d, e, f] = transform;
  const columns: number[] = [];
  const rows: number[] = [];
  for (const x of [box.x, box.x + box.width])
    for (const y of [box.y, box.y + box.height]) {
      const [dx, dy] = [x - e, y - f];
      columns.push(((d * dx - c * dy) / det - corner.x) / size.width);
      rows.push(((a * dy - b * dx) / det - corner.y) / size.height);
    }
  const from = { column: Math.floor(Math.min(...columns)), row: Math.floor(Math.min(...rows)) };
  const to = { column: Math.ceil(Math.max(...columns)), row: Math.ceil(Math.max(...rows)) };
  if (!((to.column - from.column) * (to.row - from.row) <= maxTiles)) return undefined;
  const tiles: Matrix[] = [];
  for (let row = from.row; row < to.row; row++)
    for (let column = from.column; column < to.column; column++)
      tiles.push(
        multiply(transform, translation(corner.x + column * size.width, corner.y + row * size.height)),
      );
  return tiles;
}
