import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { exitCodes, Failure } from './exit-codes.ts';
import type { Streams } from './output.ts';

/** Reads a file; “-” is standard input. */
export async function readText(streams: Pick<Streams, 'stdin'>, path: string): Promise<string> {
  return (await readBytes(streams, path)).toString('utf8');
}

export async function readBytes({ stdin }: Pick<Streams, 'stdin'>, path: string): Promise<Buffer> {
  if (path === '-') return buffer(stdin);
  try {
    return readFileSync(path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') throw new Failure(`there is no file “${path}”`, exitCodes.notFound);
    if (code === 'EISDIR') throw new Failure(`“${path}” is a folder`);
    throw new Failure(`can’t read “${path}”: ${messageOf(error)}`);
  }
}
