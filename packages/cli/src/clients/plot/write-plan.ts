import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PlanFormatName } from '@stationery/contract/plan-formats';
import { messageOf } from '@stationery/core/errors';
import type { Machine, Plan } from '@stationery/drawing';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';

type Streams = Pick<Output['streams'], 'stdout'>;

const standardOutput = '-';

/** Whether a document goes to standard output. Throws if several would. */
export function usesStandardOutput(paths: readonly (string | undefined)[], json: boolean): boolean {
  const count = paths.filter((path) => path === standardOutput).length;
  if (count > 1) throw new UsageError('--preview and --commands can’t both go to standard output');
  if (count > 0 && json) throw new UsageError('--json and “-” can’t both go to standard output');
  return count > 0;
}

/** Throws if the path cannot be written. Called before planning, which may take long. */
export async function expectWritable(path: string): Promise<void> {
  if (path === standardOutput) return;
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new Failure(`“${path}” is a folder. Name a file`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new Failure(`there is no folder “${dirname(path)}”`, exitCodes.notFound);
}

export async function writePreview(
  streams: Streams,
  path: string,
  plan: Plan,
  travel: boolean,
): Promise<void> {
  const { previewSvg } = await import('./drawing-parts.ts');
  await write(streams, path, [previewSvg(plan, { travel })]);
}

/** Writes a document. Commands are written in the format that `stationery plot run` reads. */
export async function writeFormat(
  streams: Streams,
  path: string,
  plan: Plan,
  format: PlanFormatName,
  machine: Machine,
): Promise<void> {
  const { writePlan } = await import('./drawing-parts.ts');
  await write(streams, path, writePlan(format, plan, { machine }));
}

/** Notes where a document was written. Prints nothing for standard output or with `--json`. */
export function noteWritten(out: Output, what: string, path: string): void {
  if (path !== standardOutput && !out.json) out.note(`${what} in “${plain(path)}”.`);
}

export async function write({ stdout }: Streams, path: string, pieces: Iterable<string>): Promise<void> {
  if (path === standardOutput) return pipeline(Readable.from(pieces), stdout, { end: false });
  try {
    await pipeline(Readable.from(pieces), createWriteStream(path));
  } catch (error) {
    throw new Failure(`can’t write “${path}”: ${messageOf(error)}`);
  }
}
