import { bedSize, bedView } from '../../state/bed/scene.ts';
import { stepsPerMm } from '../../state/store.ts';
import { type RulerMark, rulerMarks } from './ruler-marks.ts';

/** Its width, as in bed.css. */
const widthPx = 20;
const longPx = 9;
const shortPx = 5;
const digitPx = 7;

/** A ruler along one side of the visible bed, in mm from the origin. */
export function Ruler({ side }: { side: 'top' | 'left' }) {
  const view = bedView.value;
  const isTop = side === 'top';
  const lengthPx = isTop ? bedSize.value.widthPx : bedSize.value.heightPx;
  const marks = view
    ? rulerMarks({
        zeroPx: isTop ? view.offsetX : view.offsetY,
        pxPerMm: view.scale * stepsPerMm.value,
        lengthPx,
      })
    : [];
  return (
    <svg class={`ruler ruler-${side}`} aria-hidden="true">
      <path d={marks.map((mark) => strokeOf(mark, isTop)).join('')} />
      {marks.filter((mark) => hasRoom(mark, isTop, lengthPx)).map((mark) => numberOf(mark, isTop))}
    </svg>
  );
}

function strokeOf({ atPx, hasNumber }: RulerMark, isTop: boolean): string {
  const at = Math.round(atPx) + 0.5;
  const from = widthPx - (hasNumber ? longPx : shortPx);
  return isTop ? `M${at} ${from}V${widthPx}` : `M${from} ${at}H${widthPx}`;
}

/** Numbers follow their mark; at the end of the ruler one would be cut off. */
function hasRoom({ hasNumber, atPx, mm }: RulerMark, isTop: boolean, lengthPx: number): boolean {
  const wordPx = 3 + String(mm).length * digitPx;
  return hasNumber && (isTop ? lengthPx - atPx : atPx) >= wordPx;
}

function numberOf({ atPx, mm }: RulerMark, isTop: boolean) {
  const at = Math.round(atPx);
  const words = String(mm).replace('-', '−');
  return isTop ? (
    <text key={mm} x={at + 3} y={11}>
      {words}
    </text>
  ) : (
    <text key={mm} x={-at + 3} y={11} transform="rotate(-90)">
      {words}
    </text>
  );
}
