import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { Failure } from './exit-codes.ts';
import type { Streams } from './terminal/output.ts';

/** The text of a file; “-” is standard input. */
export async function readText({ stdin }: Pick<Streams, 'stdin'>, path: string): Promise<string> {
  if (path === '-') return text(stdin);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') throw new Failure(`there is no file “${path}”`);
    if (code === 'EISDIR') throw new Failure(`“${path}” is a folder`);
    throw new Failure(`“${path}” cannot be read: ${messageOf(error)}`);
  }
}
