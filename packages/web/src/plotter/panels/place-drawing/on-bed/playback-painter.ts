import type { Transform } from '@stationery/drawing';
import { CanvasLayer } from '../../../components/canvas/canvas-layer.ts';
import { endLine } from '../../../components/canvas/end-line.ts';
import { partBetween, pointsUntil } from '../../../state/drawing/playback.ts';
import type { PlotTimeline } from '../../../state/drawing/worker/messages.ts';

interface PlaybackShot {
  timeline: PlotTimeline;
  /** The first stroke to paint, counted from 1. */
  from: number;
  untilMs: number;
  /** Maps millimetres on the paper to pixels. */
  toPx: Transform;
  colours: readonly string[];
  widthPx: number;
  heightPx: number;
}

const budgetMs = 6;
/** Thinner lines are hard to see. */
const thinnestPx = 1;

/** Paints a plot up to a point in time. While time advances, paints only new parts. */
export class PlaybackPainter {
  readonly #layer: CanvasLayer;
  #shot: PlaybackShot | undefined;
  /** The next stroke to paint, and its last painted point. */
  #stroke = 0;
  #point = 0;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#layer = new CanvasLayer(canvas);
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
  }

  show(shot: PlaybackShot | undefined): void {
    cancelAnimationFrame(this.#frame);
    const before = this.#shot;
    this.#shot = shot;
    if (shot === undefined || before === undefined || !isContinued(before, shot)) this.#clear(shot);
    if (shot !== undefined) this.#paint(shot);
  }

  #clear(shot: PlaybackShot | undefined): void {
    this.#stroke = (shot?.from ?? 1) - 1;
    this.#point = shot?.timeline.lines.starts[this.#stroke] ?? 0;
    this.#layer.isShown = shot !== undefined;
    if (shot !== undefined) this.#layer.resize(shot.widthPx, shot.heightPx, devicePixelRatio);
    this.#layer.clear();
  }

  #paint(shot: PlaybackShot): void {
    const pauseAtMs = performance.now() + budgetMs;
    const { starts, layerOf } = shot.timeline.lines;
    const reached = pointsUntil(shot.timeline.atMs, shot.untilMs);
    while (this.#stroke < layerOf.length && starts[this.#stroke]! < reached) {
      const isWhole = starts[this.#stroke + 1]! <= reached;
      this.#paintStroke(shot, reached);
      if (!isWhole) return;
      this.#stroke++;
      this.#point = starts[this.#stroke]!;
      if (performance.now() < pauseAtMs) continue;
      this.#frame = requestAnimationFrame(() => this.#paint(shot));
      return;
    }
  }

  #paintStroke({ timeline, untilMs, toPx, colours }: PlaybackShot, reached: number): void {
    const { context } = this.#layer;
    const { xy, starts, layerOf, widthsMm } = timeline.lines;
    const [pen, end] = [layerOf[this.#stroke]!, starts[this.#stroke + 1]!];
    const { a, b, c, d, e, f } = toPx;
    const placeOf = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;
    let from = placeOf(xy[2 * this.#point]!, xy[2 * this.#point + 1]!);
    const lineTo = (x: number, y: number) => {
      const to = placeOf(x, y);
      endLine(context, from, to);
      from = to;
    };
    context.strokeStyle = colours[pen]!;
    context.lineWidth = Math.max(thinnestPx, widthsMm[pen]! * Math.hypot(a, b));
    context.beginPath();
    context.moveTo(...from);
    const last = Math.min(end, reached) - 1;
    if (last === this.#point) endLine(context, from, from);
    for (let at = this.#point + 1; at <= last; at++) lineTo(xy[2 * at]!, xy[2 * at + 1]!);
    if (reached < end) {
      const part = partBetween(timeline.atMs, reached, untilMs);
      const along = (at: number) => xy[at - 2]! + part * (xy[at]! - xy[at - 2]!);
      lineTo(along(2 * reached), along(2 * reached + 1));
    }
    context.stroke();
    this.#point = last;
  }
}

function isContinued(before: PlaybackShot, now: PlaybackShot): boolean {
  return (
    before.timeline === now.timeline &&
    before.from === now.from &&
    before.untilMs <= now.untilMs &&
    before.widthPx === now.widthPx &&
    before.heightPx === now.heightPx &&
    (['a', 'b', 'c', 'd', 'e', 'f'] as const).every((name) => before.toPx[name] === now.toPx[name]) &&
    before.colours.every((colour, at) => colour === now.colours[at])
  );
}
