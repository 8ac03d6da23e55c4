import { useId } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Segmented } from '../../../ui/index.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import { papers, type Settings } from '../../state/drawing/settings.ts';
import { machine } from '../../state/store.ts';
import { NumberField } from './number-field.tsx';

const texts = plotterTexts.drawing;

interface PaperFieldsProps {
  session: DrawingSession;
  settings: Settings;
}

/** The size of the sheet, and where it is on the bed. */
export function PaperFields({ session, settings }: PaperFieldsProps) {
  const { paper, orientation, marginMm, paperAt } = settings;
  const placement = session.placement.value;
  const why = placement !== undefined && 'why' in placement ? placement.why : undefined;
  return (
    <div class="drawing-group">
      <div class="drawing-fields drawing-sheet">
        <PaperField session={session} paper={paper} />
        <NumberField
          label={texts.margin}
          value={marginMm}
          min={0}
          max={1000}
          step={1}
          error={why}
          onChange={(value) => session.change({ marginMm: value })}
        />
        {papers.includes(paper) && (
          <Segmented
            label={texts.orientation}
            options={[
              { value: 'portrait', label: texts.portrait },
              { value: 'landscape', label: texts.landscape },
            ]}
            value={orientation}
            onChange={(value) => session.change({ orientation: value })}
          />
        )}
      </div>
      {paper !== 'machine' && (
        <div class="drawing-fields">
          <NumberField
            label={texts.paperX}
            value={paperAt.xMm}
            step={1}
            onChange={(xMm) => session.change({ paperAt: { ...paperAt, xMm } })}
          />
          <NumberField
            label={texts.paperY}
            value={paperAt.yMm}
            step={1}
            onChange={(yMm) => session.change({ paperAt: { ...paperAt, yMm } })}
          />
          <p class="soft small drawing-wide">{texts.paperHint}</p>
        </div>
      )}
    </div>
  );
}

function PaperField({ session, paper }: { session: DrawingSession; paper: Settings['paper'] }) {
  const id = useId();
  const size = machine.value?.size;
  return (
    <div class="field">
      <label for={id} class="field-label">
        {texts.paper}
      </label>
      <select
        id={id}
        class="field-input"
        value={paper}
        onChange={(event) => session.change({ paper: event.currentTarget.value })}
      >
        {size && <option value="machine">{texts.paperMachine(size.widthMm, size.heightMm)}</option>}
        <option value="page">{texts.paperPage}</option>
        {papers.map((name) => (
          <option key={name} value={name}>
            {texts.papers[name] ?? name}
          </option>
        ))}
      </select>
    </div>
  );
}
