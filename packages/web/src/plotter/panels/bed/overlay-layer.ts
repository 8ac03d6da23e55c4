import type { View } from '../../state/bed/view.ts';
import type { Place } from '../../state/pen-motion/move.ts';
import type { TrailPlace } from '../../state/pen-motion/pen-follower.ts';

interface OverlayOptions {
  context: CanvasRenderingContext2D;
  view: View;
  colours: { ink: string; pen: string; sheet: string; marker: string };
  ink: string;
  pen: { place: Place; isDown: boolean } | undefined;
  movingFrom: Place | undefined;
  trail: readonly TrailPlace[];
  resume: Place | undefined;
}

/** Paints the parts that change often: the trail, the pen and the point where a job resumes. */
export function paintOverlay(parts: OverlayOptions): void {
  const { context, view, trail, pen, movingFrom, resume, colours, ink } = parts;
  const px = ({ x, y }: Place) => [x * view.scale + view.offsetX, y * view.scale + view.offsetY] as const;

  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [at, place] of trail.entries()) {
    if (place.drawn && at > 0) {
      context.moveTo(...px(trail[at - 1]!));
      context.lineTo(...px(place));
    }
  }
  if (pen?.isDown && movingFrom) {
    context.moveTo(...px(movingFrom));
    context.lineTo(...px(pen.place));
  }
  context.stroke();

  if (resume) paintResume(context, px(resume), colours);
  if (pen) paintPen(context, px(pen.place), pen.isDown, colours);
}

type Px = readonly [number, number];

function paintResume(
  context: CanvasRenderingContext2D,
  [x, y]: Px,
  colours: OverlayOptions['colours'],
): void {
  for (const [colour, width] of [
    [colours.ink, 7],
    [colours.marker, 4],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    context.arc(x, y, 13, 0, 2 * Math.PI);
    context.stroke();
  }
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    context.moveTo(x + dx * 3, y + dy * 3);
    context.lineTo(x + dx * 22, y + dy * 22);
  }
  context.stroke();
}

/** Paints a floating ring for a lifted pen, a dot for a lowered pen. */
function paintPen(
  context: CanvasRenderingContext2D,
  [x, y]: Px,
  isDown: boolean,
  colours: OverlayOptions['colours'],
): void {
  context.beginPath();
  context.arc(x, y, isDown ? 5 : 7, 0, 2 * Math.PI);
  context.fillStyle = isDown ? colours.pen : colours.sheet;
  context.globalAlpha = isDown ? 1 : 0.85;
  context.fill();
  context.globalAlpha = 1;
  context.strokeStyle = isDown ? colours.sheet : colours.pen;
  context.lineWidth = 2;
  context.stroke();
  if (isDown) return;
  context.beginPath();
  context.arc(x, y, 1.5, 0, 2 * Math.PI);
  context.fillStyle = colours.pen;
  context.fill();
}
