import { signal } from '@preact/signals';
import { bedArea, bedSize, bedView, zoom } from './scene.ts';
import { type Point, zoomed } from './view.ts';

/** Whether two fingers are on the bed. Anything being dragged is then released. */
export const isPinching = signal(false);

/** Positions are in pixels of the picture. */
export function zoomAt(by: number, from: Point, to: Point = from): void {
  const view = bedView.peek();
  if (view === undefined) return;
  const factor = zoom.peek()?.factor ?? 1;
  zoom.value = zoomed({ view, factor, size: bedSize.peek(), area: bedArea.peek() }, by, from, to);
}

const stepFactor = 1.5;

export const zoomIn = () => zoomAtMiddle(stepFactor);
export const zoomOut = () => zoomAtMiddle(1 / stepFactor);

function zoomAtMiddle(by: number): void {
  const { widthPx, heightPx } = bedSize.peek();
  zoomAt(by, { x: widthPx / 2, y: heightPx / 2 });
}

export function zoomToFit(): void {
  zoom.value = undefined;
}
