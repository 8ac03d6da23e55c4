import { decimal, number } from '../../../texts/format.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button } from '../../../ui/index.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { PlanReport } from '../../state/drawing/worker/messages.ts';
import { isUnidentified } from '../../state/store.ts';
import { describeTime } from './describe-time.ts';
import { cutOffCount } from './losses.tsx';

const texts = placeDrawingTexts;

interface PlanSummaryProps {
  session: DrawingSession;
  plan: PlanReport;
}

export function PlanSummary({ session, plan }: PlanSummaryProps) {
  const isPlanning = session.isPlanning.value;
  const figures = session.playback.rest.value ?? { ...plan.now, pens: plan.pens };
  return (
    <div class={`drawing-summary ${isPlanning ? 'drawing-thinking' : ''}`}>
      <strong>{describeTime(plan.before.timeMs, figures.timeMs).takes}</strong>
      <Curve values={session.timeHistory.value} />
      <p class="soft small" role="status">
        {describePlan(
          figures,
          plan,
          isPlanning ? texts.improving : session.isPlanned.value ? readyWords() : '',
        )}
      </p>
      {isPlanning && (
        <Button kind="quiet" onClick={() => session.finishPlanning()}>
          {texts.finish}
        </Button>
      )}
    </div>
  );
}

/** Shows the figures of the plan beside those of the order in the file. */
export function PlanComparison({ plan: { before, now } }: { plan: PlanReport }) {
  return (
    <div class="stack">
      <p class="soft small">{describeTime(before.timeMs, now.timeMs).saving}</p>
      <dl class="drawing-comparison">
        <Figure name={plotterTexts.bed.travel} before={before.travelMm} now={now.travelMm} words={metres} />
        <Figure name={texts.lifts} before={before.lifts} now={now.lifts} words={number} />
      </dl>
    </div>
  );
}

/** A drawing is ready only if the plotter is known. */
const readyWords = () => (isUnidentified.value ? '' : texts.ready);

type Figures = Pick<PlanReport['now'], 'lifts' | 'drawMm'> & { pens: number };

function describePlan({ lifts, drawMm, pens }: Figures, { warnings }: PlanReport, state: string): string {
  const cutOff = cutOffCount(warnings);
  const words = [texts.planned(lifts, metres(drawMm), pens), state];
  if (cutOff > 0) words.push(texts.linesCutOff(cutOff));
  return words.filter(Boolean).join(' ');
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
const minValues = 4;

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
