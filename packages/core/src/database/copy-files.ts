import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { renameDurably } from '../durable.ts';

export type Value = string | number | null | { base64: string };

export interface CopiedRows {
  columns: string[];
  rows: Value[][];
}

export interface CopyContent {
  /** How many migrations the database had had. */
  schema: number;
  tables: Record<string, CopiedRows>;
  /** The highest ids ever given, or higher: an id must not be given twice. */
  highestIds: Record<string, number>;
}

export interface Copy extends CopyContent {
  /** Grows with every copy. The database knows the number of the last one that was begun. */
  number: number;
  writtenAt: string;
}

/** As it is written: what is the same in two copies is the same text. */
export function contentOf({ schema, tables, highestIds }: CopyContent): string {
  return JSON.stringify({ schema, tables, highestIds });
}

/** Two, written in turn: whatever is cut off or damaged, the other one is still there. */
const places = [1, 2];

/** The copies of what matters most in a database, as JSON in two files beside it. */
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

  /** The newest one that is whole. */
  newest(): Copy | undefined {
    const copies = places.map((place) => readCopy(this.pathOf(place)));
    return copies.reduce(
      (best, each) => ((each?.number ?? -1) > (best?.number ?? -1) ? each : best),
      undefined,
    );
  }

  /** Writes over the older of the two. What a call has written is on the disk when it is over. */
  async write(number: number, content: string): Promise<void> {
    const path = this.pathOf(places[number % places.length] as number);
    const temporary = `${path}.new`;
    const head = JSON.stringify({ number, writtenAt: new Date().toISOString() });
    const text = `${head.slice(0, -1)},${content.slice(1)}`;
    try {
      const handle = await open(temporary, 'w', 0o640);
      try {
        await handle.writeFile(`${digestOf(text)}\n${text}\n`);
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

/** Undefined where there is none, or not all of it. */
function readCopy(path: string): Copy | undefined {
  try {
    const [digest, text = ''] = readFileSync(path, 'utf8').split('\n');
    return digest === digestOf(text) ? (JSON.parse(text) as Copy) : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
