import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '@stationery/core/errors';
import type { Machine, Plan } from '@stationery/drawing';
import { Failure } from '../exit-codes.ts';

/** Said before a drawing is planned, which may take its time, rather than after it. */
export async function expectWritable(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) throw new Failure(`“${path}” is a folder: name a file`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) throw new Failure(`there is no folder for “${path}”`);
}

export async function writePreview(path: string, plan: Plan, travel: boolean): Promise<void> {
  const { previewSvg } = await import('@stationery/drawing');
  await writing(path, () => writeFile(path, previewSvg(plan, { travel })));
}

/** One command a line, as `stationery plot run` takes them; a comment stands where the pen is changed. */
export async function writeCommands(path: string, plan: Plan, machine: Machine): Promise<void> {
  const { commandsOf } = await import('@stationery/drawing');
  function* lines() {
    for (const line of commandsOf(plan, machine)) yield `${line}\n`;
  }
  await writing(path, () => pipeline(Readable.from(lines()), createWriteStream(path)));
}

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new Failure(`“${path}” cannot be written: ${messageOf(error)}`);
  }
}
