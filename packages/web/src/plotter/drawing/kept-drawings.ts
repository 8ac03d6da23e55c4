import type { Lies, Placed } from './placed.ts';

/**
 * The drawings of this browser: one for each tab, under a name that the tab keeps over a reload. So two tabs never
 * write over each other, and a tab that was closed leaves something that another can take up; a tab and its duplicate
 * have one name, and the last to change something wins. A file is kept apart from how it lies, which changes with every
 * touch. A browser that refuses all this keeps nothing, and the page works on.
 */

interface File {
  tab: string;
  name: string;
  file: Blob;
}

interface Place {
  tab: string;
  lies: Lies;
  /** It is on the bed of its tab, or was until the tab ended, and comes back by itself. */
  isLying: boolean;
  atMs: number;
}

const database = 'stationery.plotter';
const stores = ['files', 'places'] as const;
const tabKey = 'stationery.plotter.tab';
/** Drawings can have tens of megabytes. */
const keptTabs = 4;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1);
    asked.onupgradeneeded = () => {
      for (const store of stores) asked.result.createObjectStore(store, { keyPath: 'tab' });
    };
    asked.onsuccess = () => {
      // A newer page in another tab is not held up by this one.
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

function thisTab(): string {
  const known = sessionStorage.getItem(tabKey);
  if (known !== null) return known;
  const name = `${Date.now()}-${Math.random()}`;
  sessionStorage.setItem(tabKey, name);
  return name;
}

type Work<T> = (files: IDBObjectStore, places: IDBObjectStore, tab: string) => T;

/** All of it or nothing: then undefined. */
async function inOneStep<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  try {
    const step = (await open()).transaction([...stores], mode);
    const made = work(step.objectStore('files'), step.objectStore('places'), thisTab());
    // Said at once, so that a page that is left this very moment has done it.
    step.commit();
    return await new Promise((resolve) => {
      step.oncomplete = () => resolve(made);
      step.onabort = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}

let keptFile: Blob | undefined;
/** There is no room for it; it is not tried again with every touch. */
let refusedFile: Blob | undefined;

/** Keeps the drawing of this tab in place of the one before. */
export async function keep({ name, file }: Placed, lies: Lies, isLying: boolean): Promise<void> {
  if (file === refusedFile) return;
  const isNew = file !== keptFile;
  keptFile = file;
  const isKept = await inOneStep('readwrite', (files, places, tab) => {
    if (isNew) files.put({ tab, name, file } satisfies File);
    places.put({ tab, lies, isLying, atMs: Date.now() } satisfies Place);
    return true;
  });
  if (isKept || !isNew) return;
  refusedFile = file;
  // The one before must not come back in its place.
  await forget();
}

export async function forget(): Promise<void> {
  keptFile = undefined;
  await inOneStep('readwrite', (files, places, tab) => remove(files, places, [tab]));
}

function remove(files: IDBObjectStore, places: IDBObjectStore, tabs: readonly string[]): void {
  for (const tab of tabs) for (const store of [files, places]) store.delete(tab);
}

/** What lay on the bed of this tab, or else what lay on the bed of any tab last. */
export async function readKept(): Promise<{ lying?: Placed; last?: Placed }> {
  const asked = await inOneStep('readonly', (files, places, tab) => {
    return { files: files.getAll(), places: places.getAll(), tab };
  });
  if (asked === undefined) return {};
  const files = new Map((asked.files.result as File[]).map((file) => [file.tab, file]));
  const newestFirst = (asked.places.result as Place[])
    .filter(({ tab }) => files.has(tab))
    .toSorted((a, b) => b.atMs - a.atMs);
  const old = newestFirst.slice(keptTabs).map(({ tab }) => tab);
  if (old.length > 0) void inOneStep('readwrite', (...both) => remove(both[0], both[1], old));
  const isMine = ({ tab }: Place) => tab === asked.tab;
  const mine = newestFirst.find((place) => isMine(place) && place.isLying);
  const found = mine ?? newestFirst[0];
  if (found === undefined) return {};
  const { name, file } = files.get(found.tab)!;
  if (isMine(found)) keptFile = file;
  const drawing = { name, file, lay: found.lies };
  return mine === undefined ? { last: drawing } : { lying: drawing };
}
