import { CanvasLayer } from '../../../components/canvas/canvas-layer.ts';
import { DelayedPaint } from '../../../components/canvas/delayed-paint.ts';

interface View {
  pxPerMm: number;
  offsetX: number;
  offsetY: number;
}

interface TravelShot {
  view: View;
  /** In millimetres on the paper: x and y of each start and end. */
  travel: Float32Array;
  widthPx: number;
  heightPx: number;
}

/** More moves would look like a grey area. */
const maxMoves = 10_000;
/** With more moves, dashes would not be visible and take long to paint. */
const maxDashed = 1500;
/** More moves are hidden during a gesture. */
const atOnce = 3000;

export class TravelPainter {
  readonly #layer: CanvasLayer;
  #view: View | undefined;
  readonly #delayed = new DelayedPaint();

  constructor(canvas: HTMLCanvasElement) {
    this.#layer = new CanvasLayer(canvas);
  }

  close(): void {
    this.#delayed.cancel();
  }

  show(shot: TravelShot | undefined): void {
    this.#delayed.cancel();
    const isMoved = shot !== undefined && this.#view !== undefined && !isSame(this.#view, shot.view);
    this.#view = shot?.view;
    this.#layer.clear();
    this.#layer.isShown = shot !== undefined;
    if (shot === undefined) return;
    if (isMoved && shot.travel.length > atOnce * 4) this.#delayed.schedule(() => this.#paint(shot));
    else this.#paint(shot);
  }

  #paint({ view: { pxPerMm, offsetX, offsetY }, travel, widthPx, heightPx }: TravelShot): void {
    const { context } = this.#layer;
    this.#layer.resize(widthPx, heightPx, devicePixelRatio);
    this.#layer.clear();
    const isDashed = travel.length <= maxDashed * 4;
    context.strokeStyle = this.#layer.ink;
    context.lineWidth = isDashed ? 0.75 : 0.5;
    context.setLineDash(isDashed ? [3, 4] : []);
    context.beginPath();
    for (let at = 0; at < Math.min(travel.length, maxMoves * 4); at += 4) {
      context.moveTo(travel[at]! * pxPerMm + offsetX, travel[at + 1]! * pxPerMm + offsetY);
      context.lineTo(travel[at + 2]! * pxPerMm + offsetX, travel[at + 3]! * pxPerMm + offsetY);
    }
    context.stroke();
  }
}

const isSame = (a: View, b: View) =>
  a.pxPerMm === b.pxPerMm && a.offsetX === b.offsetX && a.offsetY === b.offsetY;
