import { useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import type { TagMeaning } from '@stationery/client/tags';
import { useId } from 'preact/hooks';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { stationTexts } from '../../../texts/station.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { bound, Field, Segmented } from '../../../ui/index.ts';
import { editTagDialog } from '../../state/dialogs.ts';
import { details } from '../../state/store.ts';
import { changeTag, labelOf, nameOf } from '../../state/tag-details.ts';
import { ColourField } from './colour-field.tsx';
import './edit-tag-dialog.css';
import { PictureField } from './picture-field.tsx';
import { PlaylistField } from './playlist-field.tsx';

type Kind = 'playlist' | 'action' | 'link' | 'none';
type ActionName = Extract<TagMeaning, { kind: 'action' }>['action'];

const maxNameLength = 100;
const maxNoteLength = 2_000;

export function EditTagDialog() {
  const tag = editTagDialog.value;
  return tag === undefined ? null : <EditTag key={tag.id} tag={tag} />;
}

function EditTag({ tag }: { tag: Tag }) {
  const known = details.value.get(tag.id);
  const meaning = known?.meaning ?? null;
  const name = useSignal(nameOf(tag) ?? '');
  const colour = useSignal(known?.colour ?? null);
  const picture = useSignal(known?.picture ?? null);
  const note = useSignal(known?.note ?? '');
  const kind = useSignal<Kind>(meaning?.kind ?? 'none');
  const files = useSignal<readonly string[]>(
    meaning?.kind === 'playlist' ? meaning.files : tag.filename === null ? [] : [tag.filename],
  );
  const shuffled = useSignal(meaning?.kind === 'playlist' && meaning.shuffled);
  const action = useSignal<ActionName>(meaning?.kind === 'action' ? meaning.action : 'next');
  const minutes = useSignal(meaning?.kind === 'action' ? (meaning.minutes ?? 30) : 30);
  const url = useSignal(meaning?.kind === 'link' ? meaning.url : 'https://');
  const noteId = useId();
  const actionId = useId();

  const wanted = (): TagMeaning | null => {
    if (kind.value === 'playlist')
      return files.value.length === 0
        ? null
        : { kind: 'playlist', files: [...files.value], shuffled: shuffled.value };
    if (kind.value === 'link') return { kind: 'link', url: withScheme(url.value) };
    if (kind.value === 'none') return null;
    return action.value === 'sleep'
      ? { kind: 'action', action: 'sleep', minutes: minutes.value }
      : { kind: 'action', action: action.value };
  };
  const isUrlWrong = kind.value === 'link' && !isWebAddress(url.value);
  const save = async () => {
    const change = {
      name: name.value.trim() || null,
      colour: colour.value,
      picture: picture.value,
      note: note.value.trim() || null,
      meaning: wanted(),
    };
    const isSaved = await changeTag(tag.id, change, editTagTexts.saved(change.name ?? labelOf(tag)));
    if (isSaved) editTagDialog.close();
  };
  return (
    <FormDialog
      title={editTagTexts.title}
      wide
      class="edit-tag"
      onClose={editTagDialog.close}
      onSubmit={save}
      isDisabled={isUrlWrong}
    >
      <p class="code soft">{tag.serial}</p>
      <Field
        label={editTagTexts.name}
        {...bound(name)}
        maxLength={maxNameLength}
        placeholder={editTagTexts.namePlaceholder}
      />
      <ColourField colour={colour} />
      <PictureField picture={picture} />
      <div class="edit-tag-meaning">
        <p class="field-label">{editTagTexts.meaning}</p>
        <Segmented
          label={editTagTexts.meaning}
          options={(['playlist', 'action', 'link', 'none'] as const).map((value) => ({
            value,
            label: editTagTexts.kinds[value],
          }))}
          {...bound(kind)}
        />
      </div>
      {kind.value === 'playlist' && <PlaylistField files={files} shuffled={shuffled} />}
      {kind.value === 'action' && (
        <div class="edit-tag-action">
          <label for={actionId} class="field-label">
            {editTagTexts.action}
          </label>
          <select
            id={actionId}
            class="field-input"
            value={action.value}
            onChange={(event) => {
              action.value = event.currentTarget.value as ActionName;
            }}
          >
            {(Object.keys(stationTexts.tags.actions) as ActionName[]).map((each) => (
              <option key={each} value={each}>
                {stationTexts.tags.actions[each](minutes.value)}
              </option>
            ))}
          </select>
          {action.value === 'sleep' && (
            <Field
              type="number"
              label={editTagTexts.minutes}
              value={minutes.value}
              min={1}
              max={1440}
              onChange={(text) => {
                const typed = Math.round(Number(text));
                if (typed >= 1 && typed <= 1440) minutes.value = typed;
              }}
            />
          )}
        </div>
      )}
      {kind.value === 'link' && (
        <Field
          label={editTagTexts.url}
          {...bound(url)}
          inputMode="url"
          maxLength={2000}
          hint={editTagTexts.urlHint}
          error={isUrlWrong && !'https://'.startsWith(url.value.trim()) ? editTagTexts.urlWrong : undefined}
        />
      )}
      <div>
        <label for={noteId} class="field-label">
          {editTagTexts.note}
        </label>
        <textarea
          id={noteId}
          class="field-input"
          rows={2}
          maxLength={maxNoteLength}
          value={note.value}
          onInput={(event) => {
            note.value = event.currentTarget.value;
          }}
        />
      </div>
    </FormDialog>
  );
}

/** Users type “example.org”. */
function withScheme(text: string): string {
  const address = text.trim();
  return /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,20}(?:[:/?#]|$)/.test(address) ? `https://${address}` : address;
}

function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(withScheme(text)).protocol);
  } catch {
    return false;
  }
}
