import { useRef, useState } from 'preact/hooks';
import { bedSize } from '../../../state/bed/scene.ts';
import { isPinching } from '../../../state/bed/zoom.ts';
import type { DrawingSession } from '../../../state/drawing/session.ts';
import { type Drag, dragged, type Grip } from './drag.ts';
import { finger, frameOf, mouse } from './frame.ts';
import { cornersPx, paperView, toPaper } from './geometry.ts';
import { SheetOnBed, tabBoxOf } from './sheet.tsx';
import { type Snap, snapOf } from './snap.ts';

const snapPx = 6;

const isCoarse = () => matchMedia('(pointer: coarse)').matches;

/** The frame around the drawing: its inside moves it, its corners scale it, the knob rotates it. */
export function Handles({ session }: { session: DrawingSession }) {
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<Omit<Drag, 'now' | 'isSteady'> | undefined>(undefined);
  const [snap, setSnap] = useState<Snap | undefined>(undefined);
  const around = cornersPx.value;
  const view = paperView.value;
  const angle = session.settings.value?.rotate ?? 0;
  if (around === undefined || view === undefined) return <svg ref={svg} class="drawing-handles" />;
  const { corners, grips, tab, knob, foot } = frameOf({
    corners: around.corners,
    angle,
    hand: isCoarse() ? finger : mouse,
    bed: bedSize.value,
    tab: tabBoxOf(session),
  });

  const place = (event: PointerEvent) => {
    const { left, top } = svg.current!.getBoundingClientRect();
    return toPaper(view, { x: event.clientX - left, y: event.clientY - top });
  };
  const grab =
    (grip: Grip, corner = 0) =>
    (event: PointerEvent) => {
      const from = session.settings.peek();
      if (event.button !== 0 || from === undefined) return;
      event.preventDefault();
      svg.current!.closest<HTMLElement>('.bed-drawing')?.focus({ preventScroll: true });
      svg.current!.setPointerCapture(event.pointerId);
      const middle = toPaper(view, around.middle);
      const anchor = event.altKey ? middle : toPaper(view, around.corners[(corner + 2) % 4]!);
      held.current = { grip, from, start: place(event), middle, anchor };
    };
  const release = () => {
    held.current = undefined;
    setSnap(undefined);
  };
  const drag = (event: PointerEvent) => {
    if (isPinching.peek()) release();
    if (held.current === undefined) return;
    session.change(dragged({ ...held.current, now: place(event), isSteady: event.shiftKey }));
    if (held.current.grip === 'move')
      setSnap(event.altKey ? undefined : snapToPaper(session, snapPx / view.pxPerMm));
  };
  return (
    <svg
      ref={svg}
      class="drawing-handles"
      aria-hidden="true"
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <SheetOnBed session={session} tab={tab} />
      <polygon
        class="drawing-body"
        points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
        onPointerDown={grab('move')}
      />
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
    </svg>
  );
}

/** Snaps the drawing to the centre or margins of the paper. Returns the guides. */
function snapToPaper(session: DrawingSession, withinMm: number): Snap | undefined {
  const [box, placement] = [session.extent.peek(), session.placement.peek()];
  const settings = session.settings.peek();
  if (!box || !placement || 'why' in placement || !settings) return undefined;
  const snap = snapOf({ box, paper: placement.paper, marginMm: settings.marginMm, withinMm });
  const { xMm, yMm } = settings.offset;
  const isMoved = snap.xMm !== 0 || snap.yMm !== 0;
  if (isMoved) session.change({ offset: { xMm: xMm + snap.xMm, yMm: yMm + snap.yMm } });
  return snap;
}

/** The lines of the paper that the drawing is aligned with. */
function Guides({ session, snap }: { session: DrawingSession; snap: Snap | undefined }) {
  const [view, placement] = [paperView.value, session.placement.value];
  if (!snap || !view || !placement || 'why' in placement) return null;
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

/** The cursor at a corner points in the direction in which it can be dragged. */
function cursorOf(corner: number, angle: number): 'falling' | 'rising' {
  const isTurned = Math.round(angle / 90) % 2 !== 0;
  return (corner % 2 === 0) !== isTurned ? 'falling' : 'rising';
}
