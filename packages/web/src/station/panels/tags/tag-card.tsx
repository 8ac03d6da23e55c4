import { useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Menu } from '../../../ui/index.ts';
import { Cover } from '../../components/cover.tsx';
import { setFileOfTag } from '../../state/choose-file.ts';
import { chooseFileFor } from '../../state/dialogs.ts';
import { carriedFile, carriesCardFile } from '../../state/drag.ts';
import { idOfName, titleOfName } from '../../state/metadata.ts';
import { endingOf, isPlayable } from '../../state/playable.ts';
import { sampleName } from '../../state/sample-tags.ts';
import { readableSerial } from '../../state/serial.ts';
import { presentSerials } from '../../state/store.ts';

/** A tag as a paper label: what is written on it is the file that it means. */
export function TagCard({ tag }: { tag: Tag }) {
  const { tags: texts } = stationTexts;
  const over = useSignal(false);
  const lit = presentSerials.value.has(tag.serial);
  const serial = readableSerial(tag.serial);
  const name = sampleName(tag.serial);
  const fileId = tag.filename === null ? undefined : idOfName(tag.filename);
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
        void setFileOfTag(tag, filename);
      }}
    >
      {fileId !== undefined && <Cover file={{ id: fileId, filename: tag.filename ?? '' }} />}
      <div class="tag-card-words">
        <p class="tag-card-file">
          {over.value ? (
            texts.dropHere
          ) : tag.filename === null ? (
            <span class="soft">{texts.nothing}</span>
          ) : (
            titleOfName(tag.filename)
          )}
        </p>
        <p class="tag-card-serial small">
          {name !== undefined && <strong>{name}</strong>} <span class="code">{serial}</span>{' '}
          <span>{texts.model[tag.model]}</span>
          {lit && <span class="tag-card-now">{texts.onReader}</span>}
        </p>
        {tag.filename !== null && !isPlayable(tag.filename) && (
          <p class="tag-card-warning small">{stationTexts.files.notPlayable(endingOf(tag.filename))}</p>
        )}
      </div>
      {tag.filename === null ? (
        <Button kind="quiet" aria-label={`${texts.choose}: ${serial}`} onClick={() => chooseFileFor(tag)}>
          {texts.choose}
        </Button>
      ) : (
        <Menu
          label={texts.more(serial)}
          items={[
            { icon: 'pencil', label: texts.change, run: () => chooseFileFor(tag) },
            { icon: 'unlink', label: texts.unbind, run: () => void setFileOfTag(tag, null) },
          ]}
        />
      )}
    </li>
  );
}
