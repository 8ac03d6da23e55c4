import { zoom } from '../../state/bed/scene.ts';
import type { Point } from '../../state/bed/view.ts';
import { isPinching, zoomAt, zoomToFit } from '../../state/bed/zoom.ts';

const tapWithinMs = 300;
const tapWithinPx = 24;
const tapFactor = 3;
/** Wheel distance that doubles the scale. */
const wheelPx = 350;

/** Positions are relative to `picture`. Ignores events that a handle has prevented. */
export function followGestures(frame: HTMLElement, picture: HTMLElement): () => void {
  const leaving = new AbortController();
  const { signal: left } = leaving;
  const held = new Map<number, Point>();
  let isPanning = false;
  let movedPx = 0;
  let lastTap: (Point & { atMs: number }) | undefined;

  const placeOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left: x, top: y } = picture.getBoundingClientRect();
    return { x: clientX - x, y: clientY - y };
  };

  const turn = (event: WheelEvent) => {
    const isIn = event.deltaY < 0;
    const { top, bottom } = picture.getBoundingClientRect();
    const isWhollySeen = top >= 0 && bottom <= innerHeight;
    // At the fitted size, the wheel scrolls the page.
    if (!event.ctrlKey && zoom.peek() === undefined && (!isIn || !isWhollySeen)) return;
    event.preventDefault();
    const turnedPx = event.deltaY * (event.deltaMode === 1 ? 32 : 1) * (event.ctrlKey ? 4 : 1);
    zoomAt(2 ** (-turnedPx / wheelPx), placeOf(event));
  };

  const down = (event: PointerEvent) => {
    if ((event.target as Element).closest('button') !== null) return;
    held.set(event.pointerId, placeOf(event));
    movedPx = 0;
    if (held.size === 2) isPinching.value = true;
    if (held.size > 1 || event.defaultPrevented) return;
    isPanning = event.button === 1 || (event.button === 0 && zoom.peek() !== undefined);
    if (!isPanning) return;
    event.preventDefault();
    frame.setPointerCapture(event.pointerId);
  };

  const move = (event: PointerEvent) => {
    const before = held.get(event.pointerId);
    if (before === undefined) return;
    const now = placeOf(event);
    movedPx += distance(before, now);
    if (held.size === 2) {
      const other = [...held].find(([id]) => id !== event.pointerId)![1];
      const by = distance(now, other) / Math.max(1, distance(before, other));
      zoomAt(by, between(before, other), between(now, other));
    } else if (isPanning) zoomAt(1, before, now);
    held.set(event.pointerId, now);
  };

  const up = (event: PointerEvent) => {
    const place = held.get(event.pointerId);
    held.delete(event.pointerId);
    if (held.size === 0) {
      isPanning = false;
      isPinching.value = false;
    }
    if (place === undefined || event.type === 'pointercancel' || movedPx > tapWithinPx / 4) return;
    const isSecond =
      lastTap !== undefined &&
      event.timeStamp - lastTap.atMs < tapWithinMs &&
      distance(lastTap, place) < tapWithinPx;
    lastTap = isSecond ? undefined : { ...place, atMs: event.timeStamp };
    if (!isSecond) return;
    if (zoom.peek() === undefined) zoomAt(tapFactor, place);
    else zoomToFit();
  };

  frame.addEventListener('wheel', turn, { signal: left, passive: false });
  frame.addEventListener('pointerdown', down, { signal: left });
  frame.addEventListener('pointermove', move, { signal: left });
  frame.addEventListener('pointerup', up, { signal: left });
  frame.addEventListener('pointercancel', up, { signal: left });
  // Two-finger gestures must not scroll the page.
  const keep = (event: TouchEvent) => event.touches.length > 1 && event.cancelable && event.preventDefault();
  frame.addEventListener('touchstart', keep, { signal: left, passive: false });
  frame.addEventListener('touchmove', keep, { signal: left, passive: false });
  return () => leaving.abort();
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
