import { plotterTexts } from '../../../texts/plotter.ts';
import { formatBytes } from '../../../ui/format.ts';
import { LazyDialog, Panel, TextArea } from '../../../ui/index.ts';
import { OpenButton } from '../../components/open-button.tsx';
import { draft, draftFromText } from '../../state/script/script-draft.ts';
import './script.css';

const texts = plotterTexts.script;

/** Loaded when the first script is opened. If loading fails, the script stays open. */
const loadVerdict = async () => (await import('./verdict.tsx')).Verdict;

export function ScriptPanel() {
  const now = draft.value;
  const isEditable = now === undefined || now.text !== undefined;
  return (
    <Panel title={texts.title} class="script">
      {now !== undefined && (
        <p>
          <strong>{now.name}</strong> <span class="soft small">{formatBytes(now.blob.size)}</span>
        </p>
      )}
      {isEditable ? (
        <TextArea
          label={texts.label}
          class="script-text"
          rows={now === undefined ? 5 : 8}
          spellcheck={false}
          autocomplete="off"
          placeholder={texts.placeholder}
          value={now?.text ?? ''}
          onChange={draftFromText}
        />
      ) : (
        <p class="soft">{texts.large}</p>
      )}
      {now === undefined ? (
        <div class="row wrap">
          <OpenButton>{texts.choose}</OpenButton>
          <p class="soft small">{texts.hint}</p>
        </div>
      ) : (
        <LazyDialog state={draft} load={loadVerdict} />
      )}
    </Panel>
  );
}
