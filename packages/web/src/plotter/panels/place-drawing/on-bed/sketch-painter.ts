import type { Box, Transform } from '@stationery/drawing';
import { CanvasLayer } from '../../../components/canvas/canvas-layer.ts';
import { DelayedPaint } from '../../../components/canvas/delayed-paint.ts';
import { endLine } from '../../../components/canvas/end-line.ts';
import { PointBudget } from '../../../components/canvas/point-budget.ts';
import { moveBetween } from '../../../state/drawing/changed-lines.ts';
import type { Lines } from '../../../state/drawing/sketch.ts';

interface Shot {
  sketch: Lines;
  /** All arrangements of a sheet have the same source. */
  source: unknown;
  /** Maps millimetres of the drawing to pixels. */
  toPx: Transform;
  /** In pixels. Nothing is painted outside. */
  edge: Box;
  /** By layer; undefined for layers that are not drawn. */
  colours: readonly (string | undefined)[];
  widthPx: number;
  heightPx: number;
}

const budgetMs = 6;
const slicePoints = 1000;
/** During a gesture, larger drawings are moved as a picture instead of being repainted. */
const manyNumbers = 60_000;
const nearPx = 0.5;

/** Paints in slices of a few milliseconds per frame. */
export class SketchPainter {
  readonly #layer: CanvasLayer;
  #painted: Shot | undefined;
  #at = 0;
  #frame = 0;
  readonly #delayed = new DelayedPaint();
  readonly #budget = new PointBudget();

  constructor(canvas: HTMLCanvasElement) {
    this.#layer = new CanvasLayer(canvas);
  }

  close(): void {
    this.#delayed.cancel();
    cancelAnimationFrame(this.#frame);
  }

  show(shot: Shot): void {
    this.#delayed.cancel();
    const before = this.#painted;
    const isSameSize = before?.widthPx === shot.widthPx && before.heightPx === shot.heightPx;
    // If one drawing of a sheet was moved, only its frame shows its new place for a while.
    const isRearranged = before?.sketch !== shot.sketch && before?.source === shot.source;
    if (!before || !isSameSize || before.source !== shot.source || shot.sketch.xy.length < manyNumbers) {
      this.#start(shot);
      return;
    }
    if (!isRearranged) this.#layer.canvas.style.transform = between(before.toPx, shot.toPx);
    this.#delayed.schedule(() => this.#start(shot));
  }

  #start(shot: Shot): void {
    const { context, canvas } = this.#layer;
    this.#painted = shot;
    this.#at = 0;
    canvas.style.transform = '';
    this.#layer.resize(shot.widthPx, shot.heightPx, devicePixelRatio);
    context.restore();
    this.#layer.clear();
    context.save();
    context.beginPath();
    const { minX, minY, maxX, maxY } = shot.edge;
    context.rect(minX - 1, minY - 1, Math.max(0, maxX - minX) + 2, Math.max(0, maxY - minY) + 2);
    context.clip();
    context.lineWidth = 1.25;
    cancelAnimationFrame(this.#frame);
    this.#budget.restart();
    this.#paint(shot, performance.now());
  }

  #paint(shot: Shot, nowMs: number): void {
    const untilMs = performance.now() + budgetMs;
    const { starts, layerOf } = shot.sketch;
    const strokes = layerOf.length;
    const lastPoint = starts[this.#at]! + this.#budget.next(nowMs);
    do {
      const to = sliceEnd(shot.sketch, this.#at);
      paintStrokes(this.#layer.context, shot, this.#at, to);
      this.#at = to;
    } while (this.#at < strokes && starts[this.#at]! < lastPoint && performance.now() < untilMs);
    if (this.#at < strokes) this.#frame = requestAnimationFrame((thenMs) => this.#paint(shot, thenMs));
  }
}

function sliceEnd({ starts, layerOf }: Lines, from: number): number {
  let to = from;
  while (to < layerOf.length && starts[to]! - starts[from]! < slicePoints) to++;
  return to;
}

function paintStrokes(context: CanvasRenderingContext2D, shot: Shot, from: number, to: number): void {
  const { colours, toPx } = shot;
  const { xy, starts, layerOf } = shot.sketch;
  const { a, b, c, d, e, f } = toPx;
  let colour: string | undefined;
  context.beginPath();
  for (let stroke = from; stroke < to; stroke++) {
    const wanted = colours[layerOf[stroke]!];
    if (wanted === undefined) continue;
    if (wanted !== colour) {
      if (colour !== undefined) context.stroke();
      context.beginPath();
      context.strokeStyle = wanted;
      colour = wanted;
    }
    const end = starts[stroke + 1]!;
    let [lastX, lastY] = [0, 0];
    for (let at = starts[stroke]!; at < end; at++) {
      const [u, v] = [xy[at * 2]!, xy[at * 2 + 1]!];
      const [x, y] = [a * u + c * v + e, b * u + d * v + f];
      const isFirst = at === starts[stroke];
      if (isFirst) context.moveTo(x, y);
      else if (at + 1 < end && Math.abs(x - lastX) < nearPx && Math.abs(y - lastY) < nearPx) continue;
      else endLine(context, [lastX, lastY], [x, y]);
      lastX = x;
      lastY = y;
    }
  }
  if (colour !== undefined) context.stroke();
}

/** Returns the CSS transform that makes a picture painted with `from` look as if painted with `to`. */
function between(from: Transform, to: Transform): string {
  if (from.a * from.d - from.b * from.c === 0) return '';
  const { a, b, c, d, e, f } = moveBetween(from, to);
  return `matrix(${[a, b, c, d, e, f].join(', ')})`;
}
