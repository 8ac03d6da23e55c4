import { type Signal, useSignal } from '@preact/signals';
import { stationTexts } from '../../texts/station.ts';
import { ChoiceField, SearchField } from '../../ui/index.ts';
import { finder, searchable } from '../../ui/search.ts';
import { titleOf, titleOfName } from '../state/metadata.ts';
import { files } from '../state/store.ts';
import './file-choice.css';

interface FileChoiceProps {
  label: string;
  none: string;
  isOffered: (filename: string) => boolean;
  chosen: Signal<string | null>;
  hint: string;
  noneOffered: string;
}

/** Files beyond this number are found by a search. */
const maxOffered = 100;

export function FileChoice({ label, none, isOffered, chosen, hint, noneOffered }: FileChoiceProps) {
  const words = useSignal('');
  const { fileChoice: texts } = stationTexts;
  const all = [...(files.value?.values() ?? [])].filter(({ filename }) => isOffered(filename)).reverse();
  const isFound = finder(words.value);
  const found = all.filter((file) => isFound(searchable(`${file.filename} ${titleOf(file)}`)));
  const offered = found.slice(0, maxOffered).map(({ filename }) => filename);
  const now = chosen.value;
  // The chosen file stays visible during a search.
  if (now !== null && !offered.includes(now)) offered.unshift(now);
  const titles = offered.map(titleOfName);
  const isUnique = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title);
  const choices = offered.map((filename, at) => {
    const title = titles[at] ?? filename;
    return [filename, isUnique(title) ? title : `${title} (${filename})`] as const;
  });
  return (
    <div class="file-choice stack gap-1">
      <ChoiceField
        label={label}
        hint={all.length === 0 ? noneOffered : hint}
        value={now ?? ''}
        options={[['', none], ...choices]}
        onChange={(filename) => {
          chosen.value = filename || null;
        }}
      />
      {all.length > maxOffered && (
        <SearchField
          label={stationTexts.files.searchPlaceholder}
          words={words}
          hint={texts.found(found.length, Math.min(found.length, maxOffered))}
        />
      )}
    </div>
  );
}
