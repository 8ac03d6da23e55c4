import { computed, signal } from '@preact/signals';
import type { CardFile, StationEvents, Tag } from '@stationery/client';
import type { TagDetails } from '@stationery/client/tags';
import { Lists } from '../../service/lists.ts';

type Snapshot = StationEvents['snapshot'];

export const settings = signal<Snapshot['settings'] | undefined>(undefined);
export const setup = signal<Snapshot['setup'] | undefined>(undefined);
export const card = signal<Snapshot['card'] | undefined>(undefined);
export const battery = signal<Snapshot['battery'] | undefined>(undefined);
export const reader = signal<Snapshot['reader'] | undefined>(undefined);
export const simulated = signal(false);
export const present = signal<Snapshot['present']>([]);
export const collection = signal<Snapshot['collection'] | undefined>(undefined);
export const mqtt = signal<Snapshot['mqtt'] | undefined>(undefined);
export const firmware = signal<Snapshot['firmware'] | undefined>(undefined);
export const firmwareProgress = signal<StationEvents['firmware'] | undefined>(undefined);

/** State of the player with the time of the report, because the position advances. */
export const player = signal<{ state: Snapshot['player']; atMs: number } | undefined>(undefined);

/** Newest first. */
export const plots = signal<Snapshot['plots']>([]);

/** Applies the changes of about one frame together. */
export const lists = new Lists(16);

export const files = signal<ReadonlyMap<number, CardFile> | undefined>(undefined);
export const tags = signal<ReadonlyMap<number, Tag> | undefined>(undefined);

/** By tag id. */
export const details = signal<ReadonlyMap<number, TagDetails>>(new Map());

export const presentSerials = computed(() => new Set(present.value.map(({ serial }) => serial)));

/** Includes files that are not on the card. */
export function filesOfTag({ id, filename }: Tag): readonly string[] {
  const meaning = details.value.get(id)?.meaning;
  if (meaning?.kind === 'playlist') return meaning.files;
  // Folders are looked up in `tagsByFolder` instead.
  if (meaning?.kind === 'album') return [];
  return filename === null ? [] : [filename];
}

export const tagsByFile = computed(() => {
  const found = new Map<string, Tag[]>();
  for (const tag of tags.value?.values() ?? []) {
    for (const name of filesOfTag(tag)) {
      const bound = found.get(name);
      if (bound === undefined) found.set(name, [tag]);
      else bound.push(tag);
    }
  }
  return found;
});

export const tagsByFolder = computed(() => {
  const found = new Map<string, Tag[]>();
  for (const tag of tags.value?.values() ?? []) {
    const meaning = details.value.get(tag.id)?.meaning;
    if (meaning?.kind === 'album') found.set(meaning.folder, [...(found.get(meaning.folder) ?? []), tag]);
  }
  return found;
});

export const presentFiles = computed(() => {
  const isPresent = ({ serial }: Tag) => presentSerials.value.has(serial);
  return new Set([...tagsByFile.value].filter(([, bound]) => bound.some(isPresent)).map(([name]) => name));
});

export function fileNamed(name: string): CardFile | undefined {
  // File names on a card are case-insensitive.
  const wanted = name.normalize('NFC').toLowerCase();
  return [...(files.value?.values() ?? [])].find(({ filename }) => filename.toLowerCase() === wanted);
}

export const hasPlayer = computed(() => (player.value?.state.player ?? 'none') !== 'none');
