import { plotterTexts } from '../../texts/plotter.ts';
import { Button, formatDuration } from '../../ui/index.ts';
import type { Thought } from './messages.ts';
import { enough, isPlanned, isThinking } from './session.ts';

const texts = plotterTexts.drawing;

/** Before and after, getting better while somebody looks. */
export function Figures({ thought }: { thought: Thought }) {
  const { before, now, pens } = thought;
  const thinking = isThinking.value;
  return (
    <div class="drawing-group">
      <dl class={`drawing-figures ${thinking ? 'drawing-thinking' : ''}`}>
        <Figure name={texts.time} before={minutes(before.timeMs)} now={minutes(now.timeMs)} />
        <Figure name={texts.travel} before={metres(before.travelMm)} now={metres(now.travelMm)} />
        <Figure name={texts.lifts} before={count(before.lifts)} now={count(now.lifts)} />
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

function Figure({ name, before, now }: { name: string; before: string; now: string }) {
  return (
    <div class="drawing-figure">
      <dt>{name}</dt>
      <dd>
        <span class="soft">{before}</span> <span aria-hidden="true">→</span>
        <span class="unseen">{texts.becomes}</span> <strong>{now}</strong>
      </dd>
    </div>
  );
}

const minutes = (ms: number) => formatDuration(ms / 1000);
const metres = (mm: number) => (mm < 1000 ? `${Math.round(mm)} mm` : `${(mm / 1000).toFixed(1)} m`);
const count = (value: number) => value.toLocaleString('en');
