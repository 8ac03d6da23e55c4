import type { Signal } from '@preact/signals';
import type { TagPlot } from '@stationery/client/tags';
import { editTagTexts as texts } from '../../../texts/edit-tag.ts';
import { pairsOf } from '../../../ui/options.ts';
import { OwnSettings, withOwn } from './own-settings.tsx';

const offeredPapers = ['a6', 'a5', 'a4', 'a3', 'letter'];
const offeredPauses = [0, 10, 60, 300, 3600];

export function PlotField({ plot }: { plot: Signal<TagPlot> }) {
  const papers = withOwn(offeredPapers, plot.value.paper);
  const pauses = withOwn(offeredPauses, plot.value.pause).sort((one, other) => one - other);
  return (
    <OwnSettings title={texts.plot} settings={plot}>
      {(choice) => (
        <>
          {choice(
            'paper',
            texts.paper,
            texts.asDrawing,
            papers.map((paper) => [paper, paper.toUpperCase()]),
          )}
          {choice('pens', texts.pens, texts.asPlotter, pairsOf(texts.penChoices))}
          {choice(
            'pause',
            texts.pause,
            texts.seconds60,
            pauses.map((seconds) => [seconds, texts.inSeconds(seconds)]),
          )}
        </>
      )}
    </OwnSettings>
  );
}
