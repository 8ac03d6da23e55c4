import { greatestScale, isFiniteMatrix, type Matrix, multiply } from '../../geometry/matrix.ts';
import { Path } from '../../geometry/path.ts';
import type { Budget } from '../../reading/budget.ts';
import { type Notes, quoted } from '../../reading/notes.ts';
import type { Canvas, PenStyle } from './canvas.ts';
import { colourOfIndex, colourOfNumber } from './colours.ts';
import { addArc, addPolyline, inRadians, type Vertices } from './curves.ts';
import type { Block, DxfDocument } from './document.ts';
import { type Entity, GroupReader } from './group-reader.ts';
import { hatchPath } from './hatch.ts';
import { addFitCurve, addSpline } from './spline.ts';
import { placedAt, TextWriter } from './text.ts';

/** Properties that the entities of a block inherit from its insertion. */
interface Context {
  readonly matrix: Matrix;
  readonly depth: number;
  readonly layer: string;
  readonly colour: string;
  readonly lineType: string;
  readonly lineWeight: number;
}

const defaultWidthMm = 0.25;
const workOfInsertion = 300;

interface PainterOptions {
  readonly document: DxfDocument;
  readonly canvas: Canvas;
  readonly notes: Notes;
  readonly budget: Budget;
  /** Converts drawing units to millimetres. Its first element is the length of a unit. */
  readonly matrix: Matrix;
  readonly onRead: (at: number) => void;
}

export class Painter {
  private readonly options: PainterOptions;
  private readonly texts: TextWriter;
  private readonly path = new Path();
  /** Readers by the nesting depth of blocks. */
  private readonly readers: GroupReader[] = [];
  /** Blocks being drawn. */
  private readonly open = new Set<Block>();

  constructor(options: PainterOptions) {
    this.options = options;
    this.texts = new TextWriter(options.notes, options.budget);
  }

  run(): void {
    const { document, matrix, onRead } = this.options;
    const context = { matrix, depth: 1, layer: '0', colour: '#000000', lineType: '', lineWeight: -3 };
    for (const position of document.entities) this.walk(position, context, onRead);
  }

  private walk(position: number, context: Context, onRead?: (at: number) => void): void {
    const { document, budget } = this.options;
    const reader = this.readers[context.depth] ?? new GroupReader(document.text);
    this.readers[context.depth] = reader;
    reader.position = position;
    for (let entity = reader.next(); entity !== undefined; entity = reader.next()) {
      if (entity.type === 'ENDSEC' || entity.type === 'ENDBLK' || entity.type === 'EOF') break;
      budget.element(context.depth);
      this.paint(entity, reader, context);
      onRead?.(reader.position);
    }
    budget.read(reader.position - position);
  }

  private paint(entity: Entity, reader: GroupReader, context: Context): void {
    const { notes } = this.options;
    const { type } = entity;
    if (structure.has(type)) return;
    if (entity.number(67) === 1 && context.depth === 1) {
      notes.add('hidden', 'Layouts are not drawn: only the model is.');
      return;
    }
    const draw = entities[type];
    if (draw === undefined) {
      if (pictures.has(type)) notes.add('picture', 'Pictures are not drawn.');
      else
        notes.add('unknown-element', `Entities of the kind ${quoted(type)} are unknown here and not drawn.`);
      return;
    }
    const layerName = entity.string(8) || '0';
    const layer = this.options.document.layer(layerName === '0' ? context.layer : layerName);
    if (layer.isHidden || entity.number(60) === 1) {
      notes.add('hidden', 'Hidden parts are not drawn.');
      return;
    }
    const index = entity.number(62, 256);
    const own = {
      layer: layer.name,
      colour: entity.has(420)
        ? colourOfNumber(entity.number(420))
        : index === 256
          ? layer.colour
          : index === 0
            ? context.colour
            : colourOfIndex(Math.abs(index)),
      lineType: inherited(entity.string(6), layer.lineType, context.lineType),
      lineWeight: inheritedWeight(entity.number(370, -1), layer.lineWeight, context.lineWeight),
    };
    const matrix = isInOwnPlane.has(type) ? multiply(context.matrix, planeOf(entity)) : context.matrix;
    if (!isFiniteMatrix(matrix)) {
      notes.add('transform-endless', 'Parts that a scale makes infinitely large are not drawn.');
      return;
    }
    this.path.clear();
    draw({
      painter: this,
      entity,
      reader,
      path: this.path,
      context: { ...context, ...own, matrix },
      style: this.style(own, entity.number(48, 1)),
      tolerance: this.options.canvas.toleranceMm / (greatestScale(matrix) || 1),
    });
  }

