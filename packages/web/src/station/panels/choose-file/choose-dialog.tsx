import { useSignal } from '@preact/signals';
import type { CardFile, Tag } from '@stationery/client';
import type { ComponentChildren } from 'preact';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Dialog, Field, formatBytes } from '../../../ui/index.ts';
import { AddFilesButton } from '../../components/add-files-button.tsx';
import './choose-dialog.css';
import { setFileOfTag } from '../../state/choose-file.ts';
import { choosing, closeChoosing } from '../../state/dialogs.ts';
import { matches } from '../../state/search.ts';
import { readableSerial } from '../../state/serial.ts';
import { files, presentSerials, tags } from '../../state/store.ts';

/** Picks the file for a tag, or the tag for a file; once in the page. */
export function ChooseDialog() {
  const now = choosing.value;
  if (now === undefined) return null;
  return 'tag' in now ? (
    <PickFile key={now.tag.id} tag={now.tag} />
  ) : (
    <PickTag key={now.file.id} file={now.file} />
  );
}

interface Choice {
  value: string;
  title: string;
  note: string;
  lit?: boolean;
}

function PickFile({ tag }: { tag: Tag }) {
  const { choose: texts } = stationTexts;
  const choices = [...(files.value?.values() ?? [])]
    .sort((one, other) => other.id - one.id)
    .map(({ filename, size }): Choice => ({ value: filename, title: filename, note: formatBytes(size) }));
  return (
    <Pick
      title={texts.title}
      about={<span class="code">{readableSerial(tag.serial)}</span>}
      choices={choices}
      chosen={tag.filename ?? undefined}
      none={texts.noFiles}
      noneAction={<AddFilesButton />}
      onPick={(filename) => setFileOfTag(tag, filename)}
    />
  );
}

function PickTag({ file }: { file: CardFile }) {
  const { choose: texts, tags: tagTexts } = stationTexts;
  const all = [...(tags.value?.values() ?? [])];
  const choices = all.map(
    (tag): Choice => ({
      value: tag.serial,
      title: readableSerial(tag.serial),
      note: presentSerials.value.has(tag.serial) ? tagTexts.onReader : (tag.filename ?? tagTexts.nothing),
      lit: presentSerials.value.has(tag.serial),
    }),
  );
  return (
    <Pick
      title={texts.titleForFile(file.filename)}
      choices={choices}
      chosen={choices.find(({ lit }) => lit)?.value}
      none={texts.noTags}
      onPick={(serial) => setFileOfTag(all.find((tag) => tag.serial === serial)!, file.filename)}
    />
  );
}

interface PickProps {
  title: string;
  about?: ComponentChildren;
  choices: readonly Choice[];
  chosen: string | undefined;
  none: string;
  noneAction?: ComponentChildren;
  onPick: (value: string) => Promise<void>;
}

const manyChoices = 8;

function Pick({ title, about, choices, chosen, none, noneAction, onPick }: PickProps) {
  const { files: fileTexts } = stationTexts;
  const picked = useSignal(chosen);
  const words = useSignal('');
  const shown = choices.filter(({ title }) => matches(title, words.value));
  return (
    <Dialog title={title} onClose={closeChoosing}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (picked.value === undefined) return;
          void onPick(picked.value);
          closeChoosing();
        }}
      >
        {about}
        {choices.length > manyChoices && (
          <Field
            type="search"
            label={fileTexts.search}
            labelUnseen
            placeholder={fileTexts.searchPlaceholder}
            onInput={(event) => {
              words.value = event.currentTarget.value;
            }}
          />
        )}
        {choices.length === 0 ? (
          <>
            <p>{none}</p>
            {noneAction}
          </>
        ) : (
          <fieldset class="pick-list">
            <legend class="unseen">{title}</legend>
            {shown.slice(0, 200).map(({ value, title: label, note, lit }) => (
              <label key={value} class={`pick ${lit ? 'pick-lit' : ''}`}>
                <input
                  type="radio"
                  name="pick"
                  checked={picked.value === value}
                  onChange={() => {
                    picked.value = value;
                  }}
                />
                <span class="pick-title">{label}</span>
                <span class="soft small">{note}</span>
              </label>
            ))}
            {shown.length === 0 && <p class="soft">{fileTexts.nothingFound(words.value)}</p>}
          </fieldset>
        )}
        <div class="dialog-actions">
          <Button onClick={closeChoosing}>{sharedTexts.cancel}</Button>
          <Button kind="primary" type="submit" disabled={picked.value === undefined}>
            {sharedTexts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
