import { type Matrix, multiply, scaling, translation } from '../../../geometry/matrix.ts';
import type { Path } from '../../../geometry/path.ts';
import { angleAt, pathVertices } from '../../../geometry/path-vertices.ts';
import { quoted } from '../../../reading/notes.ts';
import type { Scene, Viewport } from '../scene.ts';
import { parseReference } from '../style/paint.ts';
import type { Style } from '../style/style.ts';
import { parseLength } from '../values/length.ts';
import { rotation } from '../values/transform.ts';
import { enterViewport, type Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';

export const markedShapes: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon']);

interface PlacedMarker {
  readonly node: XmlNode;
  readonly style: Style;
  /** Converts units of the marker to units of the shape. */
  readonly matrix: Matrix;
  readonly viewport: Viewport;
  /** The visible part, in units of the shape; undefined if all of it is visible. */
  readonly frame: { readonly box: Frame; readonly matrix: Matrix } | undefined;
}

const workOfVertex = 20;

/** Returns the markers of a path in painting order. */
export function markersOf(scene: Scene, path: Path, style: Style, viewport: Viewport): PlacedMarker[] {
  const vertices = pathVertices(path);
  scene.budget.work(vertices.length * workOfVertex);
  const placed: PlacedMarker[] = [];
  const kinds = [
    { written: style.markerStart, isStart: true, vertices: vertices.slice(0, 1) },
    { written: style.markerMid, isStart: false, vertices: vertices.slice(1, -1) },
    { written: style.markerEnd, isStart: false, vertices: vertices.slice(-1) },
  ];
  for (const { written, isStart, vertices: places } of kinds) {
    const node = markerNode(scene, written);
    if (node === undefined) continue;
    const own = new Marker(scene, node, style, viewport);
    for (const vertex of places) {
      const marker = own.at(vertex.x, vertex.y, angleAt(vertex), isStart);
      if (marker !== undefined) placed.push(marker);
    }
  }
  return placed;
}

function markerNode(scene: Scene, written: string): XmlNode | undefined {
  if (written === 'none' || written === '') return undefined;
  const reference = parseReference(written);
  const node = reference === undefined ? undefined : scene.byId(reference.id);
  if (node?.name === 'marker') return node;
  scene.notes.add('marker', `The marker ${quoted(written)} is not in the file and is not drawn.`);
  return undefined;
}

class Marker {
  private readonly scene: Scene;
  private readonly node: XmlNode;
  private readonly style: Style;
  private readonly scale: number;
  private readonly frame: Frame;
  private readonly inside: ReturnType<typeof enterViewport>;
  private readonly orient: string;

  constructor(scene: Scene, node: XmlNode, shape: Style, viewport: Viewport) {
    this.scene = scene;
    this.node = node;
    this.style = scene.styles.whereItStands(node);
    const length = (name: string, direction: 'x' | 'y') =>
      scene.attributeLength(node, this.style, name, direction, viewport);
    const size = { width: length('markerWidth', 'x') ?? 3, height: length('markerHeight', 'y') ?? 3 };
    const inUserUnits = scene.document.attribute(node, 'markerUnits') === 'userSpaceOnUse';
    const strokeWidth = parseLength(shape.strokeWidth, shape.lengthsIn(viewport), 'both') ?? 1;
    this.scale = inUserUnits ? 1 : strokeWidth;
    this.inside = enterViewport(scene, node, { x: 0, y: 0, ...size });
    const [a, b, c, d, e, f] = this.inside?.matrix ?? [1, 0, 0, 1, 0, 0];
    const [x, y] = [this.reference('refX', 'x'), this.reference('refY', 'y')];
    this.frame = { x: -(a * x + c * y + e), y: -(b * x + d * y + f), ...size };
    this.orient = scene.document.attribute(node, 'orient')?.trim() ?? '0';
  }

  /** Returns a coordinate of the marker's point that is placed on the vertex. */
  private reference(name: 'refX' | 'refY', direction: 'x' | 'y'): number {
    const viewport = this.inside?.viewport ?? { width: 0, height: 0 };
    const words: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };
    const written = this.scene.document.attribute(this.node, name)?.trim() ?? '0';
    if (Object.hasOwn(words, written))
      return (words[written] as number) * (direction === 'x' ? viewport.width : viewport.height);
    return this.scene.attributeLength(this.node, this.style, name, direction, viewport) ?? 0;
  }

  at(x: number, y: number, pathAngle: number, isStart: boolean): PlacedMarker | undefined {
    if (this.inside === undefined || !(this.scale > 0)) return undefined;
    const turn = multiply(translation(x, y), rotation(this.angle(pathAngle, isStart)));
    const outer = multiply(turn, scaling(this.scale, this.scale));
    const { frame, inside } = this;
    const isOpen = this.style.overflow === 'visible' || this.style.overflow === 'auto';
    return {
      node: this.node,
      style: this.style,
      matrix: multiply(outer, multiply(translation(frame.x, frame.y), inside.matrix)),
      viewport: inside.viewport,
      frame: isOpen ? undefined : { box: frame, matrix: outer },
    };
  }

  private angle(pathAngle: number, isStart: boolean): number {
    if (this.orient === 'auto') return pathAngle;
    if (this.orient === 'auto-start-reverse') return isStart ? pathAngle + 180 : pathAngle;
    const [, number, unit = ''] =
      /^([+-]?[\d.]+(?:e[+-]?\d+)?)(deg|rad|grad|turn)?$/i.exec(this.orient) ?? [];
    const factor = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 }[unit.toLowerCase()] ?? 1;
    const value = Number(number ?? 0) * factor;
    return Number.isFinite(value) ? value : 0;
  }
}
