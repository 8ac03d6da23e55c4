import { decimal, number } from '../../../texts/format.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Button } from '../../../ui/index.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { PlanReport } from '../../state/drawing/worker/messages.ts';
import { isUnidentified } from '../../state/store.ts';
import { describeTime } from './describe-time.ts';
import { cutOffCount } from './losses.tsx';

const texts = placeDrawingTexts;

/** The time and figures of the plan, updated while it improves. */
export function PlanFigures({ session, plan }: { session: DrawingSession; plan: PlanReport }) {
  const { before, now } = plan;
  const isPlanning = session.isPlanning.value;
  const { takes, saving } = describeTime(before.timeMs, now.timeMs);
  return (
    <div class={`drawing-group stack gap-3 ${isPlanning ? 'drawing-thinking' : ''}`}>
      <div class="drawing-time">
        <strong>{takes}</strong>
        <Curve values={session.timeHistory.value} />
        <p class="soft small">{saving}</p>
      </div>
      <dl class="stack gap-3">
        <Figure name={texts.travel} before={before.travelMm} now={now.travelMm} words={metres} />
        <Figure name={texts.lifts} before={before.lifts} now={now.lifts} words={number} />
      </dl>
      <div class="drawing-verdict row">
        <p class="soft small" role="status">
          {isPlanning ? texts.improving : session.isPlanned.value && describePlan(plan)}
        </p>
        {isPlanning && (
          <Button kind="quiet" onClick={() => session.finishPlanning()}>
            {texts.finish}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A drawing is ready only for a known plotter. */
function describePlan({ now, pens, warnings }: PlanReport): string {
  const cutOff = cutOffCount(warnings);
  return [
    texts.planned(pens, metres(now.drawMm)),
    ...(isUnidentified.value ? [] : [texts.ready]),
    ...(cutOff === 0 ? [] : [texts.linesCutOff(cutOff)]),
  ].join(' ');
}

interface FigureProps {
  name: string;
  before: number;
  now: number;
  words: (value: number) => string;
}

function Figure({ name, before, now, words }: FigureProps) {
  const part = before === 0 ? 1 : Math.min(1, now / before);
  return (
    <div class="drawing-figure" style={{ '--part': `${(part * 100).toFixed(1)}%` }}>
      <dt>{name}</dt>
      <dd>
        {words(before) !== words(now) && <span class="soft small">{texts.was(words(before))}</span>}{' '}
        <strong>{words(now)}</strong>
      </dd>
    </div>
  );
}

const metres = (mm: number) => (mm < 1000 ? `${Math.round(mm)} mm` : `${decimal(mm / 1000, 1)} m`);

const sizePx = { width: 88, height: 28 };
const edgePx = 3;
/** Fewer values make no curve. */
const minValues = 4;

/** A small curve that falls as the plan improves. */
function Curve({ values }: { values: readonly number[] }) {
  if (values.length < minValues) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, at) => {
    const x = edgePx + (at / (values.length - 1)) * (sizePx.width - 2 * edgePx);
    const part = high === low ? 0 : (value - low) / (high - low);
    return { x, y: sizePx.height - edgePx - part * (sizePx.height - 2 * edgePx) };
  });
  const { x, y } = points.at(-1)!;
  return (
    <svg
      class="drawing-curve rigid"
      viewBox={`0 0 ${sizePx.width} ${sizePx.height}`}
      {...sizePx}
      role="img"
      aria-label={texts.curve}
    >
      <polyline points={points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ')} />
      <circle cx={x} cy={y} r={2.5} />
    </svg>
  );
}
