import { readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably } from '../durable.ts';
import { sha256 } from '../sha256.ts';

export type Value = string | number | null | { base64: string };

export interface CopiedRows {
  columns: string[];
  rows: Value[][];
}

export interface CopyContent {
  /** Number of migrations applied to the database. */
  schema: number;
  tables: Record<string, CopiedRows>;
  /** Upper bounds of the ids assigned, because no id may be assigned twice. */
  highestIds: Record<string, number>;
}

export interface Copy extends CopyContent {
  /** Increases with every copy. The database stores the number of the last copy that was started. */
  number: number;
  writtenAt: string;
}

/** Serializes deterministically: equal copies give equal text. */
export function contentOf({ schema, tables, highestIds }: CopyContent): string {
  return JSON.stringify({ schema, tables, highestIds });
}

/** Numbers of the two files, which are written in turn: if one is cut off or damaged, the other remains. */
const places = [1, 2];

/** Copies of the most important tables, as JSON beside the database. */
export class CopyFiles {
  readonly #folder: string;
  readonly #owner: string;

  constructor(folder: string, owner: string) {
    this.#folder = folder;
    this.#owner = owner;
  }

  pathOf(place: number): string {
    return join(this.#folder, `${this.#owner}.copy-${place}.json`);
  }

  newest(): Copy | undefined {
    const copies = places.map((place) => readCopy(this.pathOf(place)));
    return copies.reduce(
      (best, each) => ((each?.number ?? -1) > (best?.number ?? -1) ? each : best),
      undefined,
    );
  }

  /** Overwrites the older copy. Durable when it resolves. */
  async write(number: number, content: string): Promise<void> {
    const path = this.pathOf(places[number % places.length] as number);
    const temporary = `${path}.new`;
    const head = JSON.stringify({ number, writtenAt: new Date().toISOString() });
    const text = `${head.slice(0, -1)},${content.slice(1)}`;
    try {
      const handle = await open(temporary, 'w', 0o640);
      try {
        await handle.writeFile(`${sha256(text)}\n${text}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await renameDurably(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true, recursive: true });
      throw error;
    }
  }
}

function readCopy(path: string): Copy | undefined {
  try {
    const [digest, text = ''] = readFileSync(path, 'utf8').split('\n');
    return digest === sha256(text) ? (JSON.parse(text) as Copy) : undefined;
  } catch {
    return undefined;
  }
}
