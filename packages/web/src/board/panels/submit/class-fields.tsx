import type { Signal } from '@preact/signals';
import { boardTexts } from '../../../texts/board.ts';
import { ChoiceField } from '../../../ui/index.ts';
import { nameOf } from '../../state/device-order.ts';
import { fitting, type JobClass, known, plotters } from '../../state/job-class.ts';
import './class-fields.css';

const texts = boardTexts.submit;

export function ClassFields({ wanted }: { wanted: Signal<JobClass> }) {
  const { papers, pens, tags } = known.value;
  const now = wanted.value;
  const set = (change: JobClass) => {
    wanted.value = { ...wanted.value, ...change };
  };
  const fits = fitting(now);
  const free = fits.filter(({ isOnline, state }) => isOnline && state.plotter?.isFree).length;
  const named = Object.fromEntries(plotters.value.map((plotter) => [plotter.id, nameOf(plotter)]));
  const sheets = now.paper && !papers.includes(now.paper) ? [...papers, now.paper] : papers;
  return (
    <>
      <ChoiceField
        label={texts.plotter}
        value={now.device ?? ''}
        options={{ '': texts.anyPlotter, ...named }}
        onChange={(device) => set({ device: device || undefined })}
      />
      {sheets.length > 0 && (
        <ChoiceField
          label={texts.paper}
          value={now.paper ?? ''}
          options={{
            '': texts.anyPaper,
            ...Object.fromEntries(sheets.map((each) => [each, each.toUpperCase()])),
          }}
          onChange={(paper) => set({ paper: paper || undefined })}
        />
      )}
      <Several
        title={texts.tags}
        all={tags}
        chosen={now.tags ?? []}
        onChange={(chosen) => set({ tags: chosen })}
      />
      <Several
        title={texts.pens}
        all={pens}
        chosen={now.pens ?? []}
        onChange={(chosen) => set({ pens: chosen })}
      />
      <p class={fits.length === 0 ? 'danger' : 'soft'} role="status">
        {texts.fits(fits.length, free)}
      </p>
    </>
  );
}

interface SeveralProps {
  title: string;
  all: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Several({ title, all, chosen, onChange }: SeveralProps) {
  // Includes requirements of the job that no plotter meets.
  const offered = [...new Set([...all, ...chosen])];
  if (offered.length === 0) return null;
  return (
    <fieldset class="class-several wrap">
      <legend class="field-label">{title}</legend>
      {offered.map((each) => (
        <label key={each} class="class-choice row">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...chosen, each] : chosen.filter((other) => other !== each),
              )
            }
          />
          <span>{each}</span>
        </label>
      ))}
    </fieldset>
  );
}
