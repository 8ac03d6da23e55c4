import { effect } from '@preact/signals';
import { composed, type Transform } from '@stationery/drawing';
import { useEffect, useRef } from 'preact/hooks';
import { placeDrawingTexts } from '../../../../texts/place-drawing.ts';
import { followColours } from '../../../components/canvas/follow-colours.ts';
import { visibleOn } from '../../../components/canvas/visible-colour.ts';
import { arrowKeys, isTyping } from '../../../components/keyboard.ts';
import { bedSize, showTravel } from '../../../state/bed/scene.ts';
import { moveBetween, movedBox } from '../../../state/drawing/changed-lines.ts';
import { drawingSession } from '../../../state/drawing/current-session.ts';
import { copySelected, removeSelected, selectNext } from '../../../state/drawing/edit-objects.ts';
import { penAt } from '../../../state/drawing/playback.ts';
import type { DrawingSession } from '../../../state/drawing/session.ts';
import { boxToPx, movedToPx, paperToPx, paperView, sheetMove } from './geometry.ts';
import { Handles } from './handles.tsx';
import { PlaybackPainter } from './playback-painter.ts';
import { SketchPainter } from './sketch-painter.ts';
import { TravelPainter } from './travel-painter.ts';
import './drawing-on-bed.css';

const texts = placeDrawingTexts;

const objectKeys: Readonly<Record<string, (session: DrawingSession) => void>> = {
  'ctrl+a': (session) => {
    session.selected.value = undefined;
  },
  'ctrl+d': copySelected,
  Delete: removeSelected,
  Backspace: removeSelected,
  PageDown: (session) => selectNext(session, 1),
  PageUp: (session) => selectNext(session, -1),
};

/** Arrow keys move the drawing by a millimetre, or with Shift by ten. */
function changeByKey(event: KeyboardEvent): void {
  const key = event.ctrlKey || event.metaKey ? `ctrl+${event.key.toLowerCase()}` : event.key;
  const [session, edit] = [drawingSession.peek(), objectKeys[key]];
  if (session && edit && !event.altKey && !event.shiftKey) {
    event.preventDefault();
    edit(session);
    return;
  }
  const direction = arrowKeys[event.key];
  if (direction === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  session?.nudge(direction, event.shiftKey);
}

function undoByKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
  const key = `${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`;
  const isUndo = key === 'z';
  if (!isUndo && key !== 'shift+z' && key !== 'y') return;
  event.preventDefault();
  const session = drawingSession.peek();
  if (isUndo) session?.undo();
  else session?.redo();
}

/** Its label describes only the keys, because the label of the bed describes the drawing. */
export function DrawingOnBed() {
  const session = drawingSession.value;
  const box = useRef<HTMLFieldSetElement>(null);
  const strokes = useRef<HTMLCanvasElement>(null);
  const travel = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    // Arrow keys move the drawing immediately, unless the user is typing.
    if (document.activeElement === document.body) box.current!.focus({ preventScroll: true });
    const painter = new SketchPainter(strokes.current!);
    const unfollowStrokes = effect(() => showStrokes(painter, strokes.current!));
    const travelPainter = new TravelPainter(travel.current!);
    const unfollowTravel = effect(() => showTravelMoves(travelPainter));
    const playbackPainter = new PlaybackPainter(drawn.current!);
    const unfollowPlayback = effect(() => showPlayback(playbackPainter, strokes.current!));
    const unfollowColours = followColours(() => {
      bedSize.value = { ...bedSize.peek() };
    });
    addEventListener('keydown', undoByKey);
    return () => {
      removeEventListener('keydown', undoByKey);
      unfollowColours();
      unfollowStrokes();
      unfollowTravel();
      unfollowPlayback();
      painter.close();
      travelPainter.close();
      playbackPainter.close();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing itself takes the arrow keys.
    <fieldset ref={box} class="bed-drawing" aria-label={texts.onBed} tabIndex={0} onKeyDown={changeByKey}>
      <canvas ref={travel} class="bed-layer drawing-travel" />
      <canvas
        ref={strokes}
        class={`bed-layer drawing-strokes ${session?.playback.isShown.value ? 'drawing-pale' : ''}`}
      />
      <canvas ref={drawn} class="bed-layer drawing-drawn" />
      {session && <Handles session={session} />}
      {session && <PenInPlayback session={session} />}
    </fieldset>
  );
}

