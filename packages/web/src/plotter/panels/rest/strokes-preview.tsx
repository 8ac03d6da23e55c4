import { effect, type Signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { useEffect, useRef } from 'preact/hooks';
import { restTexts as texts } from '../../../texts/rest.ts';
import { CanvasLayer } from '../../components/canvas/canvas-layer.ts';
import { visibleOn } from '../../components/canvas/visible-colour.ts';
import { type JobStrokes, strokeNear } from '../../state/jobs/job-strokes.ts';
import { segmentKind } from '../../state/path/path.ts';

interface StrokesPreviewProps {
  strokes: JobStrokes;
  pens: Job['pens'];
  from: Signal<number>;
}

const marginPx = 8;
const skippedOpacity = 0.2;

/** A click chooses the stroke from which to plot. */
export function StrokesPreview({ strokes, pens, from }: StrokesPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const layer = new CanvasLayer(canvas.current!);
    let frame = 0;
    const unfollow = effect(() => {
      const first = from.value;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => paint(layer, strokes, pens, first));
    });
    return () => {
      cancelAnimationFrame(frame);
      unfollow();
    };
  }, [strokes]);
  return (
    <canvas
      ref={canvas}
      class="rest-preview"
      role="img"
      aria-label={texts.preview}
      onClick={({ offsetX, offsetY, currentTarget }) => {
        const { scale, x, y } = viewOf(strokes, currentTarget);
        from.value = strokeNear(strokes, (offsetX - x) / scale, (offsetY - y) / scale);
      }}
    />
  );
}

function viewOf({ path }: JobStrokes, { clientWidth, clientHeight }: HTMLCanvasElement) {
  const { minX, minY, maxX, maxY } = path.bounds!;
  const fit = (px: number, steps: number) => (px - 2 * marginPx) / Math.max(1, steps);
  const scale = Math.min(fit(clientWidth, maxX - minX), fit(clientHeight, maxY - minY));
  return {
    scale,
    x: clientWidth / 2 - (scale * (minX + maxX)) / 2,
    y: clientHeight / 2 - (scale * (minY + maxY)) / 2,
  };
}

function paint(layer: CanvasLayer, strokes: JobStrokes, pens: Job['pens'], from: number): void {
  const { canvas, context } = layer;
  const { path, starts } = strokes;
  layer.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
  layer.clear();
  const { scale, x, y } = viewOf(strokes, canvas);
  const { color: ink, backgroundColor: sheet } = getComputedStyle(canvas);
  const penStarts = pens.length === 0 ? [0] : pens.map((pen, at) => (at === 0 ? 0 : pen.from));
  const firstKept = starts[from - 1]! + 1;
  for (const [at, start] of penStarts.entries()) {
    const begin = Math.max(1, path.reachedBefore(start));
    const end = path.reachedBefore(penStarts[at + 1] ?? path.commands);
    const colour = pens[at]?.colour;
    context.strokeStyle = colour === undefined ? ink : visibleOn(sheet, colour, ink);
    paintPoints(begin, Math.min(end, firstKept), skippedOpacity);
    paintPoints(Math.max(begin, firstKept), end, 1);
  }

  function paintPoints(begin: number, end: number, opacity: number): void {
    context.globalAlpha = opacity;
    context.beginPath();
    for (let at = begin; at < end; at++) {
      if (path.kind[at] !== segmentKind.draw) continue;
      if (at === begin || path.kind[at - 1] !== segmentKind.draw)
        context.moveTo(path.x[at - 1]! * scale + x, path.y[at - 1]! * scale + y);
      context.lineTo(path.x[at]! * scale + x, path.y[at]! * scale + y);
    }
    context.stroke();
  }
}
