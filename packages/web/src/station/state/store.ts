import { computed, signal } from '@preact/signals';
import type { CardFile, StationEvents, Tag } from '@stationery/client';
import type { TagDetails } from '@stationery/client/tags';
import { Lists } from '../../service/lists.ts';

/** State of the station as last reported by it. */

type Snapshot = StationEvents['snapshot'];

export const settings = signal<Snapshot['settings'] | undefined>(undefined);
export const setup = signal<Snapshot['setup'] | undefined>(undefined);
export const card = signal<Snapshot['card'] | undefined>(undefined);
export const battery = signal<Snapshot['battery'] | undefined>(undefined);
export const reader = signal<Snapshot['reader'] | undefined>(undefined);
export const simulated = signal(false);
/** Tags on the reader. */
export const present = signal<Snapshot['present']>([]);
export const collection = signal<Snapshot['collection'] | undefined>(undefined);
export const mqtt = signal<Snapshot['mqtt'] | undefined>(undefined);
export const firmware = signal<Snapshot['firmware'] | undefined>(undefined);
export const firmwareProgress = signal<StationEvents['firmware'] | undefined>(undefined);

/** The player state, and when it was reported, because the position advances. */
export const player = signal<{ state: Snapshot['player']; atMs: number } | undefined>(undefined);

/** Drawings that taps have asked for, the newest first. */
export const plots = signal<Snapshot['plots']>([]);

/** Changes within a frame are shown together. */
export const lists = new Lists(16);

/** Undefined until they were read for the first time. */
export const files = signal<ReadonlyMap<number, CardFile> | undefined>(undefined);
export const tags = signal<ReadonlyMap<number, Tag> | undefined>(undefined);

/** Names and meanings, by tag id. */
export const details = signal<ReadonlyMap<number, TagDetails>>(new Map());

export const presentSerials = computed(() => new Set(present.value.map(({ serial }) => serial)));

/** File names, including those not on the card. */
export function filesOfTag({ id, filename }: Tag): readonly string[] {
  const meaning = details.value.get(id)?.meaning;
  if (meaning?.kind === 'playlist') return meaning.files;
  // `tagsByFolder` has them.
  if (meaning?.kind === 'album') return [];
  return filename === null ? [] : [filename];
}

/** The tags of each file, by its name. */
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

/** The tags of each folder, by its name. */
export const tagsByFolder = computed(() => {
  const found = new Map<string, Tag[]>();
  for (const tag of tags.value?.values() ?? []) {
    const meaning = details.value.get(tag.id)?.meaning;
    if (meaning?.kind === 'album') found.set(meaning.folder, [...(found.get(meaning.folder) ?? []), tag]);
  }
  return found;
});

/** The files whose tag is on the reader. */
export const presentFiles = computed(() => {
  const isPresent = ({ serial }: Tag) => presentSerials.value.has(serial);
  return new Set([...tagsByFile.value].filter(([, bound]) => bound.some(isPresent)).map(([name]) => name));
});

export function fileNamed(name: string): CardFile | undefined {
  // Names on a card are case-insensitive.
  const wanted = name.normalize('NFC').toLowerCase();
  return [...(files.value?.values() ?? [])].find(({ filename }) => filename.toLowerCase() === wanted);
}

/** Whether the station can play at all. */
export const hasPlayer = computed(() => (player.value?.state.player ?? 'none') !== 'none');
