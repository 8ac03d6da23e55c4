import { bedArea, bedSize, bedView, zoom } from './scene.ts';
import { zoomed } from './zoom.ts';

interface Point {
  x: number;
  y: number;
}

/** Shows what is under `from` under `to`, larger or smaller. In pixels of the picture. */
export function look(by: number, from: Point, to: Point = from): void {
  const view = bedView.peek();
  if (view === undefined) return;
  const factor = zoom.peek()?.factor ?? 1;
  zoom.value = zoomed({ view, factor, size: bedSize.peek(), area: bedArea.peek() }, by, from, to);
}

/** One step nearer or farther, in the middle of the picture. */
export function lookCloser(by = 1.5): void {
  const { widthPx, heightPx } = bedSize.peek();
  look(by, { x: widthPx / 2, y: heightPx / 2 });
}

export const lookFarther = () => lookCloser(1 / 1.5);

export function lookAtAll(): void {
  zoom.value = undefined;
}