  private style(own: Omit<Context, 'matrix' | 'depth'>, scale: number): PenStyle {
    const { document, matrix } = this.options;
    const pattern = document.lineTypes.get(own.lineType.toLowerCase());
    const factor = matrix[0] * document.lineTypeScale * scale;
    const dashes =
      pattern !== undefined && factor > 0 && Number.isFinite(factor)
        ? { lengths: pattern.lengths.map((length) => length * factor), offset: 0 }
        : undefined;
    const widthMm = own.lineWeight > 0 ? own.lineWeight / 100 : defaultWidthMm;
    return { layer: own.layer, colour: own.colour, widthMm, dashes };
  }

  stroke({ path, context, style }: Drawn): void {
    if (path.verbCount > 0) this.options.canvas.stroke(path, context.matrix, style);
  }

  fill({ path, context, style }: Drawn, isOpaque: boolean): void {
    if (path.verbCount > 0) this.options.canvas.fill(path, context.matrix, style, isOpaque);
  }

  write({ entity, context, style }: Drawn, isParagraph: boolean): void {
    const { path, matrix } = isParagraph ? this.texts.paragraph(entity) : this.texts.single(entity);
    const placed = multiply(context.matrix, matrix);
    if (!isFiniteMatrix(placed)) this.mistake(entity);
    else if (path.verbCount > 0)
      this.options.canvas.stroke(path, placed, { ...style, dashes: undefined }, true);
  }

  mistake({ type }: Entity): void {
    this.options.notes.add(
      'instruction-mistake',
      `An entity ${quoted(type)} has a mistake and is not drawn.`,
    );
  }

  unknown(text: string): void {
    this.options.notes.add('unknown-element', text);
  }

  get work(): (units: number) => void {
    return this.options.budget.work;
  }

  /** Draws a block once per matrix. */
  insert(name: string, context: Context, matrices: Iterable<Matrix>): void {
    const { document, notes, budget } = this.options;
    const block = document.block(name);
    if (block === undefined || block.isExternal) {
      if (block?.isExternal) notes.add('other-file', 'Other files are not loaded.');
      else notes.add('use-without-target', `There is no block ${quoted(name)}.`);
      return;
    }
    if (this.open.has(block)) {
      notes.add('use-circle', 'Blocks that contain themselves are not drawn again.');
      return;
    }
    this.open.add(block);
    for (const matrix of matrices) {
      budget.element(context.depth);
      budget.work(workOfInsertion);
      const placed = multiply(matrix, [1, 0, 0, 1, -block.x, -block.y]);
      if (isFiniteMatrix(placed))
        this.walk(block.position, { ...context, matrix: placed, depth: context.depth + 1 });
    }
    this.open.delete(block);
  }
}

function inherited(own: string, ofLayer: string, ofBlock: string): string {
  const word = own.toLowerCase();
  return word === '' || word === 'bylayer' ? ofLayer : word === 'byblock' ? ofBlock : own;
}

function inheritedWeight(own: number, ofLayer: number, ofBlock: number): number {
  return own === -1 ? ofLayer : own === -2 ? ofBlock : own;
}

/** Returns the plane of an entity as seen from above, by the arbitrary axis algorithm of the DXF reference. */
function planeOf(entity: Entity): Matrix {
  const [x, y, z] = [entity.number(210), entity.number(220), entity.number(230, 1)];
  const height = entity.number(38, entity.number(30));
  const length = Math.hypot(x, y, z);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY) || (x === 0 && y === 0 && z > 0))
    return [1, 0, 0, 1, 0, 0];
  const [nx, ny, nz] = [x / length, y / length, z / length];
  const isSteep = Math.abs(nx) < 1 / 64 && Math.abs(ny) < 1 / 64;
  const [ax, ay, az] = isSteep ? [nz, 0, -nx] : [-ny, nx, 0];
  const across = Math.hypot(ax, ay, az);
  const [ux, uy, uz] = [ax / across, ay / across, az / across];
  return [ux, uy, ny * uz - nz * uy, nz * ux - nx * uz, nx * height || 0, ny * height || 0];
}

