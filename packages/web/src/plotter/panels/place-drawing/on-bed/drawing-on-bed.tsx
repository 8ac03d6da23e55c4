import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { plotterTexts } from '../../../../texts/plotter.ts';
import { visibleOn } from '../../../components/canvas/visible-colour.ts';
import { isWriting } from '../../../components/is-writing.ts';
import { arrows } from '../../../components/keyboard.ts';
import { bedSize, showTravel } from '../../../state/bed/scene.ts';
import { boxToPx, drawingToPx, paperView } from './geometry.ts';
import './drawing-on-bed.css';
import { nudge } from '../../../state/drawing/nudge.ts';
import {
  doAgain,
  isPlanned,
  placement,
  settings,
  sketch,
  takeBack,
  thought,
} from '../../../state/drawing/session.ts';
import { Handles } from './handles.tsx';
import { SketchPainter } from './sketch-painter.ts';
import { TravelPainter } from './travel-painter.ts';

const texts = plotterTexts.drawing;

/** Arrow keys move it by a millimetre, with Shift by ten. */
function steer(event: KeyboardEvent): void {
  const direction = arrows[event.key];
  if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  nudge(direction, event.shiftKey);
}

function hearUndo(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isWriting(event.target)) return;
  const key = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
  const run = { z: takeBack, 'shift+z': doAgain, y: doAgain }[key];
  if (run === undefined) return;
  event.preventDefault();
  run();
}

/** The drawing where it will be drawn, over the bed, with handles. What can be seen is also said by the bed. */
export function BedDrawing() {
  const box = useRef<HTMLFieldSetElement>(null);
  const strokes = useRef<HTMLCanvasElement>(null);
  const travel = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    // So that the arrow keys are the drawing's at once, unless somebody is writing.
    if (document.activeElement === document.body) box.current!.focus({ preventScroll: true });
    const painter = new SketchPainter(strokes.current!);
    const unfollowStrokes = effect(() => showStrokes(painter, strokes.current!));
    const travelPainter = new TravelPainter(travel.current!);
    const unfollowTravel = effect(() => showWays(travelPainter));
    const refresh = () => {
      bedSize.value = { ...bedSize.peek() };
    };
    const themed = new MutationObserver(refresh);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', refresh);
    addEventListener('keydown', hearUndo);
    return () => {
      removeEventListener('keydown', hearUndo);
      themed.disconnect();
      dark.removeEventListener('change', refresh);
      unfollowStrokes();
      unfollowTravel();
      painter.close();
      travelPainter.close();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing itself takes the arrow keys.
    <fieldset ref={box} class="bed-drawing" aria-label={texts.onBed} tabIndex={0} onKeyDown={steer}>
      <canvas ref={travel} class="bed-layer drawing-travel" />
      <canvas ref={strokes} class="bed-layer drawing-strokes" />
      <Handles />
    </fieldset>
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
function showWays(painter: TravelPainter): void {
  const [view, now, size] = [paperView.value, thought.value, bedSize.value];
  const isShown = view && now && isPlanned.value && (now.isThinking || showTravel.value);
  painter.show(isShown ? { view, travel: now.travel, ...size } : undefined);
}
