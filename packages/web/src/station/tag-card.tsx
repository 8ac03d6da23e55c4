import { useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import { stationTexts } from '../texts/station.ts';
import { Button, Menu } from '../ui/index.ts';
import { openBindForTag } from './bind-dialog.tsx';
import { bindTag } from './bind-tag.ts';
import { carriedFile, carriesCardFile } from './drag.ts';
import { readableSerial } from './serial.ts';
import { presentSerials } from './store.ts';
import { trayName } from './tray-tags.ts';

/** A tag as a paper label: what is written on it is the file that it means. */
export function TagCard({ tag }: { tag: Tag }) {
  const { tags: texts } = stationTexts;
  const over = useSignal(false);
  const lit = presentSerials.value.has(tag.serial);
  const serial = readableSerial(tag.serial);
  const name = trayName(tag.serial);
  const hold = (event: DragEvent) => {
    if (!carriesCardFile(event)) return;
    event.preventDefault();
    over.value = true;
  };
  return (
    <li
      class={`tag-card ${lit ? 'tag-card-lit' : ''} ${over.value ? 'tag-card-over' : ''}`}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={() => {
        over.value = false;
      }}
      onDrop={(event) => {
        const filename = carriedFile(event);
        over.value = false;
        if (filename === undefined) return;
        event.preventDefault();
        void bindTag(tag, filename);
      }}
    >
      <div class="tag-card-words">
        <p class="tag-card-file">
          {over.value ? texts.dropHere : (tag.filename ?? <span class="soft">{texts.nothing}</span>)}
        </p>
        <p class="tag-card-serial small">
          {name !== undefined && <strong>{name}</strong>} <span class="code">{serial}</span>{' '}
          <span>{texts.model[tag.model]}</span>
          {lit && <span class="tag-card-now">{texts.onReader}</span>}
        </p>
      </div>
      {tag.filename === null ? (
        <Button kind="quiet" aria-label={`${texts.choose}: ${serial}`} onClick={() => openBindForTag(tag)}>
          {texts.choose}
        </Button>
      ) : (
        <Menu
          label={texts.more(serial)}
          items={[
            { icon: 'pencil', label: texts.change, run: () => openBindForTag(tag) },
            { icon: 'unlink', label: texts.unbind, run: () => void bindTag(tag, null) },
          ]}
        />
      )}
    </li>
  );
}
