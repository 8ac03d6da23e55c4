import type { Shade } from '../../../area/shade.ts';
import { determinant, identity, type Matrix, multiply } from '../../../geometry/matrix.ts';
import type { Path } from '../../../geometry/path.ts';
import type { Scene } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { parseColour } from '../values/colour.ts';
import { parseTransform } from '../values/transform.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { boxOfPath } from './bounding-box.ts';
import type { Context } from './context.ts';
import { chainAttributes, referenceChain } from './structure.ts';
import { stopValue } from './visible-paint.ts';

const maxStops = 1000;

/** Returns the shade of a gradient; undefined for other paints and for gradients of even brightness. */
export function shadeOf(scene: Scene, path: Path, style: Style, context: Context): Shade | undefined {
  const { fill } = style;
  const server = fill.kind === 'server' ? scene.byId(fill.id) : undefined;
  const kind = server?.name === 'linearGradient' ? 'linear' : 'radial';
  if (server === undefined || !/^(linear|radial)Gradient$/.test(server.name)) return undefined;
  const chain = referenceChain(scene, server, ['linearGradient', 'radialGradient']);
  const stops = stopsOf(scene, chain);
  if (stops === undefined) return undefined;
  const { holder: holderOf, value } = chainAttributes(scene, chain);
  const isInUserUnits = value('gradientUnits') === 'userSpaceOnUse';
  const length = (name: string, direction: 'x' | 'y' | 'both', share: number) => {
    const viewport = isInUserUnits ? context.viewport : { width: 1, height: 1 };
    const holder = holderOf(name);
    const side = { x: viewport.width, y: viewport.height, both: Math.hypot(viewport.width, viewport.height) };
    const fallback = share * (direction === 'both' ? side.both / Math.SQRT2 : side[direction]);
    return holder === undefined
      ? fallback
      : (scene.attributeLength(holder, style, name, direction, viewport) ?? fallback);
  };
  const box = isInUserUnits ? undefined : boxOfPath(scene, path);
  if (!isInUserUnits && box === undefined) return undefined;
  const units: Matrix = box === undefined ? identity : [box.width, 0, 0, box.height, box.x, box.y];
  const transform = parseTransform(value('gradientTransform') ?? '') ?? identity;
  const inside = multiply(context.matrix, multiply(units, transform));
  const [a, b, c, d, e, f] = multiply(inside, kind === 'linear' ? along(length) : around(length));
  if (!(Math.abs(determinant([a, b, c, d, e, f])) > 1e-9)) return undefined;
  const spread = value('spreadMethod');
  return {
    kind,
    toPage: { a, b, c, d, e, f },
    spread: spread === 'repeat' || spread === 'reflect' ? spread : 'pad',
    stops,
  };
}

type LengthOf = (name: string, direction: 'x' | 'y' | 'both', share: number) => number;

function along(length: LengthOf): Matrix {
  const [x, y] = [length('x1', 'x', 0), length('y1', 'y', 0)];
  const [dx, dy] = [length('x2', 'x', 1) - x, length('y2', 'y', 0) - y];
  return [dx, dy, -dy, dx, x, y];
}

function around(length: LengthOf): Matrix {
  const r = length('r', 'both', 0.5);
  return [r, 0, 0, r, length('cx', 'x', 0.5), length('cy', 'y', 0.5)];
}

/** Returns the stops of the first gradient that has any; undefined if all are equally bright. */
function stopsOf(scene: Scene, chain: readonly XmlNode[]): Shade['stops'] | undefined {
  for (const node of chain) {
    // Many shapes may have the same gradient.
    const stops = scene.gradientStops.get(node) ?? readStops(scene, node);
    scene.gradientStops.set(node, stops);
    if (stops.length > 0) return stops.some(({ density }) => density < 1) ? stops : undefined;
  }
  return undefined;
}

/** Returns the stops, with density 1 for the darkest and 0 for white. */
function readStops(scene: Scene, node: XmlNode): Shade['stops'] {
  const found: { at: number; density: number }[] = [];
  for (let child = node.first; child !== undefined && found.length < maxStops; child = child.next) {
    if (child.name !== 'stop') continue;
    const written = scene.document.attribute(child, 'offset') ?? '0';
    const offset = Number.parseFloat(written) / (written.trim().endsWith('%') ? 100 : 1);
    const at = Math.max(found.at(-1)?.at ?? 0, Math.min(1, Number.isFinite(offset) ? offset : 0));
    found.push({ at, density: darknessOf(scene, child) });
  }
  const darkest = Math.max(0, ...found.map(({ density }) => density));
  return found.map(({ at, density }) => ({ at, density: density / darkest }));
}

function darknessOf(scene: Scene, stop: XmlNode): number {
  const opacity = Number.parseFloat(stopValue(scene, stop, 'stop-opacity') ?? '1');
  const colour = parseColour(stopValue(scene, stop, 'stop-color') ?? 'black');
  if (colour?.transparent === true) return 0;
  const rgb = Number.parseInt((colour?.hex ?? '#000000').slice(1), 16);
  const brightness = (0.299 * (rgb >> 16) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255)) / 255;
  return (1 - brightness) * Math.max(0, Math.min(1, Number.isFinite(opacity) ? opacity : 1));
}
