import type { StoredFile } from '../store/files-table.ts';
import { nameKey } from './file-name.ts';

/** Files by name, ignoring case. A case-sensitive card may have several files per key. */
export class NameIndex {
  readonly #byKey = new Map<string, Map<number, StoredFile> | StoredFile>();

  /** Returns the newest file of this name. */
  find(name: string): StoredFile | undefined {
    const found = this.#byKey.get(nameKey(name));
    if (!(found instanceof Map)) return found;
    return [...found.values()].reduce((newest, each) => (each.id > newest.id ? each : newest));
  }

  put(file: StoredFile): void {
    const key = nameKey(file.name);
    const known = this.#byKey.get(key);
    if (known === undefined || (!(known instanceof Map) && known.id === file.id)) this.#byKey.set(key, file);
    else if (known instanceof Map) known.set(file.id, file);
    else
      this.#byKey.set(
        key,
        new Map([
          [known.id, known],
          [file.id, file],
        ]),
      );
  }

  remove(file: StoredFile): void {
    const key = nameKey(file.name);
    const known = this.#byKey.get(key);
    if (known instanceof Map) {
      known.delete(file.id);
      if (known.size === 0) this.#byKey.delete(key);
    } else if (known?.id === file.id) this.#byKey.delete(key);
  }
}
