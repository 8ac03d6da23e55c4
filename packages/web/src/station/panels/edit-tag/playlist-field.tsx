import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { stationTexts } from '../../../texts/station.ts';
import { formatMinutes } from '../../../ui/format.ts';
import { Icon, IconButton, SearchField } from '../../../ui/index.ts';
import { finder, searchable } from '../../../ui/search.ts';
import { durationOf, idOfName, titleOf, titleOfName } from '../../state/metadata.ts';
import { files as cardFiles, fileNamed } from '../../state/store.ts';

interface PlaylistFieldProps {
  files: Signal<readonly string[]>;
  label: string;
  empty: string;
  addLabel: string;
  isOffered: (filename: string) => boolean;
  max: number;
}

const offered = 30;

export function PlaylistField({ files, label, empty, addLabel, isOffered, max }: PlaylistFieldProps) {
  const labelId = useId();
  const dragged = useSignal<number | undefined>(undefined);
  const said = useSignal('');
  const move = (from: number, to: number) => {
    const moved = [...files.value];
    const [name] = moved.splice(from, 1);
    if (name === undefined || to < 0 || to > moved.length) return;
    moved.splice(to, 0, name);
    files.value = moved;
    said.value = editTagTexts.moved(titleOfName(name), to + 1);
  };
  return (
    <div class="stack">
      <p class="field-label" id={labelId}>
        {label}
        <Duration of={files.value} />
      </p>
      {files.value.length === 0 && <p class="soft small">{empty}</p>}
      <ol class="playlist-files" aria-labelledby={labelId}>
        {files.value.map((name, at) => (
          <li
            key={name}
            class={dragged.value === at ? 'playlist-dragged' : ''}
            draggable
            onDragStart={(event) => {
              // Firefox does not start a drag without data.
              event.dataTransfer?.setData('text/plain', name);
              dragged.value = at;
            }}
            onDragEnd={() => {
              dragged.value = undefined;
            }}
            onDragOver={(event) => {
              const from = dragged.value;
              if (from === undefined) return;
              event.preventDefault();
              if (from === at) return;
              move(from, at);
              dragged.value = at;
            }}
            onDrop={(event) => event.preventDefault()}
          >
            <span class="playlist-number rigid soft">{at + 1}</span>
            <span class="playlist-name grow small bold">
              {titleOfName(name)}
              <Duration of={[name]} />
              {fileNamed(name) === undefined && <span class="playlist-missing">{editTagTexts.missing}</span>}
            </span>
            <IconButton
              icon="up"
              label={editTagTexts.up(titleOfName(name))}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <IconButton
              icon="down"
              label={editTagTexts.down(titleOfName(name))}
              disabled={at === files.value.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <IconButton
              icon="cross"
              label={editTagTexts.remove(titleOfName(name))}
              onClick={() => {
                files.value = files.value.filter((_, other) => other !== at);
              }}
            />
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {said.value}
      </p>
      {files.value.length < max && <AddFile files={files} label={addLabel} isOffered={isOffered} />}
    </div>
  );
}

function Duration({ of: names }: { of: readonly string[] }) {
  const seconds = durationOf(names.map(idOfName));
  return seconds > 0 && <span class="soft small"> {formatMinutes(seconds)}</span>;
}

function AddFile({ files, label, isOffered }: Pick<PlaylistFieldProps, 'files' | 'label' | 'isOffered'>) {
  const words = useSignal('');
  const taken = new Set(files.value);
  const isFound = finder(words.value);
  const all = [...(cardFiles.value?.values() ?? [])].reverse();
  const found = all.filter(
    (file) =>
      !taken.has(file.filename) &&
      isOffered(file.filename) &&
      isFound(searchable(`${file.filename} ${titleOf(file)}`)),
  );
  return (
    <div>
      <SearchField label={label} placeholder={stationTexts.files.searchPlaceholder} words={words} labelSeen />
      <ul class="playlist-offers wrap" aria-label={label}>
        {found.slice(0, offered).map((file) => (
          <li key={file.id}>
            <button
              type="button"
              class="playlist-offer"
              onClick={() => {
                files.value = [...files.value, file.filename];
              }}
            >
              <Icon name="plus" size={16} />
              <span>{titleOf(file)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > offered && <p class="soft small">{editTagTexts.more(found.length - offered)}</p>}
    </div>
  );
}