interface Drawn {
  readonly painter: Painter;
  readonly entity: Entity;
  readonly reader: GroupReader;
  readonly path: Path;
  readonly context: Context;
  readonly style: PenStyle;
  /** Tolerance in units of the path. */
  readonly tolerance: number;
}

/** Parts of other entities, and types that draw nothing. */
const structure = new Set(['SEQEND', 'VERTEX', 'ATTDEF', 'VIEWPORT']);
const pictures = new Set([
  'IMAGE',
  'WIPEOUT',
  'OLEFRAME',
  'OLE2FRAME',
  'PDFUNDERLAY',
  'DGNUNDERLAY',
  'DWFUNDERLAY',
]);

/** Entity types whose positions are in the plane of the entity. */
const isInOwnPlane = new Set(
  'ARC CIRCLE LWPOLYLINE POLYLINE TEXT ATTRIB INSERT SOLID TRACE HATCH MPOLYGON'.split(' '),
);

function insertBlock({ painter, entity, context }: Drawn): void {
  const [x, y, angle] = [entity.number(10), entity.number(20), inRadians(entity.number(50))];
  const [scaleX, scaleY] = [entity.number(41, 1) || 1, entity.number(42, 1) || 1];
  const [columns, rows] = [entity.number(70, 1) || 1, entity.number(71, 1) || 1];
  const [stepX, stepY] = [entity.number(44), entity.number(45)];
  const placed = multiply(context.matrix, placedAt(x, y, angle));
  function* matrices(): Generator<Matrix> {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        yield multiply(placed, [scaleX, 0, 0, scaleY, column * stepX, row * stepY]);
  }
  painter.insert(entity.string(2), context, matrices());
}

/** Draws a table, whose picture is a block. */
function insertTable({ painter, entity, context }: Drawn): void {
  const at: Matrix = [1, 0, 0, 1, entity.number(10), entity.number(20)];
  painter.insert(entity.string(2), context, [multiply(context.matrix, at)]);
}

function verticesIn(entity: Entity): Vertices {
  const vertices: number[] = [];
  for (let at = 0; at < entity.count; at++) {
    const code = entity.codeAt(at);
    if (code === 10) vertices.push(entity.numberAt(at), 0, 0);
    else if (code === 20 && vertices.length > 0) vertices[vertices.length - 2] = entity.numberAt(at);
    else if (code === 42 && vertices.length > 0) vertices[vertices.length - 1] = entity.numberAt(at);
  }
  return vertices;
}

function pointsOf(entity: Entity, code: number): number[] {
  const [x, y] = [entity.numbers(code), entity.numbers(code + 10)];
  return y.length === x.length ? x.flatMap((each, at) => [each, y[at] as number]) : [];
}

const meshFlags = 16 | 64;
const controlPoint = 16;

/** Draws an old-style polyline, whose vertices follow as separate entities. */
function polyline(drawn: Drawn): void {
  const { painter, entity, reader, path } = drawn;
  const isMesh = (entity.number(70) & meshFlags) !== 0;
  const isClosed = entity.flag(70, 1);
  const vertices: number[] = [];
  for (;;) {
    const before = reader.position;
    const next = reader.next();
    if (next === undefined || next.type !== 'VERTEX') {
      if (next?.type !== 'SEQEND') reader.position = before;
      break;
    }
    if (!next.flag(70, controlPoint)) vertices.push(next.number(10), next.number(20), next.number(42));
  }
  if (isMesh) {
    painter.unknown('Meshes are not drawn.');
    return;
  }
  addPolyline(vertices, isClosed, path);
  painter.stroke(drawn);
}

