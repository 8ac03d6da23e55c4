import { endLine, type LineContext } from '../../components/canvas/end-line.ts';
import type { View } from '../../state/bed/view.ts';
import type { Path, segmentKind } from '../../state/path/path.ts';

interface PaintOptions {
  context: LineContext;
  path: Path;
  view: View;
  /** Paints the segments from `from` up to but excluding `to`. */
  from: number;
  to: number;
  kind: (typeof segmentKind)['draw' | 'travel'];
}

/** Closer points are skipped, because the line looks the same without them. */
const nearPx = 0.5;

export function paintPath({ context, path, view, from, to, kind }: PaintOptions): void {
  const { scale, offsetX, offsetY } = view;
  const { x, y, kind: kinds } = path;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  let isOpen = false;
  context.beginPath();
  for (let at = Math.max(1, from); at < to; at++) {
    if (kinds[at] !== kind) {
      isOpen = false;
      continue;
    }
    const toX = x[at]! * scale + offsetX;
    const toY = y[at]! * scale + offsetY;
    if (!isOpen) {
      lastX = x[at - 1]! * scale + offsetX;
      lastY = y[at - 1]! * scale + offsetY;
      context.moveTo(lastX, lastY);
      isOpen = true;
    }
    const isEnd = at + 1 === to || kinds[at + 1] !== kind;
    if (!isEnd && Math.abs(toX - lastX) < nearPx && Math.abs(toY - lastY) < nearPx) continue;
    endLine(context, [lastX, lastY], [toX, toY]);
    lastX = toX;
    lastY = toY;
  }
  context.stroke();
}
