import { signal, useSignal } from '@preact/signals';
import type { CardFile, Tag } from '@stationery/client';
import type { ComponentChildren } from 'preact';
import { sharedTexts } from '../texts/shared.ts';
import { stationTexts } from '../texts/station.ts';
import { Button, Dialog, Field, formatBytes } from '../ui/index.ts';
import { AddFilesButton } from './add-files-button.tsx';
import './bind-dialog.css';
import { bindTag } from './bind-tag.ts';
import { readableSerial } from './serial.ts';
import { files, presentSerials, tags } from './store.ts';

const binding = signal<{ tag: Tag } | { file: CardFile } | undefined>(undefined);

export function openBindForTag(tag: Tag): void {
  binding.value = { tag };
}

export function openBindForFile(file: CardFile): void {
  binding.value = { file };
}

const close = () => {
  binding.value = undefined;
};

/** Picks the file for a tag, or the tag for a file; once in the page. */
export function BindDialog() {
  const now = binding.value;
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
  const { bind: texts } = stationTexts;
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
      onPick={(filename) => bindTag(tag, filename)}
    />
  );
}

function PickTag({ file }: { file: CardFile }) {
  const { bind: texts, tags: tagTexts } = stationTexts;
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
      onPick={(serial) => bindTag(all.find((tag) => tag.serial === serial)!, file.filename)}
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
  const shown = choices.filter(({ title }) => title.toLowerCase().includes(words.value.trim().toLowerCase()));
  return (
    <Dialog title={title} onClose={close}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (picked.value === undefined) return;
          void onPick(picked.value);
          close();
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
          <Button onClick={close}>{sharedTexts.cancel}</Button>
          <Button kind="primary" type="submit" disabled={picked.value === undefined}>
            {sharedTexts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
