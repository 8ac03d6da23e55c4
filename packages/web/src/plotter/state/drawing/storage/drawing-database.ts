import type { Layout } from '../placed-drawing.ts';

/** For each tab, a file and the layout of the file. */

export interface FileRecord {
  tab: string;
  id: string;
  name: string;
  file: Blob;
  more?: readonly Blob[] | undefined;
  names?: readonly string[] | undefined;
}

export interface LayoutRecord {
  tab: string;
  fileId: string;
  layout: Layout;
  version: number;
  /**
   * Whether the drawing is on the bed, or was when the tab closed. Such a drawing is restored
   * automatically.
   */
  isOnBed: boolean;
  /** Missing if the drawing was not plotted. */
  plottedAs?: string | undefined;
  atMs: number;
}

const databaseName = 'stationery.plotter';
const storeNames = ['files', 'places'] as const;
const tabKey = 'stationery.plotter.tab';

export type Work<T> = (files: IDBObjectStore, layouts: IDBObjectStore, tab: string) => T;

class DrawingDatabase {
  #opened: Promise<IDBDatabase> | undefined;

  /** Runs all requests or none. Resolves to undefined on failure. */
  async transaction<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
    try {
      this.#opened ??= openDatabase();
      const step = (await this.#opened).transaction([...storeNames], mode);
      const result = work(step.objectStore('files'), step.objectStore('places'), thisTab());
      return await new Promise((resolve) => {
        step.oncomplete = () => resolve(result);
        step.onabort = () => resolve(undefined);
      });
    } catch {
      return undefined;
    }
  }
}

export const drawingDatabase = new DrawingDatabase();

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      for (const store of storeNames) request.result.createObjectStore(store, { keyPath: 'tab' });
    };
    request.onsuccess = () => {
      // A newer version of the page in a different tab must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

function thisTab(): string {
  const known = sessionStorage.getItem(tabKey);
  if (known !== null) return known;
  const name = uniqueName();
  sessionStorage.setItem(tabKey, name);
  return name;
}

export const uniqueName = () => `${Date.now()}-${Math.random()}`;

/** Commits at once, because the page may be closing. The transaction takes no requests afterwards. */
export const commitNow = ({ transaction }: IDBObjectStore) => transaction.commit();
