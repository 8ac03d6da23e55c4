import { movedPlace, type Transform } from '@stationery/drawing';
import { useMemo } from 'preact/hooks';
import { alignTexts as texts } from '../../../texts/align.ts';
import type { EnteredMark, Fit } from '../../state/drawing/alignment.ts';
import type { PaperSize } from '../../state/drawing/extent.ts';
import { boundsOf, type Lines } from '../../state/drawing/sketch.ts';

export interface Place {
  xMm: number;
  yMm: number;
}

interface MarksPictureProps {
  lines: Lines;
  paperAt: Place;
  paper: PaperSize | undefined;
  marks: readonly EnteredMark[];
  fit: Fit;
  isPicking: boolean;
  onPick: (at: Place) => void;
}

/** A sketch of the sheet as expected and, once the marks fit, as it lies. */
export function MarksPicture({
  lines,
  paperAt: at,
  paper,
  marks,
  fit,
  isPicking,
  onPick,
}: MarksPictureProps) {
  const path = useMemo(() => pathOf(lines), [lines]);
  const sheet = useMemo(
    () =>
      paper
        ? { minX: 0, minY: 0, maxX: paper.widthMm, maxY: paper.heightMm }
        : boundsOf({ ...lines, widthMm: 0, heightMm: 0 }),
    [lines, paper],
  );
  // The marks are relative to the paper, but the places where they were found are relative to the machine.
  const move = fit.registration && onPaperOf(fit.registration.transform, at);
  const corners = [
    { xMm: sheet.minX, yMm: sheet.minY },
    { xMm: sheet.maxX, yMm: sheet.minY },
    { xMm: sheet.maxX, yMm: sheet.maxY },
    { xMm: sheet.minX, yMm: sheet.maxY },
  ];
  const found = marks.map(({ found: { xMm, yMm } }) =>
    xMm === undefined || yMm === undefined ? undefined : { xMm: xMm - at.xMm, yMm: yMm - at.yMm },
  );
  const expected = marks.map(({ at: { xMm, yMm } }) =>
    xMm === undefined || yMm === undefined ? undefined : { xMm, yMm },
  );
  const shown = [...corners, ...(move ? corners.map((corner) => movedPlace(corner, move)) : [])];
  for (const place of [...found, ...expected]) if (place) shown.push(place);
  const [xs, ys] = [shown.map(({ xMm }) => xMm), shown.map(({ yMm }) => yMm)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = Math.max(width, height) / 45;
  const points = (places: readonly Place[]) => places.map(({ xMm, yMm }) => `${xMm},${yMm}`).join(' ');
  const pick = (event: MouseEvent) => {
    const svg = event.currentTarget as SVGSVGElement;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.getScreenCTM()!.inverse(),
    );
    onPick(nearest(lines, { xMm: x, yMm: y }, 1.5 * size));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same places can be entered in the fields beside the picture.
    <svg
      class={`align-picture ${isPicking ? 'align-picking' : ''}`}
      viewBox={`${left - 2 * size} ${top - 2 * size} ${width + 4 * size} ${height + 4 * size}`}
      role="img"
      aria-label={texts.picture}
      onClick={(event) => isPicking && pick(event)}
    >
      {paper && <polygon class="align-planned" points={points(corners)} />}
      <path class="align-pale" d={path} />
      {move && (
        <g transform={`matrix(${[move.a, move.b, move.c, move.d, move.e, move.f].join()})`}>
          {paper && <polygon class="align-paper" points={points(corners)} />}
          <path class="align-lines" d={path} />
        </g>
      )}
      {expected.map((place, index) => place && <circle key={index} cx={place.xMm} cy={place.yMm} r={size} />)}
      {found.map(
        (place, index) =>
          place && (
            <path
              key={index}
              class="align-found"
              d={`M${place.xMm - size} ${place.yMm}h${2 * size}m${-size} ${-size}v${2 * size}`}
            />
          ),
      )}
      {marks.map((_, index) => {
        const place = found[index] ?? expected[index];
        if (place === undefined) return null;
        return (
          <text key={index} x={place.xMm + 1.3 * size} y={place.yMm - 0.6 * size} font-size={2.6 * size}>
            {index + 1}
          </text>
        );
      })}
    </svg>
  );
}

/** Returns the transform with its result relative to the paper's planned corner instead of the machine's origin. */
const onPaperOf = (move: Transform, { xMm, yMm }: Place): Transform => ({
  ...move,
  e: move.e - xMm,
  f: move.f - yMm,
});

const maxPoints = 20_000;

function pathOf({ xy, starts, layerOf }: Lines): string {
  const every = Math.max(1, Math.ceil(xy.length / 2 / maxPoints));
  let path = '';
  for (let stroke = 0; stroke < layerOf.length; stroke += every) {
    for (let at = starts[stroke]!; at < starts[stroke + 1]!; at++)
      path += `${at === starts[stroke] ? 'M' : 'L'}${xy[2 * at]!.toFixed(1)} ${xy[2 * at + 1]!.toFixed(1)}`;
  }
  return path;
}

/**
 * Returns the nearest point of a line within `withinMm`. If there is none, returns the click, rounded to tenths of a
 * millimetre.
 */
function nearest({ xy }: Lines, click: Place, withinMm: number): Place {
  let [best, bestMm] = [click, withinMm];
  for (let at = 0; at < xy.length; at += 2) {
    const mm = Math.hypot(xy[at]! - click.xMm, xy[at + 1]! - click.yMm);
    if (mm < bestMm) [best, bestMm] = [{ xMm: xy[at]!, yMm: xy[at + 1]! }, mm];
  }
  const digits = best === click ? 10 : 1000;
  const rounded = (mm: number) => Math.round(mm * digits) / digits;
  return { xMm: rounded(best.xMm), yMm: rounded(best.yMm) };
}
