import { stationTexts } from '../../../texts/station.ts';
import { formatBytes, formatMinutes } from '../../../ui/format.ts';
import { Icon, IconButton, Menu, type RowPlace } from '../../../ui/index.ts';
import { Cover } from '../../components/cover.tsx';
import { useDerived } from '../../components/use-derived.ts';
import { deleteFiles } from '../../state/deletions.ts';
import { chooseDialog } from '../../state/dialogs.ts';
import { baseName, isPicture, kindOf } from '../../state/file-kind.ts';
import { type Album, isSearching, openFolder } from '../../state/found-files.ts';
import { durationOf } from '../../state/metadata.ts';
import { presentSerials, tagsByFolder } from '../../state/store.ts';

export function AlbumRow({ album: { folder, files }, position, of }: RowPlace & { album: Album }) {
  const { files: texts } = stationTexts;
  const tags = useDerived(() => tagsByFolder.value.get(folder), [folder]) ?? [];
  const lit = useDerived(
    () => (tagsByFolder.value.get(folder) ?? []).some(({ serial }) => presentSerials.value.has(serial)),
    [folder],
  );
  const picture = files.find(({ filename }) => isPicture(filename));
  const sound = files.find(({ filename }) => kindOf(filename) === 'audio');
  const seconds = useDerived(() => durationOf(files.map(({ id }) => id)), [files]);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <li aria-posinset={position} aria-setsize={of} class={`file-row album-row ${lit ? 'file-row-lit' : ''}`}>
      <Cover file={sound ?? files[0]} picture={picture?.filename} />
      <div>
        <p class="file-row-name two-lines">
          <button
            type="button"
            class="album-row-open"
            aria-label={texts.openFolder(folder)}
            onClick={() => open(folder)}
          >
            <span>{baseName(folder)}</span>
          </button>
        </p>
        <p class="file-row-facts small soft wrap">
          <span>{texts.count(files.length)}</span>
          {seconds > 0 && <span>{formatMinutes(seconds)}</span>}
          <span>{formatBytes(size)}</span>
          {tags.length > 0 && (
            <span class="file-row-tags">
              <Icon name="tag" size={16} />
              {stationTexts.tags.count(tags.length)}
              {lit && `, ${texts.onReader}`}
            </span>
          )}
        </p>
      </div>
      <div class="file-row-actions">
        <IconButton
          icon="tag"
          label={`${texts.bindTo}: ${folder}`}
          onClick={() => chooseDialog.open({ folder })}
        />
        <Menu
          label={texts.more(folder)}
          title={folder}
          items={[{ icon: 'trash', label: texts.remove, run: () => deleteFiles(files), danger: true }]}
        />
      </div>
    </li>
  );
}

/**
 * Opens the folder and moves the focus into it, because the pressed button is gone. This also scrolls to a short
 * folder, which may be above the window.
 */
function open(folder: string): void {
  openFolder.value = folder;
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.open-folder button')?.focus());
}

export function OpenFolder() {
  const { files: texts } = stationTexts;
  const folder = openFolder.value;
  if (folder === '' || isSearching.value) return null;
  return (
    <div class="open-folder row">
      <IconButton
        icon="undo"
        label={texts.back}
        onClick={() => {
          openFolder.value = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
        }}
      />
      <h3 class="grow">{folder}</h3>
      <IconButton
        icon="tag"
        label={`${texts.bindTo}: ${folder}`}
        onClick={() => chooseDialog.open({ folder })}
      />
    </div>
  );
}
