import { useSignal } from '@preact/signals';
import type { CardFile, Tag } from '@stationery/client';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { stationTexts } from '../../../texts/station.ts';
import { formatBytes } from '../../../ui/format.ts';
import { FormDialog, SearchField } from '../../../ui/index.ts';
import { finder, searchable } from '../../../ui/search.ts';
import { AddFilesButton } from '../../components/add-files-button.tsx';
import { SampleTags } from '../../components/sample-tag-tray.tsx';
import './choose-dialog.css';
import { addNewTags } from '../../state/adding-tag.ts';
import { setFileOfTag, setFolderOfTag } from '../../state/choose-file.ts';
import { chooseDialog } from '../../state/dialogs.ts';
import { allFolders } from '../../state/found-files.ts';
import { details, files, presentSerials, simulated, tags } from '../../state/store.ts';
import { changeTag, describeMeaning, labelOf, nameOf, replaceLostTag } from '../../state/tag-details.ts';

export function ChooseDialog() {
  const now = chooseDialog.value;
  if (now === undefined) return null;
  if ('tag' in now) return <PickFile key={now.tag.id} tag={now.tag} />;
  if ('lost' in now) return <PickReplacement key={now.lost.id} lost={now.lost} />;
  if ('folder' in now) return <PickTagOfFolder key={now.folder} folder={now.folder} />;
  return <PickTagOfFiles key={now.files[0]?.id} files={now.files} />;
}

interface Choice {
  value: string;
  title: string;
  note: string;
  lit?: boolean;
}

function PickFile({ tag }: { tag: Tag }) {
  const { choose: texts } = stationTexts;
  const meaning = details.value.get(tag.id)?.meaning;
  const folders = allFolders.value.map(
    (folder): Choice => ({ value: `/${folder}`, title: folder, note: texts.folder }),
  );
  const choices = [...(files.value?.values() ?? [])]
    .sort((one, other) => other.id - one.id)
    .map(({ filename, size }): Choice => ({ value: filename, title: filename, note: formatBytes(size) }));
  return (
    <Pick
      title={texts.title}
      about={<span class="code">{labelOf(tag)}</span>}
      choices={[...folders, ...choices]}
      chosen={meaning?.kind === 'album' ? `/${meaning.folder}` : (tag.filename ?? undefined)}
      none={texts.noFiles}
      noneAction={<AddFilesButton />}
      // The slash marks a folder, because no file name begins with one.
      onPick={(value) =>
        value.startsWith('/') ? setFolderOfTag(tag, value.slice(1)) : setFileOfTag(tag, value)
      }
    />
  );
}

const choiceOf = (tag: Tag): Choice => {
  const { tags: texts } = stationTexts;
  const { serial } = tag;
  const lit = presentSerials.value.has(serial);
  const name = nameOf(tag);
  return {
    value: serial,
    title: name === undefined ? serial : `${name} · ${serial}`,
    note: lit ? texts.onReader : (describeMeaning(tag) ?? texts.nothing),
    lit,
  };
};

interface PickTagProps extends Omit<PickProps, 'choices' | 'chosen' | 'onPick'> {
  among?: readonly Tag[];
  onPick: (tag: Tag) => Promise<void>;
}

/** Initially, the tag on the reader is chosen. */
function PickTag({ among = [...(tags.value?.values() ?? [])], onPick, ...rest }: PickTagProps) {
  const choices = among.map(choiceOf);
  return (
    <Pick
      {...rest}
      choices={choices}
      chosen={choices.find(({ lit }) => lit)?.value}
      onPick={(serial) => onPick(among.find((tag) => tag.serial === serial)!)}
    />
  );
}

function PickTagOfFiles({ files: chosen }: { files: readonly CardFile[] }) {
  const { choose: texts, tags: tagTexts } = stationTexts;
  const [file] = chosen;
  const names = chosen.map(({ filename }) => filename);
  const bind = async (tag: Tag) => {
    if (names.length === 1) return setFileOfTag(tag, names[0] ?? null);
    const meaning = { kind: 'playlist' as const, files: names.slice(0, maxFiles), shuffled: false };
    await changeTag(tag.id, { meaning }, tagTexts.boundPlaylist(meaning.files.length));
  };
  return (
    <PickTag
      title={
        chosen.length === 1 ? texts.titleForFile(file?.filename ?? '') : texts.titleForFiles(chosen.length)
      }
      about={chosen.length > maxFiles ? <p>{texts.tooMany(maxFiles)}</p> : undefined}
      none={texts.noTags}
      onPick={bind}
    />
  );
}

