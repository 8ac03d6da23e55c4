import { batch, computed, effect, signal } from '@preact/signals';
import type { CardFile, StationEvent, StationEvents } from '@stationery/client';
import type { FileMetadata } from '@stationery/client/metadata';
import type { TagDetails } from '@stationery/client/tags';
import { createListReader } from '../../service/index.ts';
import { isLanguage, language as pageLanguage } from '../../texts/language.ts';
import { showLanguage, suggestLanguage } from '../../ui/language.ts';
import { station, stationMetadata, stationTags } from '../client.ts';
import { baseName, foldersOf, isPicture } from '../state/file-kind.ts';
import { lists, player, plots, present, settings } from '../state/store.ts';

/** The file that plays or is paused. */
export const shownFile = computed(() => {
  const state = player.value?.state;
  return state === undefined || state.status === 'stopped' ? undefined : (state.file ?? undefined);
});

export const shownStream = computed(() => {
  const state = player.value?.state;
  return state?.status === 'stopped' ? undefined : state?.stream?.title;
});

export const about = signal<FileMetadata | undefined>(undefined);

export const link = signal<StationEvents['tap.link'] | undefined>(undefined);

type Plot = StationEvents['plots'][number];
export const isOver = ({ state }: Plot) => /^(?:done|failed|refused)$/.test(state);
const seenPlots = signal<readonly number[]>([]);

/** The newest plot that is still running or whose end visitors have not seen. */
export const shownPlot = computed(() => plots.value.find(({ id }) => !seenPlots.value.includes(id)));

export function plotSeen({ id }: Plot): void {
  seenPlots.value = [id, ...seenPlots.value].slice(0, plots.value.length);
}

/** Captions, pictures of tags and idle pictures, by lower-case name. */
export const companions = signal<ReadonlyMap<string, CardFile>>(new Map());

const isCompanion = ({ filename }: { filename: string }) => /\.vtt$/i.test(filename) || isPicture(filename);

export const idlePicture = computed(() =>
  [...companions.value.values()].find(
    ({ filename }) => /^idle\.[^.]+$/i.test(filename) && isPicture(filename),
  ),
);

const shownTagId = computed(() =>
  shownFile.value === undefined && shownStream.value === undefined ? undefined : player.value?.state.tag?.id,
);

const shownTag = signal<TagDetails | undefined>(undefined);

export const ownPicture = computed(
  () =>
    companions.value.get(shownTag.value?.picture?.toLowerCase() ?? '') ??
    pictureBeside(shownFile.value?.filename ?? ''),
);

function pictureBeside(filename: string): CardFile | undefined {
  const pictures = [...companions.value.values()].filter(({ filename: name }) => isPicture(name));
  for (const folder of foldersOf(filename)) {
    const found = pictures.find(({ filename: name }) => name === `${folder}/${baseName(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const slides = computed(() =>
  (shownTag.value?.exhibit?.pictures ?? []).flatMap((name) => companions.value.get(name.toLowerCase()) ?? []),
);

const defaultSlideSeconds = 8;
export const slideSeconds = computed(() => shownTag.value?.exhibit?.seconds ?? defaultSlideSeconds);

export const languages = computed(() => player.value?.state.languages ?? []);

export const visitorLanguage = computed(() => player.value?.state.language ?? pageLanguage.value);

/** The text in the language of visitors, or else in the object's first language. */
export const shownText = computed(() => {
  const { texts = [] } = shownTag.value?.exhibit ?? {};
  return texts.find(({ language }) => language === visitorLanguage.value) ?? texts[0];
});

/** Shows the page in the language of visitors, or in English if the page has no texts in that language. */
export function followVisitorLanguage(): void {
  const wanted = computed(() => player.value?.state.language ?? undefined);
  effect(() => {
    if (wanted.value !== undefined) showLanguage(isLanguage(wanted.value) ? wanted.value : 'en');
  });
}

export function applyKioskEvent(event: StationEvent): void {
  batch(() => {
    switch (event.name) {
      case 'snapshot': {
        const before = settings.value?.fw_version;
        // Reloads the page, because the station was updated.
        if (before !== undefined && before !== event.data.settings.fw_version) location.reload();
        settings.value = event.data.settings;
        suggestLanguage(event.data.setup.language ?? undefined);
        present.value = event.data.present;
        player.value = { state: event.data.player, atMs: performance.now() };
        plots.value = event.data.plots;
        // Visitors have already seen or missed the plots that ended before this page connected.
        seenPlots.value = event.data.plots.filter(isOver).map(({ id }) => id);
        return readCompanions();
      }
      case 'settings':
        settings.value = event.data;
        return;
      case 'card':
        return readCompanions();
      case 'player':
        player.value = { state: event.data, atMs: performance.now() };
        return;
      case 'plots':
        plots.value = event.data;
        return;
      case 'tap.link':
        link.value = event.data;
        return;
      case 'tap.on':
        // The link stays visible after its tag is removed, for visitors who are still reading it.
        if (event.data.serial !== link.value?.serial) link.value = undefined;
        return;
      case 'tag.details':
        if (event.data.id === shownTagId.value) shownTag.value = event.data;
        return;
      case 'metadata': {
        const found = event.data.files.find(({ id }) => id === shownFile.value?.id);
        if (found !== undefined) about.value = found;
        return;
      }
      case 'file.added':
      case 'file.changed':
      case 'file.removed': {
        if (!isCompanion(event.data)) return;
        const { data, name } = event;
        return lists.change(
          companions,
          data.filename.toLowerCase(),
          name === 'file.removed' ? undefined : data,
        );
      }
    }
  });
}

/** Does not retry a failed read, because the next event of the card causes another read. */
const readCompanions = createListReader({
  read: () =>
    lists
      .read(async (replace, options) => {
        const found = (await station.card(options)).files.filter(isCompanion);
        replace(
          companions,
          found.map((file) => [file.filename.toLowerCase(), file]),
        );
      })
      .catch(() => undefined),
});

export function followFile(): void {
  effect(() => {
    const id = shownFile.value?.id;
    if (shownStream.value !== undefined) link.value = undefined;
    if (id === about.peek()?.id) return;
    about.value = undefined;
    if (id === undefined) return;
    link.value = undefined;
    stationMetadata.ofFile(id).then(
      (found) => {
        // Ignores the response if an event was received in the meantime, because the event is newer.
        if (shownFile.peek()?.id === id && about.peek() === undefined) about.value = found;
      },
      () => undefined,
    );
  });
}

export function followTag(): void {
  effect(() => {
    const id = shownTagId.value;
    shownTag.value = undefined;
    if (id === undefined) return;
    stationTags.get(id).then(
      (tag) => {
        if (shownTagId.peek() === id && shownTag.peek() === undefined) shownTag.value = tag;
      },
      () => undefined,
    );
  });
}
