import { plotterTexts } from '../../../texts/plotter.ts';
import { Button } from '../../../ui/index.ts';
import { course, enough, isPlanned, isThinking } from '../../state/drawing/session.ts';
import type { Thought } from '../../state/drawing/worker/messages.ts';
import { Curve } from './curve.tsx';
import { timeWords } from './describe-time.ts';

const texts = plotterTexts.drawing;

/** What planning brought, in a sentence and in figures that get better while somebody looks. */
export function Figures({ thought }: { thought: Thought }) {
  const { before, now, pens } = thought;
  const thinking = isThinking.value;
  const { takes, saving } = timeWords(before.timeMs, now.timeMs);
  return (
    <div class={`drawing-group ${thinking ? 'drawing-thinking' : ''}`}>
      <div class="drawing-time">
        <strong>{takes}</strong>
        <Curve values={course.value} />
        <p class="soft small">{saving}</p>
      </div>
      <dl class="drawing-figures">
        <Figure name={texts.travel} before={before.travelMm} now={now.travelMm} words={metres} />
        <Figure name={texts.lifts} before={before.lifts} now={now.lifts} words={count} />
      </dl>
      <div class="drawing-verdict">
        <p class="soft small" role="status">
          {thinking ? texts.thinking : isPlanned.value && texts.thought(pens, metres(now.drawMm))}
        </p>
        {thinking && (
          <Button kind="quiet" onClick={enough}>
            {texts.enough}
          </Button>
        )}
      </div>
    </div>
  );
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

const metres = (mm: number) => (mm < 1000 ? `${Math.round(mm)} mm` : `${(mm / 1000).toFixed(1)} m`);
const count = (value: number) => value.toLocaleString('en');
