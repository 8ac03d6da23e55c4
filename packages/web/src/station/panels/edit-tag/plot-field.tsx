import { type Signal, useSignal } from '@preact/signals';
import type { TagPlot } from '@stationery/client/tags';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';

const asPlotter = '';
const papers = ['a6', 'a5', 'a4', 'a3', 'letter'];
const pauses = [0, 10, 60, 300, 3600];
const pens = ['layers', 'colours', 'palette', 'one'] as const;

export function PlotField({ plot }: { plot: Signal<TagPlot> }) {
  const isOpen = useSignal(Object.keys(plot.value).length > 0).value;
  const { paper, pause } = plot.value;
  const texts = editTagTexts;
  const choice = <K extends keyof TagPlot>(
    member: K,
    label: string,
    defaultLabel: string,
    words: readonly (readonly [NonNullable<TagPlot[K]>, string])[],
  ) => (
    <ChoiceField<string>
      label={label}
      value={String(plot.value[member] ?? asPlotter)}
      options={{ [asPlotter]: defaultLabel, ...Object.fromEntries(words) }}
      onChange={(value) => {
        const { [member]: _, ...others } = plot.value;
        const chosen = words.find(([each]) => String(each) === value)?.[0];
        plot.value = chosen === undefined ? others : { ...others, [member]: chosen };
      }}
    />
  );
  return (
    <details class="edit-tag-playback" open={isOpen}>
      <summary>{texts.plot}</summary>
      <div class="edit-tag-choices">
        {choice(
          'paper',
          texts.paper,
          texts.asDrawing,
          withOwn(papers, paper).map((each) => [each, each.toUpperCase()]),
        )}
        {choice(
          'pens',
          texts.pens,
          texts.asPlotter,
          pens.map((each) => [each, texts.penChoices[each]]),
        )}
        {choice(
          'pause',
          texts.pause,
          texts.seconds60,
          withOwn(pauses, pause).map((each) => [each, texts.inSeconds(each)]),
        )}
      </div>
    </details>
  );
}

const withOwn = <T,>(list: readonly T[], own: T | undefined): T[] => [
  ...new Set(own === undefined ? list : [...list, own]),
];
