import { type Layout, layoutVersion, type PlacedDrawing, usableLayout } from '../placed-drawing.ts';
import {
  commitNow,
  drawingDatabase,
  type FileRecord,
  type LayoutRecord,
  uniqueName,
  type Work,
} from './drawing-database.ts';

/** Few, because a drawing can have tens of megabytes. */
const maxTabs = 4;

/**
 * Stores the drawings of this browser, one per tab. The name of a tab survives a reload. Two tabs never overwrite each
 * other's drawing, and the drawing of a closed tab can be placed in a different tab. A duplicated tab has the same
 * name, so the last change wins. Files are stored separately, because their layouts change often. A file and its layout
 * both have the file's id. The page also works if there is no storage.
 */
class DrawingStorage {
  readonly #ids = new WeakMap<Blob, string>();
  /** The file that this page last read or wrote under the name of its tab. */
  #storedId: string | undefined;
  /** A file for which there was no space. Storing it is not retried at every change. */
  #refusedFile: Blob | undefined;

  async write(drawing: PlacedDrawing, layout: Layout, isOnBed: boolean): Promise<void> {
    if (drawing.file === this.#refusedFile) return;
    const fileId = this.#idOf(drawing.file);
    const isNew = fileId !== this.#storedId;
    this.#storedId = fileId;
    const before = await drawingDatabase.transaction('readwrite', (files, layouts, tab) => {
      const stored: IDBRequest<LayoutRecord | undefined> = layouts.get(tab);
      if (isNew) files.put(this.#fileRecord(drawing, tab));
      const atMs = Date.now();
      const { plottedAs } = drawing;
      const record = { tab, fileId, layout, version: layoutVersion, isOnBed, plottedAs, atMs };
      layouts.put(record satisfies LayoutRecord);
      commitNow(layouts);
      return stored;
    });
    if (before === undefined) {
      if (isNew) await this.#refuse(drawing.file);
      return;
    }
    if (!isNew && before.result?.fileId !== fileId) await this.#restoreFile(drawing);
  }

  /** Removes the file, unless the tab has stored a newer one. */
  async remove(file: Blob): Promise<void> {
    if (this.#idOf(file) !== this.#storedId) return;
    this.#storedId = undefined;
    await drawingDatabase.transaction('readwrite', (files, layouts, tab) =>
      removeTabs(files, layouts, [tab]),
    );
  }

  /**
   * Returns this tab's drawing, to restore onto the bed or to offer again. Falls back to the newest drawing of any tab.
   */
  async read(): Promise<{ onBed?: PlacedDrawing; last?: PlacedDrawing }> {
    const claimed = await drawingDatabase.transaction('readwrite', claim);
    // Storage on a full disk can still be read.
    const found = claimed ?? (await drawingDatabase.transaction('readonly', readAll));
    if (found === undefined) return {};
    const files = new Map(found.files.result.map((file) => [file.tab, file]));
    const newestFirst = found.layouts.result
      .filter(({ tab }) => files.has(tab))
      .toSorted((a, b) => b.atMs - a.atMs);
    removeOldTabs(newestFirst, found.tab);
    const mine = newestFirst.find(({ tab }) => tab === found.tab);
    const record = mine ?? newestFirst[0];
    if (record === undefined) return {};
    const { id, name, names, file, more } = files.get(record.tab)!;
    const isWhole = id !== undefined && id === record.fileId;
    if (isWhole) this.#ids.set(file, id);
    if (mine !== undefined) this.#storedId = this.#idOf(file);
    const { plottedAs } = isWhole ? record : {};
    const drawing = {
      name,
      names,
      file,
      more,
      plottedAs,
      layout: isWhole ? usableLayout(record) : undefined,
    };
    return claimed !== undefined && mine?.isOnBed ? { onBed: drawing } : { last: drawing };
  }

  /**
   * Stores the file again if it is missing because a duplicate of this tab stored a different file or a new tab freed
   * space.
   */
  async #restoreFile(drawing: PlacedDrawing): Promise<void> {
    const isDone = await drawingDatabase.transaction('readwrite', (files, layouts, tab) => {
      const stored: IDBRequest<LayoutRecord | undefined> = layouts.get(tab);
      stored.onsuccess = () => {
        if (stored.result?.fileId === this.#idOf(drawing.file)) files.put(this.#fileRecord(drawing, tab));
      };
      return true;
    });
    if (!isDone) await this.#refuse(drawing.file);
  }

  async #refuse(file: Blob): Promise<void> {
    this.#refusedFile = file;
    // Without this, a reload would restore the previous drawing.
    await this.remove(file);
  }

  #idOf(file: Blob): string {
    const id = this.#ids.get(file) ?? uniqueName();
    this.#ids.set(file, id);
    return id;
  }

  #fileRecord({ name, names, file, more }: PlacedDrawing, tab: string): FileRecord {
    return { tab, id: this.#idOf(file), name, names, file, more };
  }
}

export const drawingStorage = new DrawingStorage();

const readAll = (files: IDBObjectStore, layouts: IDBObjectStore, tab: string) => ({
  tab,
  files: files.getAll() as IDBRequest<FileRecord[]>,
  layouts: layouts.getAll() as IDBRequest<LayoutRecord[]>,
});

/**
 * Reads the drawings, and marks this tab's drawing as not on the bed until it has a plan again. Otherwise, a drawing
 * that crashes its tab would do so after every reload.
 */
const claim: Work<ReturnType<typeof readAll>> = (files, layouts, tab) => {
  const found = readAll(files, layouts, tab);
  found.layouts.onsuccess = () => {
    const mine = found.layouts.result.find((record) => record.tab === tab);
    if (mine?.isOnBed) layouts.put({ ...mine, isOnBed: false } satisfies LayoutRecord);
  };
  return found;
};

function removeOldTabs(newestFirst: readonly LayoutRecord[], thisTab: string): void {
  const old = newestFirst
    .slice(maxTabs)
    .map(({ tab }) => tab)
    .filter((tab) => tab !== thisTab);
  if (old.length === 0) return;
  void drawingDatabase.transaction('readwrite', (files, layouts) => removeTabs(files, layouts, old));
}

function removeTabs(files: IDBObjectStore, layouts: IDBObjectStore, tabs: readonly string[]): void {
  for (const tab of tabs) for (const store of [files, layouts]) store.delete(tab);
  commitNow(layouts);
}
