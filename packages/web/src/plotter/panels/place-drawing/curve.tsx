import { plotterTexts } from '../../../texts/plotter.ts';

const sizePx = { width: 88, height: 28 };
const edgePx = 3;
/** Fewer are no curve. */
const leastValues = 4;

/** A small curve that goes down as the plan gets better. */
export function Curve({ values }: { values: readonly number[] }) {
  if (values.length < leastValues) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, at) => {
    const x = edgePx + (at / (values.length - 1)) * (sizePx.width - 2 * edgePx);
    const part = high === low ? 0 : (value - low) / (high - low);
    return { x, y: sizePx.height - edgePx - part * (sizePx.height - 2 * edgePx) };
  });
  const { x, y } = points.at(-1)!;
  return (
    <svg
      class="drawing-curve"
      viewBox={`0 0 ${sizePx.width} ${sizePx.height}`}
      {...sizePx}
      role="img"
      aria-label={plotterTexts.drawing.curve}
    >
      <polyline points={points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ')} />
      <circle cx={x} cy={y} r={2.5} />
    </svg>
  );
}
