import type { Transform } from '@stationery/drawing';
import { useRef, useState } from 'preact/hooks';
import { bedSize } from '../../../state/bed/scene.ts';
import type { Point } from '../../../state/bed/view.ts';
import { isPinching } from '../../../state/bed/zoom.ts';
import { inverted } from '../../../state/drawing/changed-lines.ts';
import type { DrawingSession } from '../../../state/drawing/session.ts';
import { type Drag, dragged, type Grip } from './drag.ts';
import { finger, frameOf, mouse } from './frame.ts';
import { boxToPx, cornersOf, paperView, sheetMovePx, toPaper } from './geometry.ts';
import { SheetOnBed, tabBoxOf } from './sheet.tsx';
import { type Snap, snapOf } from './snap.ts';

const snapPx = 6;
/** With less movement, the gesture is a click. */
const clickPx = 3;

interface Held extends Omit<Drag, 'now' | 'isSteady'> {
  isMoved: boolean;
  /** The drawing under the pointer. */
  clicked?: number;
}

const isCoarse = () => matchMedia('(pointer: coarse)').matches;

/** Dragging the inside moves the selection, the corners scale it, and the knob rotates it. */
export function Handles({ session }: { session: DrawingSession }) {
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<Held | undefined>(undefined);
  const [snap, setSnap] = useState<Snap | undefined>(undefined);
  const selection = session.selection.value;
  const view = paperView.value;
  const move = sheetMovePx.value;
  if (selection === undefined || view === undefined) return <svg ref={svg} class="bed-layer" />;
  const angle = selection.placed.rotate;
  const { corners, grips, tab, knob, foot } = frameOf({
    corners: cornersOf(view, selection).corners,
    angle,
    hand: isCoarse() ? finger : mouse,
    bed: bedSize.value,
    tab: tabBoxOf(session),
  });
  const others = session.hasObjects.value
    ? session.objects.value.flatMap((_, at) => {
        const other = at === selection.index ? undefined : session.selectionOf(at);
        return other ? [{ at, corners: cornersOf(view, other).corners }] : [];
      })
    : [];

  const pointAt = (event: PointerEvent) => {
    const { left, top } = svg.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    if (move === undefined) return { x, y };
    const { a, b, c, d, e, f } = inverted(move);
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  };
  const grab =
    (grip: Grip, corner = 0) =>
    (event: PointerEvent) => {
      const grabbed = session.selection.peek();
      if (event.button !== 0 || grabbed === undefined) return;
      event.preventDefault();
      svg.current!.closest<HTMLElement>('.bed-drawing')?.focus({ preventScroll: true });
      svg.current!.setPointerCapture(event.pointerId);
      const { corners: at, middle: centre } = cornersOf(view, grabbed);
      const middle = toPaper(view, centre);
      const anchor = event.altKey ? middle : toPaper(view, at[(corner + 2) % 4]!);
      const start = toPaper(view, pointAt(event));
      held.current = { grip, from: grabbed.placed, start, middle, anchor, isMoved: false };
    };
  /** While all drawings are selected, only a click selects one. */
  const grabObject = (at: number) => (event: PointerEvent) => {
    const isAll = session.selection.peek()?.index === undefined;
    if (!isAll) session.selected.value = at;
    grab('move')(event);
    if (isAll && held.current) held.current.clicked = at;
  };
  const release = () => {
    const { isMoved = true, clicked } = held.current ?? {};
    if (!isMoved && clicked !== undefined) session.selected.value = clicked;
    held.current = undefined;
    setSnap(undefined);
  };
  const drag = (event: PointerEvent) => {
    if (isPinching.peek()) held.current = undefined;
    if (held.current === undefined) return;
    const now = toPaper(view, pointAt(event));
    const { start, isMoved } = held.current;
    const movedPx = Math.hypot(now.x - start.x, now.y - start.y) * view.pxPerMm;
    // A click does not move the drawing.
    if (!isMoved && movedPx < clickPx) return;
    held.current.isMoved = true;
    session.changeSelection(dragged({ ...held.current, now, isSteady: event.shiftKey }));
    if (held.current.grip === 'move')
      setSnap(event.altKey ? undefined : snapToPaper(session, snapPx / view.pxPerMm));
  };
  return (
    <svg
      ref={svg}
      class="bed-layer"
      aria-hidden="true"
      // A finger must not scroll the page. Browsers ignore `touch-action` on SVG shapes.
      onTouchStart={(event) => event.preventDefault()}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      {/* On an aligned sheet, everything is shown where the sheet lies. */}
      <g transform={move && matrixOf(move)}>
        <SheetOnBed session={session} tab={tab} />
        {selection.index !== undefined && <AllObjects session={session} />}
        <polygon class="drawing-body" points={pointsOf(corners)} onPointerDown={grab('move')} />
        {others.map((other) => (
          <polygon
            key={other.at}
            class="drawing-object"
            points={pointsOf(other.corners)}
            onPointerDown={grabObject(other.at)}
          />
        ))}
        <Guides session={session} snap={snap} />
        {knob && foot && (
          <>
            <line class="drawing-stem" x1={foot.x} y1={foot.y} x2={knob.x} y2={knob.y} />
            <circle
              class="drawing-grip drawing-knob"
              cx={knob.x}
              cy={knob.y}
              r={8}
              onPointerDown={grab('turn')}
            />
          </>
        )}
        {grips.map(
          (grip, at) =>
            grip && (
              <rect
                key={at}
                class={`drawing-grip drawing-corner drawing-corner-${cursorOf(at, angle)}`}
                x={grip.x - 6}
                y={grip.y - 6}
                width={12}
                height={12}
                rx={2}
                onPointerDown={grab('scale', at)}
              />
            ),
        )}
      </g>
    </svg>
  );
}

