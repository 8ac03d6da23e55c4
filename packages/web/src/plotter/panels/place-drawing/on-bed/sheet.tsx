import { useRef } from 'preact/hooks';
import { plotterTexts } from '../../../../texts/plotter.ts';
import { bedSize } from '../../../state/bed/scene.ts';
import { change, placement, settings } from '../../../state/drawing/session.ts';
import { papers } from '../../../state/drawing/settings.ts';
import { machine } from '../../../state/store.ts';
import { paperView } from './geometry.ts';

const texts = plotterTexts.drawing;
const tabPx = { width: 148, height: 24 };
/** Near an edge or the middle of the bed, that is what is meant. */
const snapPx = 8;

/** The sheet and its margin; where it is not the whole bed, also a tab to drag it by. */
export function SheetOnBed() {
  const [view, where, now, profile] = [paperView.value, placement.value, settings.value, machine.value];
  if (!view || !where || 'why' in where || !now || !profile) return null;
  const { widthMm, heightMm } = where.paper;
  const margin = now.marginMm;
  const { pxPerMm, offsetX: x, offsetY: y } = view;
  const [width, height] = [widthMm * pxPerMm, heightMm * pxPerMm];
  const isWholeBed = now.paper === 'machine';
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
      {!isWholeBed && <Tab box={{ x, y, width, height }} paper={where.paper} />}
    </>
  );
}

interface TabProps {
  box: { x: number; y: number; width: number; height: number };
  paper: { widthMm: number; heightMm: number };
}

/** Hangs below the sheet, or inside of it where there is no room below. */
function Tab({ box, paper }: TabProps) {
  const held = useRef<{ x: number; y: number; from: { xMm: number; yMm: number } } | undefined>(undefined);
  const bottom = Math.min(box.y + box.height, bedSize.value.heightPx - tabPx.height - 2);
  const middle = Math.min(
    bedSize.value.widthPx - tabPx.width / 2 - 4,
    Math.max(tabPx.width / 2 + 4, box.x + box.width / 2),
  );
  const letGo = () => {
    held.current = undefined;
  };
  const move = (event: PointerEvent) => {
    const view = paperView.peek();
    if (held.current === undefined || view === undefined) return;
    const { x, y, from } = held.current;
    const size = machine.peek()?.size;
    const within = snapPx / view.pxPerMm;
    change({
      paperAt: {
        xMm: laidAt(from.xMm + (event.clientX - x) / view.pxPerMm, paper.widthMm, size?.widthMm, within),
        yMm: laidAt(from.yMm + (event.clientY - y) / view.pxPerMm, paper.heightMm, size?.heightMm, within),
      },
    });
  };
  const { paper: name } = settings.value!;
  const words = papers.includes(name) ? `${texts.papers[name] ?? name}, ` : '';
  return (
    <g
      class="drawing-tab"
      onPointerDown={(event) => {
        const from = settings.peek()?.paperAt;
        if (event.button !== 0 || from === undefined) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, y: event.clientY, from };
      }}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <rect x={middle - tabPx.width / 2} y={bottom} {...tabPx} rx={6} />
      <text x={middle} y={bottom + tabPx.height / 2}>
        {`${words}${Math.round(paper.widthMm)} × ${Math.round(paper.heightMm)} mm`}
      </text>
    </g>
  );
}

/** To tenths of a millimetre, on the bed where there is one, and at its edges or its middle where that is near. */
function laidAt(wanted: number, side: number, bed: number | undefined, within: number): number {
  const tenth = Math.round(wanted * 10) / 10;
  if (bed === undefined) return tenth;
  const [low, high] = [Math.min(0, bed - side), Math.max(0, bed - side)];
  const near = [0, bed - side, (bed - side) / 2].find((at) => Math.abs(at - wanted) <= within);
  return Math.min(high, Math.max(low, near ?? tenth));
}
