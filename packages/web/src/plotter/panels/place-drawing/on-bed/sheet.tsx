import { useRef } from 'preact/hooks';
import { placeDrawingTexts } from '../../../../texts/place-drawing.ts';
import { bedSize } from '../../../state/bed/scene.ts';
import type { DrawingSession } from '../../../state/drawing/session.ts';
import { papers } from '../../../state/drawing/settings.ts';
import { machine } from '../../../state/store.ts';
import type { Box } from './frame.ts';
import { paperView } from './geometry.ts';

const texts = placeDrawingTexts;
const tabPx = { width: 148, height: 24 };
/** Half the size of a mark. */
const markPx = 7;
/** Distance from an edge or the centre of the bed within which the sheet snaps. */
const snapPx = 8;

/** If the sheet does not fill the bed, it has a tab for dragging. */
export function SheetOnBed({ session, tab }: { session: DrawingSession; tab: Box | undefined }) {
  const [view, placement, settings] = [paperView.value, session.placement.value, session.settings.value];
  if (!view || !placement || !settings || !machine.value) return null;
  const { widthMm, heightMm } = placement.paper;
  const margin = settings.marginMm;
  const { pxPerMm, offsetX: x, offsetY: y } = view;
  const [width, height] = [widthMm * pxPerMm, heightMm * pxPerMm];
  return (
    <>
      <rect class="drawing-paper" x={x} y={y} width={width} height={height} />
      <rect
        class="drawing-margin"
        x={x + margin * pxPerMm}
        y={y + margin * pxPerMm}
        width={Math.max(0, widthMm - 2 * margin) * pxPerMm}
        height={Math.max(0, heightMm - 2 * margin) * pxPerMm}
      />
      {settings.marks?.map(({ at: { xMm, yMm } }) => (
        <path
          key={`${xMm} ${yMm}`}
          class="drawing-mark"
          d={`M${x + xMm * pxPerMm - markPx} ${y + yMm * pxPerMm}h${2 * markPx}m${-markPx} ${-markPx}v${2 * markPx}`}
        />
      ))}
      {tab && <Tab session={session} paper={placement.paper} box={tab} />}
    </>
  );
}

/** Returns the place of the tab: below the sheet, or inside it if there is no space below. */
export function tabBoxOf(session: DrawingSession): Box | undefined {
  const [view, placement, settings] = [paperView.value, session.placement.value, session.settings.value];
  if (!view || !placement || !settings) return undefined;
  // An aligned sheet lies where its marks were found.
  if (settings.paper === 'machine' || settings.marks !== undefined) return undefined;
  const { widthMm, heightMm } = placement.paper;
  const { pxPerMm, offsetX, offsetY } = view;
  const { widthPx, heightPx } = bedSize.value;
  const half = tabPx.width / 2;
  const middle = Math.min(widthPx - half - 4, Math.max(half + 4, offsetX + (widthMm * pxPerMm) / 2));
  const y = Math.min(offsetY + heightMm * pxPerMm, heightPx - tabPx.height - 2);
  return { x: middle - half, y, ...tabPx };
}

interface TabProps {
  session: DrawingSession;
  paper: { widthMm: number; heightMm: number };
  box: Box;
}

function Tab({ session, paper, box }: TabProps) {
  const held = useRef<{ x: number; y: number; from: { xMm: number; yMm: number } } | undefined>(undefined);
  const release = () => {
    held.current = undefined;
  };
  const move = (event: PointerEvent) => {
    const view = paperView.peek();
    if (held.current === undefined || view === undefined) return;
    const { x, y, from } = held.current;
    const size = machine.peek()?.size;
    const within = snapPx / view.pxPerMm;
    session.change({
      paperAt: {
        xMm: snappedTo(from.xMm + (event.clientX - x) / view.pxPerMm, paper.widthMm, size?.widthMm, within),
        yMm: snappedTo(from.yMm + (event.clientY - y) / view.pxPerMm, paper.heightMm, size?.heightMm, within),
      },
    });
  };
  const { paper: name } = session.settings.value!;
  const words = papers.includes(name) ? `${texts.papers[name] ?? name}, ` : '';
  return (
    <g
      class="drawing-tab"
      onPointerDown={(event) => {
        const from = session.settings.peek()?.paperAt;
        if (event.button !== 0 || from === undefined) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, y: event.clientY, from };
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <rect {...box} rx={6} />
      <text x={box.x + box.width / 2} y={box.y + box.height / 2}>
        {`${words}${Math.round(paper.widthMm)} × ${Math.round(paper.heightMm)} mm`}
      </text>
    </g>
  );
}

/** Rounds to tenths, limits to a bed of known size, and snaps to its edges or centre. */
function snappedTo(wanted: number, side: number, bed: number | undefined, within: number): number {
  const tenth = Math.round(wanted * 10) / 10;
  if (bed === undefined) return tenth;
  const [low, high] = [Math.min(0, bed - side), Math.max(0, bed - side)];
  const near = [0, bed - side, (bed - side) / 2].find((at) => Math.abs(at - wanted) <= within);
  return Math.min(high, Math.max(low, near ?? tenth));
}
