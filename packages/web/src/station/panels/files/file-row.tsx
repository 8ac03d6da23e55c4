import type { CardFile } from '@stationery/client';
import { useRef } from 'preact/hooks';
import { stationTexts } from '../../../texts/station.ts';
import { formatBytes, Icon, IconButton, type IconName, Menu } from '../../../ui/index.ts';
import { deleteFile } from '../../state/deletions.ts';
import { chooseTagFor, openPreview } from '../../state/dialogs.ts';
import { downloadFile } from '../../state/download.ts';
import { carryFile } from '../../state/drag.ts';
import { type FileKind, kindOf } from '../../state/file-kind.ts';
import { presentFiles, tagsByFile } from '../../state/store.ts';

const kindIcon: Record<FileKind, IconName> = {
  audio: 'music',
  video: 'film',
  image: 'picture',
  text: 'text',
  pdf: 'file',
  other: 'file',
};

export function FileRow({ file }: { file: CardFile }) {
  const { files: texts } = stationTexts;
  const kind = kindOf(file.filename);
  const tagCount = tagsByFile.value.get(file.filename)?.length ?? 0;
  const lit = presentFiles.value.has(file.filename);
  const row = useRef<HTMLLIElement>(null);
  const remove = () => {
    // The keyboard stays in the list, at what comes next.
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    deleteFile(file);
    next?.querySelector<HTMLElement>('.menu > button')?.focus();
  };
  const plays = kind === 'audio' || kind === 'video';
  return (
    <li
      ref={row}
      class={`file-row ${lit ? 'file-row-lit' : ''}`}
      draggable
      onDragStart={(event) => carryFile(event, file.filename)}
    >
      <span class="file-row-kind">
        <Icon name={kindIcon[kind]} />
      </span>
      <div>
        <p class="file-row-name">
          <span title={file.filename}>{file.filename}</span>
        </p>
        <p class="file-row-facts">
          <span>{formatBytes(file.size)}</span>
          {tagCount > 0 && (
            <span class="file-row-tags">
              <Icon name="tag" size={16} />
              {texts.boundTo(tagCount)}
              {lit && `, ${texts.onReader}`}
            </span>
          )}
        </p>
      </div>
      <div class="file-row-actions">
        {kind !== 'other' && (
          <IconButton
            icon={plays ? 'play' : 'eye'}
            label={plays ? texts.play(file.filename) : texts.preview(file.filename)}
            onClick={() => openPreview(file)}
          />
        )}
        <Menu
          label={texts.more(file.filename)}
          items={[
            { icon: 'tag', label: texts.bindTo, run: () => chooseTagFor(file) },
            { icon: 'download', label: texts.download, run: () => void downloadFile(file) },
            { icon: 'trash', label: texts.remove, run: remove, danger: true },
          ]}
        />
      </div>
    </li>
  );
}
