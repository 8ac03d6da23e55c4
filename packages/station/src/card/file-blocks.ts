import type { StoredFile } from '../store/files-table.ts';

/** Files with neighbouring ids. Immutable: a change creates a new block. */
export type FileBlock = readonly StoredFile[];

/** Size of a block. A change to one file rebuilds the cached output of its whole block. */
const filesPerBlock = 512;

/** Files in order of id. A change costs as much as one block and not as the whole list. */
export class FileBlocks {
  #blocks: readonly FileBlock[] = [];

  /** Returns the same array until a file changes. Successive arrays share their unchanged blocks. */
  get all(): readonly FileBlock[] {
    return this.#blocks;
  }

  put(file: StoredFile): void {
    const at = this.#blockFor(file.id);
    const block = this.#blocks[at] ?? [];
    const from = firstAtLeast(block, file.id);
    const put = [
      ...block.slice(0, from),
      file,
      ...block.slice(block[from]?.id === file.id ? from + 1 : from),
    ];
    if (put.length <= filesPerBlock) this.#splice(at, 1, put);
    // A new file has the highest id. Keep the last block full and start a new one.
    else if (from === block.length) this.#splice(at + 1, 0, [file]);
    else this.#splice(at, 1, put.slice(0, filesPerBlock / 2), put.slice(filesPerBlock / 2));
  }

  remove(id: number): void {
    const at = this.#blockFor(id);
    const block = this.#blocks[at] ?? [];
    const from = firstAtLeast(block, id);
    if (block[from]?.id !== id) return;
    const left = [...block.slice(0, from), ...block.slice(from + 1)];
    const next = this.#blocks[at + 1];
    if (left.length === 0) this.#splice(at, 1);
    // Merge with the next block, because scattered deletions would otherwise leave many small blocks.
    else if (next !== undefined && left.length + next.length <= filesPerBlock / 2)
      this.#splice(at, 2, [...left, ...next]);
    else this.#splice(at, 1, left);
  }

  #blockFor(id: number): number {
    const last = this.#blocks.findLastIndex((block) => (block[0]?.id ?? 0) <= id);
    return Math.max(0, last);
  }

  #splice(at: number, count: number, ...blocks: FileBlock[]): void {
    this.#blocks = this.#blocks.toSpliced(at, count, ...blocks);
  }
}

/** Returns the index of the first file with at least this id. Searches from the end, where new files are added. */
function firstAtLeast(block: FileBlock, id: number): number {
  return block.findLastIndex((file) => file.id < id) + 1;
}
