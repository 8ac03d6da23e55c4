import { type Lies, liesShape, type Placed } from '../placed-drawing.ts';
import { type File, inOneStep, newName, type Place, sayAtOnce, type Work } from './drawing-database.ts';

/**
 * The drawings of this browser: one for each tab, under a name that the tab keeps over a reload. So two tabs never
 * write over each other, and a tab that was closed leaves something that another can take up; a tab and its duplicate
 * have one name, and the last to change something wins. A file is kept apart from how it lies, which changes with every
 * touch; both have the file's id, so that they are never taken for one when they are of two. A browser that refuses all
 * this keeps nothing, and the page works on.
 */

/** Drawings can have tens of megabytes. */
const keptTabs = 4;

const ids = new WeakMap<Blob, string>();

function idOf(file: Blob): string {
  const id = ids.get(file) ?? newName();
  ids.set(file, id);
  return id;
}

/** The file that this page last saw or put under the name of its tab. */
let keptId: string | undefined;
/** There is no room for it; it is not tried again with every touch. */
let refusedFile: Blob | undefined;

/** Keeps the drawing of this tab in place of the one before. */
export async function keep(drawing: Placed, lies: Lies, isLying: boolean): Promise<void> {
  if (drawing.file === refusedFile) return;
  const fileId = idOf(drawing.file);
  const isNew = fileId !== keptId;
  keptId = fileId;
  const before = await inOneStep('readwrite', (files, places, tab) => {
    const stored: IDBRequest<Place | undefined> = places.get(tab);
    if (isNew) files.put(fileOf(drawing, tab));
    places.put({ tab, fileId, lies, shape: liesShape, isLying, atMs: Date.now() } satisfies Place);
    sayAtOnce(places);
    return stored;
  });
  if (before === undefined) {
    if (isNew) await refuse(drawing.file);
    return;
  }
  if (!isNew && before.result?.fileId !== fileId) await putFileBack(drawing);
}

/** A duplicate of this tab had put another there, or a new tab has made room. */
async function putFileBack(drawing: Placed): Promise<void> {
  const isDone = await inOneStep('readwrite', (files, places, tab) => {
    const stored: IDBRequest<Place | undefined> = places.get(tab);
    stored.onsuccess = () => {
      if (stored.result?.fileId === idOf(drawing.file)) files.put(fileOf(drawing, tab));
    };
    return true;
  });
  if (!isDone) await refuse(drawing.file);
}

function fileOf({ name, file }: Placed, tab: string): File {
  return { tab, id: idOf(file), name, file };
}

async function refuse(file: Blob): Promise<void> {
  refusedFile = file;
  // The one before must not come back in its place.
  await forget(file);
}

/** Keeps this one no longer. What is kept of another stays. */
export async function forget(file: Blob): Promise<void> {
  if (idOf(file) !== keptId) return;
  keptId = undefined;
  await inOneStep('readwrite', (files, places, tab) => remove(files, places, [tab]));
}

function remove(files: IDBObjectStore, places: IDBObjectStore, tabs: readonly string[]): void {
  for (const tab of tabs) for (const store of [files, places]) store.delete(tab);
  sayAtOnce(places);
}

const look = (files: IDBObjectStore, places: IDBObjectStore, tab: string) => ({
  tab,
  files: files.getAll() as IDBRequest<File[]>,
  places: places.getAll() as IDBRequest<Place[]>,
});

/** From here on it comes back by itself only if there is a plan of it again: it may end its tab before. */
const takeUp: Work<ReturnType<typeof look>> = (files, places, tab) => {
  const seen = look(files, places, tab);
  seen.places.onsuccess = () => {
    const mine = seen.places.result.find((place) => place.tab === tab);
    if (mine?.isLying) places.put({ ...mine, isLying: false } satisfies Place);
  };
  return seen;
};

/** What lay on the bed of this tab, or else what lay there before, or on the bed of any tab last. */
export async function readKept(): Promise<{ lying?: Placed; last?: Placed }> {
  const taken = await inOneStep('readwrite', takeUp);
  // A disk that is full can still be read.
  const seen = taken ?? (await inOneStep('readonly', look));
  if (seen === undefined) return {};
  const files = new Map(seen.files.result.map((file) => [file.tab, file]));
  const newestFirst = seen.places.result
    .filter(({ tab }) => files.has(tab))
    .toSorted((a, b) => b.atMs - a.atMs);
  const left = newestFirst.slice(keptTabs).map(({ tab }) => tab);
  const old = left.filter((tab) => tab !== seen.tab);
  if (old.length > 0) void inOneStep('readwrite', (...both) => remove(both[0], both[1], old));
  const mine = newestFirst.find(({ tab }) => tab === seen.tab);
  const found = mine ?? newestFirst[0];
  if (found === undefined) return {};
  const { id, name, file } = files.get(found.tab)!;
  const isWhole = id !== undefined && id === found.fileId;
  if (isWhole) ids.set(file, id);
  if (mine !== undefined) keptId = idOf(file);
  const drawing = { name, file, lay: isWhole ? layOf(found) : undefined };
  return taken !== undefined && mine?.isLying ? { lying: drawing } : { last: drawing };
}

/** Another version of the page may have written it. */
function layOf({ shape, lies }: Place): Lies | undefined {
  const isOurs = shape === liesShape && typeof lies === 'object' && lies !== null;
  return isOurs && wishes.has(lies.wish) ? lies : undefined;
}

const wishes = new Set<Lies['wish']>([undefined, 'auto', 'fill', 'real']);
