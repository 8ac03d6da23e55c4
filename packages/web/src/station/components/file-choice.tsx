import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { stationTexts } from '../../texts/station.ts';
import { SearchField } from '../../ui/index.ts';
import { matches } from '../../ui/search.ts';
import { titleOf, titleOfName } from '../state/metadata.ts';
import { files } from '../state/store.ts';
import './file-choice.css';

interface FileChoiceProps {
  label: string;
  /** Label for choosing no file. */
  none: string;
  isOffered: (filename: string) => boolean;
  /** The name of the file. */
  chosen: Signal<string | null>;
  hint: string;
  /** Advice if the card has no such file. */
  noneOffered: string;
}

/** More files require a search. */
const maxOffered = 100;

/** Chooses one file of the card, or none. */
export function FileChoice({ label, none, isOffered, chosen, hint, noneOffered }: FileChoiceProps) {
  const id = useId();
  const words = useSignal('');
  const { fileChoice: texts } = stationTexts;
  const all = [...(files.value?.values() ?? [])].filter(({ filename }) => isOffered(filename)).reverse();
  const found = all.filter((file) => matches(`${file.filename} ${titleOf(file)}`, words.value));
  const offered = found.slice(0, maxOffered).map(({ filename }) => filename);
  const now = chosen.value;
  // The chosen file stays visible during a search.
  if (now !== null && !offered.includes(now)) offered.unshift(now);
  return (
    <div class="file-choice">
      <label for={id} class="field-label">
        {label}
      </label>
      <select
        id={id}
        class="field-input"
        aria-describedby={`${id}-hint`}
        value={now ?? ''}
        onChange={(event) => {
          chosen.value = event.currentTarget.value || null;
        }}
      >
        <option value="">{none}</option>
        {offered.map((filename) => (
          <option key={filename} value={filename}>
            {titleOfName(filename)}
          </option>
        ))}
      </select>
      {all.length > maxOffered && (
        <SearchField
          label={texts.search}
          words={words}
          hint={texts.found(found.length, Math.min(found.length, maxOffered))}
        />
      )}
      <p id={`${id}-hint`} class="field-note small soft">
        {all.length === 0 ? noneOffered : hint}
      </p>
    </div>
  );
}
