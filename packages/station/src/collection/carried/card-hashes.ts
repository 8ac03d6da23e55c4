import type { Card } from '../../card/card.ts';
import { contentFlags } from '../../card/card-folder.ts';
import { diskPath } from '../../card/card-scan.ts';
import type { FileHashesTable } from '../../store/file-hashes-table.ts';
import type { StoredFile } from '../../store/files-table.ts';
import { type ContentPlace, sha256At } from '../content.ts';

/** Content hashes of files on the card. Reads each version of a file once. */
export class CardHashes {
  readonly #card: Card;
  readonly #table: FileHashesTable;

  constructor(card: Card, table: FileHashesTable) {
    this.#card = card;
    this.#table = table;
  }

  /** Returns undefined if the size differs, so that the content cannot match. */
  async of(file: StoredFile, sizeBytes: number, signal?: AbortSignal): Promise<string | undefined> {
    if (file.sizeBytes !== sizeBytes) return undefined;
    const known = this.#table.get(file);
    if (known !== undefined) return known;
    const sha256 = await sha256At(this.place(file), signal && { signal });
    this.#table.set(file, sha256);
    return sha256;
  }

  /** Records a hash computed during the upload. */
  learn(file: StoredFile, sha256: string): void {
    this.#table.set(file, sha256);
  }

  place({ diskName, sizeBytes }: StoredFile): ContentPlace {
    const path = diskPath(this.#card.folder.path, diskName);
    return { path, offset: 0, size: sizeBytes, flags: contentFlags };
  }
}
