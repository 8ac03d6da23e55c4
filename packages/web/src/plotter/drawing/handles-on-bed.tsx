import { useRef } from 'preact/hooks';
import { cornersPx, paperView, toPaper } from './bed-view.ts';
import { type Drag, dragged, type Grip, type Point } from './handles.ts';
import { change, placement, settings } from './session.ts';

const outOfTopPx = 28;

/** The frame around the drawing: its inside moves it, its corners scale it, the knob above turns it. */
export function Handles() {
  const svg = useRef<SVGSVGElement>(null);
  const held = useRef<Omit<Drag, 'now'> | undefined>(undefined);
  const frame = cornersPx.value;
  const view = paperView.value;
  if (frame === undefined || view === undefined) return <svg ref={svg} class="drawing-handles" />;
  const [topLeft, topRight] = frame.corners;
  const knob = knobOf(topLeft, topRight, frame.corners[3]);

  const place = (event: PointerEvent) => {
    const { left, top } = svg.current!.getBoundingClientRect();
    return toPaper(view, { x: event.clientX - left, y: event.clientY - top });
  };
  const take = (grip: Grip) => (event: PointerEvent) => {
    const from = settings.peek();
    if (event.button !== 0 || from === undefined) return;
    event.preventDefault();
    svg.current!.setPointerCapture(event.pointerId);
    held.current = { grip, from, start: place(event), middle: toPaper(view, frame.middle) };
  };
  const letGo = () => {
    held.current = undefined;
  };
  return (
    <svg
      ref={svg}
      class="drawing-handles"
      aria-hidden="true"
      onPointerMove={(event) => {
        if (held.current) change(dragged({ ...held.current, now: place(event) }));
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <Paper />
      <polygon
        class="drawing-body"
        points={frame.corners.map(({ x, y }) => `${x},${y}`).join(' ')}
        onPointerDown={take('move')}
      />
      <line class="drawing-stem" x1={knob.foot.x} y1={knob.foot.y} x2={knob.x} y2={knob.y} />
      <circle class="drawing-grip drawing-knob" cx={knob.x} cy={knob.y} r={8} onPointerDown={take('turn')} />
      {frame.corners.map(({ x, y }, at) => (
        <rect
          key={at}
          class="drawing-grip drawing-corner"
          x={x - 6}
          y={y - 6}
          width={12}
          height={12}
          rx={2}
          onPointerDown={take('scale')}
        />
      ))}
    </svg>
  );
}

/** The sheet and its margin, where it is not the whole bed. */
function Paper() {
  const view = paperView.value;
  const where = placement.value;
  if (view === undefined || where === undefined || 'why' in where) return null;
  const { widthMm, heightMm } = where.paper;
  const margin = settings.value?.marginMm ?? 0;
  const { pxPerMm, offsetX, offsetY } = view;
  return (
    <>
      <rect
        class="drawing-paper"
        x={offsetX}
        y={offsetY}
        width={widthMm * pxPerMm}
        height={heightMm * pxPerMm}
      />
      <rect
        class="drawing-margin"
        x={offsetX + margin * pxPerMm}
        y={offsetY + margin * pxPerMm}
        width={Math.max(0, widthMm - 2 * margin) * pxPerMm}
        height={Math.max(0, heightMm - 2 * margin) * pxPerMm}
      />
    </>
  );
}

/** Off the middle of the upper edge, away from the drawing. */
function knobOf(topLeft: Point, topRight: Point, bottomLeft: Point) {
  const foot = { x: (topLeft.x + topRight.x) / 2, y: (topLeft.y + topRight.y) / 2 };
  const height = Math.hypot(topLeft.x - bottomLeft.x, topLeft.y - bottomLeft.y);
  const up =
    height < 1
      ? { x: 0, y: -1 }
      : { x: (topLeft.x - bottomLeft.x) / height, y: (topLeft.y - bottomLeft.y) / height };
  return { foot, x: foot.x + up.x * outOfTopPx, y: foot.y + up.y * outOfTopPx };
}
