import { type Signal, useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import type { TagMeaning, TagPlayback, TagPlot } from '@stationery/client/tags';
import { isDrawingName } from '@stationery/contract/drawing-formats';
import { useId } from 'preact/hooks';
import { editTagTexts } from '../../../texts/edit-tag.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Checkbox, ChoiceField, Field, FormDialog, Segmented, TextArea } from '../../../ui/index.ts';
import { ActionChoice, type ChosenAction } from '../../components/action-choice.tsx';
import { Cover } from '../../components/cover.tsx';
import { FileChoice } from '../../components/file-choice.tsx';
import { editTagDialog } from '../../state/dialogs.ts';
import { isPicture } from '../../state/file-kind.ts';
import { allFolders } from '../../state/found-files.ts';
import { isPlayable } from '../../state/playable.ts';
import { details } from '../../state/store.ts';
import { changeTag, labelOf, nameOf } from '../../state/tag-details.ts';
import { ExhibitField, type ExhibitTexts, exhibitOf } from './exhibit-field.tsx';
import { PlaybackField } from './playback-field.tsx';
import { PlaylistField } from './playlist-field.tsx';
import { PlotField } from './plot-field.tsx';
import './edit-tag-dialog.css';

function PictureField({ picture }: { picture: Signal<string | null> }) {
  return (
    <div class="edit-tag-picture">
      {picture.value !== null && <Cover key={picture.value} file={undefined} picture={picture.value} large />}
      <FileChoice
        label={editTagTexts.picture}
        none={editTagTexts.noPicture}
        isOffered={isPicture}
        chosen={picture}
        hint={editTagTexts.pictureHint}
        noneOffered={editTagTexts.noPictures}
      />
    </div>
  );
}

/** Colours that can be told apart in light and dark themes. */
const colours = [
  ['red', '#d64541'],
  ['orange', '#e8862e'],
  ['yellow', '#e3b505'],
  ['green', '#3f9b5c'],
  ['teal', '#1f9aa8'],
  ['blue', '#3d6fd6'],
  ['purple', '#8a5bd1'],
  ['pink', '#d6579b'],
] as const;

function ColourField({ colour }: { colour: Signal<string | null> }) {
  const name = useId();
  const option = (value: string | null, label: string) => (
    <label
      key={value ?? 'none'}
      class={`swatch ${value === null ? 'swatch-none' : ''}`}
      title={label}
      style={value === null ? {} : { '--swatch': value }}
    >
      <input
        type="radio"
        class="unseen"
        name={name}
        checked={colour.value === value}
        onChange={() => {
          colour.value = value;
        }}
      />
      <span class="unseen">{label}</span>
    </label>
  );
  const isOther = colour.value !== null && !colours.some(([, value]) => value === colour.value);
  return (
    <fieldset class="swatches wrap">
      <legend class="field-label">{editTagTexts.colour}</legend>
      {option(null, editTagTexts.colours.none)}
      {colours.map(([key, value]) => option(value, editTagTexts.colours[key]))}
      {isOther && option(colour.value, editTagTexts.colours.other)}
    </fieldset>
  );
}

type Kind = TagMeaning['kind'] | 'none';

const maxFiles = 1_000;
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
  const shuffled = useSignal(meaning !== null && 'shuffled' in meaning && meaning.shuffled);
  const folders = allFolders.value;
  const folder = useSignal(meaning?.kind === 'album' ? meaning.folder : (folders[0] ?? ''));
  const action = useSignal<ChosenAction>(meaning?.kind === 'action' ? meaning : { action: 'next' });
  const playback = useSignal<TagPlayback>(known?.playback ?? {});
  const plot = useSignal<TagPlot>(known?.plot ?? {});
  const exhibit = known?.exhibit ?? {};
  const shown = useSignal<ExhibitTexts>(
    Object.fromEntries(
      (exhibit.texts ?? []).map(({ language, title = '', text = '' }) => [language, { title, text }]),
    ),
  );
  const slides = useSignal<readonly string[]>(exhibit.pictures ?? []);
  const slideSeconds = useSignal(exhibit.seconds ?? 8);
  const url = useSignal(meaning && 'url' in meaning ? meaning.url : 'https://');

  const wanted = (): TagMeaning | null => {
    if (kind.value === 'playlist')
      return files.value.length === 0
        ? null
        : { kind: 'playlist', files: [...files.value], shuffled: shuffled.value };
    if (kind.value === 'album') return { kind: 'album', folder: folder.value, shuffled: shuffled.value };
    if (kind.value === 'link' || kind.value === 'stream')
      return { kind: kind.value, url: withScheme(url.value) };
    if (kind.value === 'none') return null;
    return { ...action.value, kind: 'action' };
  };
  const hasUrl = kind.value === 'link' || kind.value === 'stream';
  const isUrlWrong = hasUrl && !isWebAddress(url.value);
  const save = async () => {
    const change = {
      name: name.value.trim() || null,
      colour: colour.value,
      picture: picture.value,
      note: note.value.trim() || null,
      playback: Object.keys(playback.value).length === 0 ? null : playback.value,
      exhibit: exhibitOf(shown.value, slides.value, slideSeconds.value),
      plot: Object.keys(plot.value).length === 0 ? null : plot.value,
      meaning: wanted(),
    };
    const isSaved = await changeTag(tag.id, change, editTagTexts.saved(change.name ?? labelOf(tag)));
    if (isSaved) editTagDialog.close();
  };
  return (
    <FormDialog
      title={stationTexts.tags.edit}
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
      <div class="edit-tag-meaning stack">
        <p class="field-label">{editTagTexts.meaning}</p>
        <Segmented
          label={editTagTexts.meaning}
          options={(['playlist', 'album', 'stream', 'action', 'link', 'none'] as const)
            .filter((value) => value !== 'album' || folder.value !== '')
            .map((value) => [value, editTagTexts.kinds[value]] as const)}
          {...bound(kind)}
        />
      </div>
      {kind.value === 'playlist' && (
        <>
          <PlaylistField
            files={files}
            label={editTagTexts.files(files.value.length)}
            empty={editTagTexts.noFiles}
            addLabel={editTagTexts.addFile}
            isOffered={isPlayable}
            max={maxFiles}
          />
          {files.value.length > 1 && <Checkbox label={editTagTexts.shuffled} {...bound(shuffled)} />}
          {files.value.some((name) => !isDrawingName(name)) && <PlaybackField playback={playback} />}
          {files.value.some(isDrawingName) && <PlotField plot={plot} />}
        </>
      )}
      {kind.value === 'album' && (
        <>
          <FolderField folder={folder} folders={folders} />
          <Checkbox label={editTagTexts.shuffled} {...bound(shuffled)} />
          <PlaybackField playback={playback} />
        </>
      )}
      {kind.value === 'action' && <ActionChoice label={editTagTexts.action} {...bound(action)} />}
      {hasUrl && (
        <Field
          label={editTagTexts.url}
          {...bound(url)}
          inputMode="url"
          maxLength={2000}
          hint={kind.value === 'link' ? editTagTexts.urlHint : editTagTexts.streamHint}
          error={isUrlWrong && !'https://'.startsWith(url.value.trim()) ? editTagTexts.urlWrong : undefined}
        />
      )}
      {kind.value === 'stream' && <PlaybackField playback={playback} />}
      {(kind.value === 'playlist' || kind.value === 'album' || kind.value === 'stream') && (
        <ExhibitField shown={shown} pictures={slides} seconds={slideSeconds} />
      )}
      <TextArea label={editTagTexts.note} rows={2} maxLength={maxNoteLength} {...bound(note)} />
    </FormDialog>
  );
}

function FolderField({ folder, folders }: { folder: Signal<string>; folders: readonly string[] }) {
  // The tag's folder is listed even if it has no files now.
  const offered = folders.includes(folder.value) ? folders : [folder.value, ...folders];
  return (
    <ChoiceField
      label={editTagTexts.folder}
      hint={editTagTexts.folderHint}
      options={offered.map((name) => [name, name] as const)}
      {...bound(folder)}
    />
  );
}

/** Adds `https://` if it is missing, because users type “example.org”. */
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