function PickTagOfFolder({ folder }: { folder: string }) {
  const { choose: texts } = stationTexts;
  return (
    <PickTag
      title={texts.titleForFile(folder)}
      about={<p class="soft">{texts.folderText}</p>}
      none={texts.noTags}
      onPick={(tag) => setFolderOfTag(tag, folder)}
    />
  );
}

/** Offers only tags without a meaning, because the replacement would lose its own meaning. */
function PickReplacement({ lost }: { lost: Tag }) {
  const { choose: texts } = stationTexts;
  // Adds new tags that are put on the reader.
  useEffect(() => {
    const open = new AbortController();
    void addNewTags(open.signal);
    return () => open.abort();
  }, []);
  const rank = (tag: Tag) => (presentSerials.value.has(tag.serial) ? 0 : 1);
  const all = [...(tags.value?.values() ?? [])]
    .filter((tag) => tag.id !== lost.id && describeMeaning(tag) === undefined)
    .sort((one, other) => rank(one) - rank(other) || other.id - one.id);
  return (
    <PickTag
      title={texts.titleReplace(labelOf(lost))}
      about={<p class="soft">{texts.replaceText}</p>}
      among={all}
      none={texts.noReplacement}
      more={simulated.value && <SampleTags />}
      onPick={(tag) => replaceLostTag(lost, tag)}
    />
  );
}

const maxFiles = 1_000;

interface PickProps {
  title: string;
  about?: ComponentChildren;
  choices: readonly Choice[];
  chosen: string | undefined;
  none: string;
  noneAction?: ComponentChildren;
  more?: ComponentChildren;
  onPick: (value: string) => Promise<void>;
}

const manyChoices = 8;
const maxShown = 200;

/** Stops early, because a card can have tens of thousands of files. */
function firstFound(choices: readonly Choice[], words: string): Choice[] {
  const isFound = finder(words);
  const found: Choice[] = [];
  for (const choice of choices) {
    if (found.length === maxShown) break;
    if (isFound(searchable(choice.title))) found.push(choice);
  }
  return found;
}

function Pick({ title, about, choices, chosen, none, noneAction, more, onPick }: PickProps) {
  const { files: fileTexts } = stationTexts;
  const picked = useSignal(chosen);
  // Chooses the tag that is put on the reader while the dialog is open.
  useEffect(() => {
    if (chosen !== undefined) picked.value = chosen;
  }, [chosen]);
  const words = useSignal('');
  const shown = firstFound(choices, words.value);
  return (
    <FormDialog
      title={title}
      onClose={chooseDialog.close}
      onSubmit={() => {
        if (picked.value === undefined) return;
        void onPick(picked.value);
        chooseDialog.close();
      }}
      isDisabled={picked.value === undefined}
    >
      {about}
      {choices.length > manyChoices && (
        <SearchField label={fileTexts.search} placeholder={fileTexts.searchPlaceholder} words={words} />
      )}
      {choices.length === 0 ? (
        <>
          <p>{none}</p>
          {noneAction}
        </>
      ) : (
        <fieldset class="pick-list">
          <legend class="unseen">{title}</legend>
          {shown.map(({ value, title: label, note, lit }) => (
            <label key={value} class={`pick ${lit ? 'pick-lit' : ''}`}>
              <input
                type="radio"
                name="pick"
                checked={picked.value === value}
                onChange={() => {
                  picked.value = value;
                }}
              />
              <span class="pick-title grow bold">{label}</span>
              <span class="soft small">{note}</span>
            </label>
          ))}
          {shown.length === 0 && <p class="soft">{fileTexts.nothingFound(words.value)}</p>}
        </fieldset>
      )}
      {more}
    </FormDialog>
  );
}