const matrixOf = ({ a, b, c, d, e, f }: Transform) => `matrix(${[a, b, c, d, e, f].join()})`;
const pointsOf = (corners: readonly Point[]) => corners.map(({ x, y }) => `${x},${y}`).join(' ');

function AllObjects({ session }: { session: DrawingSession }) {
  const [view, box] = [paperView.value, session.extent.value];
  if (!view || !box) return null;
  const { minX, minY, maxX, maxY } = boxToPx(view, box);
  return (
    <rect
      class="drawing-object"
      {...{ x: minX, y: minY, width: maxX - minX, height: maxY - minY }}
      onPointerDown={(event) => {
        if (event.button === 0) session.selected.value = undefined;
      }}
    />
  );
}

/** Returns the lines to which the selection snapped. */
function snapToPaper(session: DrawingSession, withinMm: number): Snap | undefined {
  const [selection, placement] = [session.selection.peek(), session.placement.peek()];
  const settings = session.settings.peek();
  if (!selection || !placement || !settings) return undefined;
  const snap = snapOf({ box: selection.box, paper: placement.paper, marginMm: settings.marginMm, withinMm });
  const { xMm, yMm } = selection.placed.offset;
  const isMoved = snap.xMm !== 0 || snap.yMm !== 0;
  if (isMoved) session.changeSelection({ offset: { xMm: xMm + snap.xMm, yMm: yMm + snap.yMm } });
  return snap;
}

function Guides({ session, snap }: { session: DrawingSession; snap: Snap | undefined }) {
  const [view, placement] = [paperView.value, session.placement.value];
  if (!snap || !view || !placement) return null;
  const { pxPerMm, offsetX, offsetY } = view;
  const { widthMm, heightMm } = placement.paper;
  const [x, y] = [(snap.atX ?? 0) * pxPerMm + offsetX, (snap.atY ?? 0) * pxPerMm + offsetY];
  return (
    <>
      {snap.atX !== undefined && (
        <line class="drawing-guide" x1={x} x2={x} y1={offsetY} y2={offsetY + heightMm * pxPerMm} />
      )}
      {snap.atY !== undefined && (
        <line class="drawing-guide" y1={y} y2={y} x1={offsetX} x2={offsetX + widthMm * pxPerMm} />
      )}
    </>
  );
}

/** The cursor points in the direction of scaling. */
function cursorOf(corner: number, angle: number): 'falling' | 'rising' {
  const isTurned = Math.round(angle / 90) % 2 !== 0;
  return (corner % 2 === 0) !== isTurned ? 'falling' : 'rising';
}
