import type { CardFile } from '@stationery/client';
import { endingOf, isSoundOrFilm } from '@stationery/contract/sound-names';
import { useRef } from 'preact/hooks';
import { stationTexts } from '../../../texts/station.ts';
import { formatBytes, formatMinutes } from '../../../ui/format.ts';
import { Icon, IconButton, Menu, type RowPlace } from '../../../ui/index.ts';
import { Cover } from '../../components/cover.tsx';
import { useDerived } from '../../components/use-derived.ts';
import { deleteFiles } from '../../state/deletions.ts';
import { chooseDialog, previewDialog, renameFileDialog } from '../../state/dialogs.ts';
import { downloadFile } from '../../state/download.ts';
import { carryFile } from '../../state/drag.ts';
import { baseName, kindOf } from '../../state/file-kind.ts';
import { isSearching } from '../../state/found-files.ts';
import { metadata } from '../../state/metadata.ts';
import { isPlayable } from '../../state/playable.ts';
import { playFile } from '../../state/player.ts';
import { selection, toggleSelected } from '../../state/selection.ts';
import { hasPlayer, presentFiles, tagsByFile } from '../../state/store.ts';

interface FileRowProps extends RowPlace {
  file: CardFile;
}

/** Returns the name without its folder, except in search results. */
const shownName = (filename: string) => (isSearching.value ? filename : baseName(filename));

export const shownTitle = ({ id, filename }: CardFile) =>
  metadata.value.get(id)?.title ?? shownName(filename);

export function FileRow({ file, position, of }: FileRowProps) {
  const { files: texts } = stationTexts;
  const kind = kindOf(file.filename);
  // These values are derived, so that a row is rendered again only when they change.
  const tagCount = useDerived(() => tagsByFile.value.get(file.filename)?.length ?? 0, [file.filename]);
  const lit = useDerived(() => presentFiles.value.has(file.filename), [file.filename]);
  const isSelected = useDerived(() => selection.value?.has(file.id) === true, [file.id]);
  const isSelecting = useDerived(() => selection.value !== undefined, []);
  const said = useDerived(() => metadata.value.get(file.id), [file.id]);
  const row = useRef<HTMLLIElement>(null);
  const remove = () => {
    // Keeps the keyboard focus in the list.
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    deleteFiles([file]);
    next?.querySelector<HTMLElement>('.menu > button')?.focus();
  };
  const plays = kind === 'audio' || kind === 'video';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, “Select files” shows checkboxes.
    <li
      ref={row}
      aria-posinset={position}
      aria-setsize={of}
      class={`file-row ${lit ? 'file-row-lit' : ''} ${isSelected ? 'file-row-selected' : ''}`}
      draggable
      onDragStart={(event) => carryFile(event, file.filename)}
      onClick={(event) => {
        if (!(event.target as Element).closest('button, input, a')) toggleSelected(file.id, event.shiftKey);
      }}
    >
      {!isSelecting ? (
        <Cover file={file} />
      ) : (
        <input
          type="checkbox"
          class="file-row-select"
          aria-label={texts.select(file.filename)}
          checked={isSelected}
          onClick={(event) => toggleSelected(file.id, event.shiftKey)}
        />
      )}
      <div>
        <p class="file-row-name two-lines">
          <span title={file.filename}>{said?.title ?? shownName(file.filename)}</span>
        </p>
        <p class="file-row-facts small soft wrap">
          {said?.artist && <span>{said.artist}</span>}
          {said?.title && <span>{shownName(file.filename)}</span>}
          {said?.duration && <span>{formatMinutes(said.duration)}</span>}
          <span>{formatBytes(file.size)}</span>
          {!isPlayable(file.filename) && (tagCount > 0 || isSoundOrFilm(file.filename)) && (
            <span class="danger">{texts.notPlayable(endingOf(file.filename))}</span>
          )}
          {tagCount > 0 && (
            <span class="file-row-tags">
              <Icon name="tag" size={16} />
              {stationTexts.tags.count(tagCount)}
              {lit && `, ${texts.onReader}`}
            </span>
          )}
        </p>
      </div>
      <div class="file-row-actions">
        {kind !== 'other' && (
          <IconButton
            icon={plays ? 'play' : 'eye'}
            label={(plays ? texts[kind] : texts.preview)(file.filename)}
            onClick={() => previewDialog.open(file)}
          />
        )}
        <Menu
          label={texts.more(file.filename)}
          title={file.filename}
          items={[
            ...(hasPlayer.value && isSoundOrFilm(file.filename) && isPlayable(file.filename)
              ? [{ icon: 'play' as const, label: texts.playThere, run: () => playFile(file.filename) }]
              : []),
            { icon: 'tag', label: texts.bindTo, run: () => chooseDialog.open({ files: [file] }) },
            { icon: 'pencil', label: texts.rename, run: () => renameFileDialog.open(file) },
            { icon: 'download', label: texts.download, run: () => void downloadFile(file) },
            { icon: 'trash', label: texts.remove, run: remove, danger: true },
          ]}
        />
      </div>
    </li>
  );
}