function spline(drawn: Drawn): void {
  const { painter, entity, path, tolerance } = drawn;
  const points = pointsOf(entity, 10);
  const fit = pointsOf(entity, 11);
  const isDrawn =
    points.length > 0
      ? addSpline(
          {
            degree: entity.number(71, 3),
            knots: entity.numbers(40),
            points,
            weights: entity.numbers(41),
            isClosed: entity.flag(70, 1),
          },
          path,
          tolerance,
          painter.work,
        )
      : addFitCurve(fit, path, entity.flag(70, 1));
  if (isDrawn) painter.stroke(drawn);
  else painter.mistake(entity);
}

function ellipse(drawn: Drawn): void {
  const { entity, path, painter } = drawn;
  const [ux, uy, uz] = [entity.number(11), entity.number(21), entity.number(31)];
  const [nx, ny, nz] = [entity.number(210), entity.number(220), entity.number(230, 1)];
  const ratio = entity.number(40, 1) / (Math.hypot(nx, ny, nz) || 1);
  addArc(
    [entity.number(10), entity.number(20)],
    [ux, uy, ratio * (ny * uz - nz * uy), ratio * (nz * ux - nx * uz)],
    [entity.number(41), entity.number(42, 2 * Math.PI)],
    path,
  );
  painter.stroke(drawn);
}

function circle(drawn: Drawn): void {
  const { entity, path, painter } = drawn;
  const radius = entity.number(40);
  addArc(
    [entity.number(10), entity.number(20)],
    [radius, 0, 0, radius],
    [inRadians(entity.number(50)), inRadians(entity.number(51, 360))],
    path,
  );
  painter.stroke(drawn);
}

/**
 * Draws a shape by its corners in this order. A solid stores its corners in the order 1, 2, 4, 3; a triangle
 * repeats the third.
 */
function corners({ entity, path }: Drawn, order: readonly number[]): void {
  const places = order.map((code): [number, number] => [
    entity.number(code, entity.number(12)),
    entity.number(code + 10, entity.number(22)),
  ]);
  for (const [at, place] of places.entries()) {
    if (at === 0) path.moveTo(...place);
    else path.lineTo(...place);
  }
  path.close();
}

function solid(drawn: Drawn): void {
  corners(drawn, [10, 11, 13, 12]);
  drawn.painter.fill(drawn, true);
}

const entities: Readonly<Record<string, (drawn: Drawn) => void>> = Object.assign(Object.create(null), {
  LINE(drawn) {
    const { entity, path, painter } = drawn;
    path.moveTo(entity.number(10), entity.number(20));
    path.lineTo(entity.number(11), entity.number(21));
    painter.stroke(drawn);
  },
  POINT(drawn) {
    const { entity, path, painter } = drawn;
    addPolyline([entity.number(10), entity.number(20), 0], false, path);
    painter.stroke(drawn);
  },
  ARC: circle,
  CIRCLE: circle,
  ELLIPSE: ellipse,
  LWPOLYLINE(drawn) {
    const { entity, path, painter } = drawn;
    addPolyline(verticesIn(entity), entity.flag(70, 1), path);
    painter.stroke(drawn);
  },
  POLYLINE: polyline,
  LEADER(drawn) {
    const { entity, path, painter } = drawn;
    addPolyline(verticesIn(entity), false, path);
    painter.stroke(drawn);
  },
  SPLINE: spline,
  INSERT: insertBlock,
  // The picture of a dimension is a block in the coordinates of the drawing.
  DIMENSION: ({ painter, entity, context }) => painter.insert(entity.string(2), context, [context.matrix]),
  ACAD_TABLE: insertTable,
  TEXT: (drawn) => drawn.painter.write(drawn, false),
  ATTRIB: (drawn) => {
    if (!drawn.entity.flag(70, 1)) drawn.painter.write(drawn, false);
  },
  MTEXT: (drawn) => drawn.painter.write(drawn, true),
  HATCH(drawn) {
    const { entity, painter, tolerance } = drawn;
    const path = hatchPath(entity, tolerance, painter.work);
    if (path === undefined) painter.mistake(entity);
    else painter.fill({ ...drawn, path }, entity.number(70) === 1);
  },
  SOLID: solid,
  TRACE: solid,
  '3DFACE'(drawn) {
    corners(drawn, [10, 11, 12, 13]);
    drawn.painter.stroke(drawn);
  },
} satisfies Record<string, (drawn: Drawn) => void>);
