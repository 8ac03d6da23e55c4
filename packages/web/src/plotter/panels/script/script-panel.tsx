import { useId } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Bar, Button, formatBytes, formatPercent, Panel } from '../../../ui/index.ts';
import { OpenButton } from '../../components/open-button.tsx';
import { PlotButton } from '../../components/plot-button.tsx';
import { SheetChoice } from '../../components/sheet-choice.tsx';
import { plotDraft, scriptSent } from '../../state/plot/plot-script.ts';
import { check, draft, draftFromText, removeDraft } from '../../state/script/script-draft.ts';
import { Report } from './report.tsx';
import './script.css';

const texts = plotterTexts.script;

export function ScriptPanel() {
  const id = useId();
  const now = draft.value;
  const isEditable = now === undefined || now.text !== undefined;
  return (
    <Panel title={texts.title} class="script">
      {now !== undefined && (
        <p class="script-name">
          <strong>{now.name}</strong> <span class="soft small">{formatBytes(now.blob.size)}</span>
        </p>
      )}
      {isEditable ? (
        <div class="field">
          <label for={id} class="field-label">
            {texts.label}
          </label>
          <textarea
            id={id}
            class="field-input script-text"
            rows={now === undefined ? 5 : 8}
            spellcheck={false}
            autocomplete="off"
            placeholder={texts.placeholder}
            value={now?.text ?? ''}
            onInput={(event) => draftFromText(event.currentTarget.value)}
          />
        </div>
      ) : (
        <p class="soft">{texts.large}</p>
      )}
      {now === undefined ? (
        <div class="script-actions wrap">
          <OpenButton>{texts.choose}</OpenButton>
          <p class="soft small">{texts.hint}</p>
        </div>
      ) : (
        <Verdict />
      )}
    </Panel>
  );
}

function Verdict() {
  const found = check.value;
  const isGood = found.state === 'checked' && found.report.ok;
  const canPlot = found.state === 'checked' && found.report.total > 0;
  const part = scriptSent.value;
  return (
    <>
      <Report check={found} />
      {part !== undefined && <Bar label={texts.sending} part={part} valueText={formatPercent(part)} />}
      {canPlot && <SheetChoice />}
      <div class="script-actions wrap">
        <PlotButton
          kind={isGood ? 'primary' : 'plain'}
          isDoubtful={canPlot && !isGood}
          disabled={!canPlot}
          onClick={() => void plotDraft()}
        />
        <Button kind="quiet" onClick={removeDraft}>
          {texts.remove}
        </Button>
      </div>
    </>
  );
}
