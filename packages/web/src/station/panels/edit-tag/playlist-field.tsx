import { type Signal, useSignal } from '@preact/signals';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { bound, Checkbox, Icon, IconButton, SearchField } from '../../../ui/index.ts';
import { matches } from '../../../ui/search.ts';
import { minutes } from '../../components/use-position.ts';
import { durationOf, idOfName, titleOf, titleOfName } from '../../state/metadata.ts';
import { files as cardFiles, fileNamed } from '../../state/store.ts';

interface PlaylistFieldProps {
  files: Signal<readonly string[]>;
  shuffled: Signal<boolean>;
}

const maxFiles = 1_000;
const offered = 30;

/** The files of a tag, ordered by dragging or with the arrow buttons of a row. */
export function PlaylistField({ files, shuffled }: PlaylistFieldProps) {
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
    <div class="playlist">
      <p class="field-label" id="playlist-label">
        {editTagTexts.files(files.value.length)}
        <Duration of={files.value} />
      </p>
      {files.value.length === 0 && <p class="soft small">{editTagTexts.noFiles}</p>}
      <ol class="playlist-files" aria-labelledby="playlist-label">
        {files.value.map((name, at) => (
          <li
            key={name}
            class={dragged.value === at ? 'playlist-dragged' : ''}
            draggable
            onDragStart={(event) => {
              // Firefox drags nothing without data.
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
      {files.value.length > 1 && <Checkbox label={editTagTexts.shuffled} {...bound(shuffled)} />}
      {files.value.length < maxFiles && <AddFile files={files} />}
    </div>
  );
}

function Duration({ of: names }: { of: readonly string[] }) {
  const seconds = durationOf(names.map(idOfName));
  return seconds > 0 && <span class="soft small"> {minutes(seconds)}</span>;
}

function AddFile({ files }: { files: Signal<readonly string[]> }) {
  const words = useSignal('');
  const taken = new Set(files.value);
  const all = [...(cardFiles.value?.values() ?? [])].reverse();
  const found = all.filter(
    (file) => !taken.has(file.filename) && matches(`${file.filename} ${titleOf(file)}`, words.value),
  );
  return (
    <div>
      <SearchField
        label={editTagTexts.addFile}
        placeholder={editTagTexts.addPlaceholder}
        words={words}
        labelSeen
      />
      <ul class="playlist-offers wrap" aria-label={editTagTexts.addFile}>
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
