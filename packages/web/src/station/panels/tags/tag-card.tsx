import { useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import { endingOf } from '@stationery/contract/sound-names';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Menu, type RowPlace } from '../../../ui/index.ts';
import { Cover } from '../../components/cover.tsx';
import { useDerived } from '../../components/use-derived.ts';
import { setFileOfTag } from '../../state/choose-file.ts';
import { chooseDialog, editTagDialog, recordDialog, removeTagQuestion } from '../../state/dialogs.ts';
import { carriedFile, carriesCardFile } from '../../state/drag.ts';
import { idOfName, pictureOfTag } from '../../state/metadata.ts';
import { isBeingDeleted } from '../../state/pending-deletions.ts';
import { isPlayable } from '../../state/playable.ts';
import { details, presentSerials } from '../../state/store.ts';
import { describeMeaning, nameOf } from '../../state/tag-details.ts';

export function TagCard({ tag, position, of }: RowPlace & { tag: Tag }) {
  const { tags: texts } = stationTexts;
  const over = useSignal(false);
  // These values are derived, so that a card is rendered again only when they change.
  const lit = useDerived(() => presentSerials.value.has(tag.serial), [tag.serial]);
  const { serial } = tag;
  const name = useDerived(() => nameOf(tag), [tag]);
  const known = useDerived(() => details.value.get(tag.id), [tag.id]);
  const picture = useDerived(() => pictureOfTag(tag.id), [tag.id]);
  const words = useDerived(() => describeMeaning(tag), [tag]);
  const fileId = useDerived(
    () => (tag.filename === null || isBeingDeleted(tag.filename) ? undefined : idOfName(tag.filename)),
    [tag],
  );
  const file = fileId === undefined ? undefined : { id: fileId, filename: tag.filename ?? '' };
  const hold = (event: DragEvent) => {
    if (!carriesCardFile(event)) return;
    event.preventDefault();
    over.value = true;
  };
  return (
    <li
      aria-posinset={position}
      aria-setsize={of}
      style={known?.colour ? { '--tag-colour': known.colour } : {}}
      class={`tag-card ${known?.colour ? 'tag-card-coloured' : ''} ${lit ? 'tag-card-lit' : ''} ${over.value ? 'tag-card-over' : ''}`}
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
      {lit && <span class="tag-card-now">{texts.onReader}</span>}
      {(file !== undefined || picture !== undefined) && <Cover file={file} picture={picture} />}
      <div class="tag-card-words">
        <p class="bold">
          {over.value ? texts.dropHere : (name ?? words ?? <span class="soft">{texts.nothing}</span>)}
        </p>
        {name !== undefined && name !== words && (
          <p class="small">{words ?? <span class="soft">{texts.nothing}</span>}</p>
        )}
        {known?.note && <p class="small soft two-lines">{known.note}</p>}
        <p class="tag-card-serial wrap small">
          <span class="code">{serial}</span> <span>{texts.model[tag.model]}</span>
        </p>
        {known !== undefined && known.missing.length > 0 && (
          <p class="danger small">{texts.missing(known.missing.length)}</p>
        )}
        {tag.filename !== null && words !== undefined && !isPlayable(tag.filename) && (
          <p class="danger small">{stationTexts.files.notPlayable(endingOf(tag.filename))}</p>
        )}
      </div>
      {words === undefined && (
        <Button
          kind="quiet"
          aria-label={`${texts.choose}: ${name ?? serial}`}
          onClick={() => chooseDialog.open({ tag })}
        >
          {texts.choose}
        </Button>
      )}
      <Menu
        label={texts.more(name ?? serial)}
        title={name ?? serial}
        items={[
          { icon: 'pencil', label: texts.edit, run: () => editTagDialog.open(tag) },
          { icon: 'microphone', label: texts.record, run: () => recordDialog.open(tag) },
          ...(words === undefined
            ? []
            : [
                { icon: 'music' as const, label: texts.change, run: () => chooseDialog.open({ tag }) },
                { icon: 'unlink' as const, label: texts.unbind, run: () => void setFileOfTag(tag, null) },
              ]),
          { icon: 'retry', label: texts.replace, run: () => chooseDialog.open({ lost: tag }) },
          { icon: 'trash', label: texts.forget, danger: true, run: () => removeTagQuestion.open(tag) },
        ]}
      />
    </li>
  );
}
