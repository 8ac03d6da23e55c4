import type { Lies } from '../placed-drawing.ts';

/** The database of this browser: for each tab a file, and how it lies. */

export interface File {
  tab: string;
  id: string;
  name: string;
  file: Blob;
}

export interface Place {
  tab: string;
  fileId: string;
  lies: Lies;
  shape: number;
  /** It is on the bed of its tab, or was until the tab ended, and comes back by itself. */
  isLying: boolean;
  atMs: number;
}

const database = 'stationery.plotter';
const stores = ['files', 'places'] as const;
const tabKey = 'stationery.plotter.tab';

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
  const name = newName();
  sessionStorage.setItem(tabKey, name);
  return name;
}

/** One that no other has. */
export const newName = () => `${Date.now()}-${Math.random()}`;

export type Work<T> = (files: IDBObjectStore, places: IDBObjectStore, tab: string) => T;

/** All of it or nothing: then undefined. */
export async function inOneStep<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T | undefined> {
  try {
    const step = (await open()).transaction([...stores], mode);
    const made = work(step.objectStore('files'), step.objectStore('places'), thisTab());
    return await new Promise((resolve) => {
      step.oncomplete = () => resolve(made);
      step.onabort = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}

/** So that a page that is left this very moment has done it. Nothing can be asked for in this step afterwards. */
export const sayAtOnce = ({ transaction }: IDBObjectStore) => transaction.commit();
