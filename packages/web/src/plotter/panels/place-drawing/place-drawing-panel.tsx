import { isWhite, type Note } from '@stationery/drawing';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Bar, Button, formatPercent, Icon, Panel } from '../../../ui/index.ts';
import { SheetChoice } from '../../components/sheet-choice.tsx';
import { putAwayDrawing } from '../../state/drawing/last-drawing.ts';
import { isBusy } from '../../state/run-action.ts';

import './place-drawing-panel.css';
import { giveUpNext, next, placed } from '../../state/drawing/placed-drawing.ts';
import { isPlanned, reading, settings, thought } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';
import type { Sketch } from '../../state/drawing/sketch.ts';
import { plotDrawing, sent } from '../../state/plot/plot-drawing.ts';
import { LayerList } from './layer-list.tsx';
import { isLoss, Losses } from './losses.tsx';
import { PaperFields } from './paper-fields.tsx';
import { PlacementFields } from './placement-fields.tsx';
import { Figures } from './plan-figures.tsx';

const texts = plotterTexts.drawing;

/** A drawing before it is plotted: where it lies, what of it is drawn, how long it takes. */
export function DrawingPanel() {
  const now = reading.value;
  return (
    <Panel title={texts.title} class="drawing" aside={placed.value?.name}>
      {next.value && <Waiting words={texts.readingNext(next.value.name)} leave={giveUpNext} />}
      {now.state === 'reading' && <Waiting words={texts.reading} />}
      {now.state === 'failed' && (
        <>
          <p class="drawing-bad" role="alert">
            <Icon name="alert" />
            {now.why}
          </p>
          <div class="drawing-buttons">
            <Button onClick={putAwayDrawing}>{texts.discard}</Button>
          </div>
        </>
      )}
      {now.state === 'read' && <Read sketch={now.sketch} />}
    </Panel>
  );
}

function Waiting({ words, leave = putAwayDrawing }: { words: string; leave?: () => void }) {
  return (
    <>
      <p class="soft" role="status">
        {words}
      </p>
      <Bar label={words} part={undefined} valueText={words} />
      <div class="drawing-buttons">
        <Button onClick={leave}>{texts.cancel}</Button>
      </div>
    </>
  );
}

function Read({ sketch }: { sketch: Sketch }) {
  const wanted = settings.value;
  if (wanted === undefined) return <Waiting words={texts.reading} />;
  return (
    <>
      <Verdict sketch={sketch} settings={wanted} />
      <Notes notes={[...(thought.value?.warnings.filter((note) => !isLoss(note)) ?? []), ...sketch.notes]} />
      <PaperFields settings={wanted} />
      <PlacementFields settings={wanted} />
      <LayerList sketch={sketch} settings={wanted} />
    </>
  );
}

/** How long it takes, and the one thing to do then. First, so that it is seen beside the bed. */
function Verdict({ sketch, settings }: { sketch: Sketch; settings: Settings }) {
  const now = thought.value;
  if (now === undefined) return <Waiting words={texts.planning} />;
  const isEmpty = isPlanned.value && now.pens === 0;
  const part = sent.value;
  return (
    <>
      {isEmpty ? (
        <p class="drawing-bad">{settings.layers.some(({ isOn }) => isOn) ? texts.outside : texts.noLayer}</p>
      ) : (
        <>
          <Figures thought={now} />
          <Losses warnings={now.warnings} settings={settings} />
          <WhiteLeftOut sketch={sketch} settings={settings} />
        </>
      )}
      {part !== undefined && <Bar label={texts.sending} part={part} valueText={formatPercent(part)} />}
      {!isEmpty && <SheetChoice />}
      <div class="drawing-buttons">
        <Button
          kind="primary"
          icon="pen"
          busy={isBusy('plot')}
          disabled={!isPlanned.value || isEmpty}
          onClick={() => void plotDrawing()}
        >
          {texts.plot}
        </Button>
        <Button kind="quiet" onClick={putAwayDrawing}>
          {texts.discard}
        </Button>
      </div>
    </>
  );
}

/** White is left out at first, and whoever has a white pen is told how to have it. */
function WhiteLeftOut({ sketch, settings }: { sketch: Sketch; settings: Settings }) {
  const names = settings.layers
    .filter(({ index, isOn }) => !isOn && isWhite(sketch.layers[index]!.colour))
    .map(({ index }) => sketch.layers[index]!.name);
  return names.length === 0 ? null : <p class="soft small">{texts.whiteLeftOut(names)}</p>;
}

function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <details class="drawing-notes">
      <summary>{texts.notes(notes.length)}</summary>
      <ul>
        {notes.map(({ text, count }) => (
          <li key={text}>
            {text.replace(/\.$/, '')} <span class="soft">{texts.times(count)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