const unmoved: Transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

function showStrokes(painter: SketchPainter, canvas: HTMLCanvasElement): void {
  const session = drawingSession.value;
  const [view, placement] = [paperView.value, session?.placement.value];
  const [sketch, settings] = [session?.sketch.value, session?.settings.value];
  if (!view || !placement || !sketch || !settings) return;
  const { color: ink, textDecorationColor: sheet } = getComputedStyle(canvas);
  const isOn = new Set(settings.layers.filter((layer) => layer.isOn).map(({ index }) => index));
  const colours = sketch.layers.map(({ colour }, index) =>
    isOn.has(index) ? visibleOn(sheet, colour, ink) : undefined,
  );
  const preview = session?.shownPreview.value;
  // A preview in which only colours changed moves with the drawing. If lines were moved or cropped, the
  // sketch is shown until the next plan.
  const isShown = preview && (!session?.movedPreview.value || isSame(preview.transform, placement.transform));
  const edge = placement.edge ?? { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };
  const move = sheetMove.value ?? unmoved;
  const shown = { edge: boxToPx(view, movedBox(edge, move)), ...bedSize.value };
  if (!isShown) {
    const source = sketch.notes;
    painter.show({
      sketch,
      source,
      toPx: movedToPx(view, composed(move, placement.transform)),
      colours,
      ...shown,
    });
    return;
  }
  const { lines } = preview;
  const penColours = lines.colours.map((colour) => visibleOn(sheet, colour, ink));
  const toPx = movedToPx(view, composed(move, moveBetween(preview.transform, placement.transform)));
  painter.show({ sketch: lines, source: lines, toPx, colours: penColours, ...shown });
}

/** A preview belongs to the placement for which it was planned. */
const isSame = (one: Transform, other: Transform) =>
  (['a', 'b', 'c', 'd', 'e', 'f'] as const).every((name) => one[name] === other[name]);

/** Shows travel moves while the plan improves, and afterwards if the user wants to see them. */
function showTravelMoves(painter: TravelPainter): void {
  const session = drawingSession.value;
  const [view, plan, size] = [paperView.value, session?.plan.value, bedSize.value];
  const isShown = view && plan && session?.isPlanned.value && (plan.isImproving || showTravel.value);
  painter.show(isShown ? { view, travel: plan.travel, ...size } : undefined);
}

function showPlayback(painter: PlaybackPainter, strokes: HTMLCanvasElement): void {
  const { playback } = drawingSession.value ?? {};
  const [timeline, untilMs, view] = [playback?.timeline.value, playback?.atMs.value, paperView.value];
  const size = bedSize.value;
  if (!view || !timeline || untilMs === undefined) {
    painter.show(undefined);
    return;
  }
  const { color: ink, textDecorationColor: sheet } = getComputedStyle(strokes);
  const colours = timeline.lines.colours.map((colour) => visibleOn(sheet, colour, ink));
  painter.show({ timeline, from: playback!.from.value, untilMs, toPx: paperToPx(view), colours, ...size });
}

function PenInPlayback({ session: { playback } }: { session: DrawingSession }) {
  const [timeline, atMs, view] = [playback.timeline.value, playback.atMs.value, paperView.value];
  const pen = timeline && atMs !== undefined && penAt(timeline, atMs);
  if (!pen || !view) return null;
  const { pxPerMm, offsetX, offsetY } = view;
  return (
    <svg class="bed-layer drawing-pen" aria-hidden="true">
      <circle cx={pen.x * pxPerMm + offsetX} cy={pen.y * pxPerMm + offsetY} r={6} />
    </svg>
  );
}
