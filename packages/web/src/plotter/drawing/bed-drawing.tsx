import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Layer } from '../bed/layer.ts';
import { showTravel } from '../bed/scene.ts';
import { bedSize, boxToPx, drawingToPx, paperView } from './bed-view.ts';
import { visibleOn } from './colours.ts';
import './drawing.css';
import { Handles } from './handles-on-bed.tsx';
import { isPlanned, placement, settings, sketch, thought } from './session.ts';
import { SketchPainter } from './sketch-painter.ts';
import { paintTravel } from './travel.ts';

/** The drawing where it will be drawn, over the bed, with handles. What can be seen is also said by the bed. */
export function BedDrawing() {
  const box = useRef<HTMLDivElement>(null);
  const strokes = useRef<HTMLCanvasElement>(null);
  const travel = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = box.current!;
    const resized = new ResizeObserver(() => {
      bedSize.value = { widthPx: element.clientWidth, heightPx: element.clientHeight };
    });
    resized.observe(element);
    const painter = new SketchPainter(strokes.current!);
    const unfollowStrokes = effect(() => showStrokes(painter, strokes.current!));
    const travelLayer = new Layer(travel.current!);
    const unfollowTravel = effect(() => showWays(travelLayer));
    const refresh = () => {
      bedSize.value = { ...bedSize.peek() };
    };
    const themed = new MutationObserver(refresh);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', refresh);
    return () => {
      resized.disconnect();
      themed.disconnect();
      dark.removeEventListener('change', refresh);
      unfollowStrokes();
      unfollowTravel();
      painter.close();
    };
  }, []);

  return (
    <div ref={box} class="bed-drawing">
      <canvas ref={travel} class="bed-layer drawing-travel" />
      <canvas ref={strokes} class="bed-layer drawing-strokes" />
      <Handles />
    </div>
  );
}

function showStrokes(painter: SketchPainter, canvas: HTMLCanvasElement): void {
  const [view, where, drawn, wanted] = [paperView.value, placement.value, sketch.value, settings.value];
  if (!view || !where || 'why' in where || !drawn || !wanted) return;
  const { color: ink, textDecorationColor: sheet } = getComputedStyle(canvas);
  const isOn = new Set(wanted.layers.filter((layer) => layer.isOn).map(({ index }) => index));
  const colours = drawn.layers.map(({ colour }, index) =>
    isOn.has(index) ? visibleOn(sheet, colour, ink) : undefined,
  );
  const edge = where.edge ?? { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };
  painter.show({
    sketch: drawn,
    toPx: drawingToPx(view, where),
    edge: boxToPx(view, edge),
    colours,
    ...bedSize.value,
  });
}

/** The ways between strokes: while they get shorter, and for whoever wants to see them. */
function showWays(layer: Layer): void {
  const { widthPx, heightPx } = bedSize.value;
  const [view, now] = [paperView.value, thought.value];
  layer.resize(widthPx, heightPx, devicePixelRatio);
  layer.clear();
  if (!view || !now || !isPlanned.value || !(now.isThinking || showTravel.value)) return;
  layer.context.strokeStyle = layer.ink;
  paintTravel(layer.context, view, now.travel);
}
