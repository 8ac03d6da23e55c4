import { computed, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import { stationTexts } from '../texts/station.ts';
import { Banner, Button, EmptyState, Field, Panel, Segmented } from '../ui/index.ts';
import { AddFilesButton } from './add-files-button.tsx';
import { CardSpace } from './card-space.tsx';
import { pendingDeletions } from './deletions.ts';
import { FileRow } from './file-row.tsx';
import './files-panel.css';
import { CardPicture } from './pictures.tsx';
import { card, files } from './store.ts';
import { UploadList } from './upload-list.tsx';
import { uploads } from './uploads.ts';

type Order = keyof typeof stationTexts.files.order;

const search = signal('');
const order = signal<Order>('newest');
/** A card may hold ten thousand files; nobody looks at them all at once. */
const pageSize = 100;
const shownCount = signal(pageSize);

const compare: Record<Order, (one: CardFile, other: CardFile) => number> = {
  newest: (one, other) => other.id - one.id,
  name: (one, other) => one.filename.localeCompare(other.filename, undefined, { numeric: true }),
  size: (one, other) => other.size - one.size,
};

const visible = computed(() =>
  [...(files.value?.values() ?? [])].filter(({ id }) => !pendingDeletions.value.has(id)),
);
const found = computed(() => {
  const words = search.value.trim().toLowerCase();
  return visible.value
    .filter(({ filename }) => filename.toLowerCase().includes(words))
    .sort(compare[order.value]);
});
/** Below this a list is read faster than searched. */
const worthSearching = 6;

export function FilesPanel() {
  const { files: texts, card: cardTexts } = stationTexts;
  const missing = card.value?.state === 'missing' ? card.value.reason : undefined;
  const readOnly = card.value?.state === 'present' ? card.value.read_only : undefined;
  const count = visible.value.length;
  return (
    <Panel
      title={texts.title}
      aside={count > 0 && missing === undefined ? texts.count(count) : undefined}
      actions={missing === undefined && readOnly === undefined && <AddFilesButton />}
    >
      {missing !== undefined && (
        <Banner tone="danger" title={`${cardTexts.missing}.`}>
          {missing} {cardTexts.missingNext}
        </Banner>
      )}
      {readOnly !== undefined && (
        <Banner tone="danger" title={`${cardTexts.readOnly}.`}>
          {readOnly}
        </Banner>
      )}
      <CardSpace />
      <UploadList />
      {count > worthSearching && <Tools />}
      {files.value !== undefined && missing === undefined && count === 0 && uploads.value.length === 0 && (
        <div class="files-empty">
          <EmptyState picture={<CardPicture />} title={texts.emptyTitle}>
            {texts.empty}
          </EmptyState>
        </div>
      )}
      {count > 0 && found.value.length === 0 && (
        <p class="soft files-none">{texts.nothingFound(search.value.trim())}</p>
      )}
      {count > 0 && (
        <ul class="file-list">
          {found.value.slice(0, shownCount.value).map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {found.value.length > shownCount.value && (
        <Button
          onClick={() => {
            shownCount.value += pageSize * 2;
          }}
        >
          {texts.showMore(Math.min(pageSize * 2, found.value.length - shownCount.value))}
        </Button>
      )}
    </Panel>
  );
}

function Tools() {
  const { files: texts } = stationTexts;
  const options = Object.entries(texts.order).map(([value, label]) => ({ value: value as Order, label }));
  return (
    <div class="file-tools">
      <Field
        type="search"
        label={texts.search}
        labelUnseen
        placeholder={texts.searchPlaceholder}
        value={search.value}
        onInput={(event) => {
          search.value = event.currentTarget.value;
          shownCount.value = pageSize;
        }}
      />
      <Segmented
        label={texts.sort}
        options={options}
        value={order.value}
        onChange={(value) => {
          order.value = value;
        }}
      />
    </div>
  );
}
