import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { systemErrorCode } from '@stationery/core/errors';
import { normalizedName } from '@stationery/core/file-name';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { globMatcher, hasWildcard } from '../../terminal/glob.ts';

export interface LocalFile {
  path: string;
  /** The name on the card, with the folder if it is in one. */
  filename: string;
  sizeBytes: number;
}

/** Expands folders and wildcards, and checks all files before anything is sent. */
export function localFiles(paths: readonly string[]): LocalFile[] {
  const files = paths.flatMap((path) => filesAt(path));
  const byName = new Map<string, LocalFile>();
  for (const file of files) {
    // Names on a card are case-insensitive.
    const key = file.filename.toLowerCase();
    const other = byName.get(key);
    if (other !== undefined && other.path !== file.path) {
      throw new UsageError(
        `“${other.path}” and “${file.path}” would have the same name on the card. Upload one of them with --name`,
      );
    }
    byName.set(key, file);
  }
  return [...byName.values()];
}

/** `folder`: the folder on the card, with a slash at its end. */
function filesAt(path: string, folder = ''): LocalFile[] {
  const stats = look(path);
  if (stats === undefined) return hasWildcard(path) ? matching(path) : missing(path);
  const filename = folder + normalizedName(basename(resolve(path)));
  if (stats.isDirectory()) return filesIn(path, `${filename}/`);
  if (!stats.isFile()) throw new UsageError(`“${path}” is not a file or a folder`);
  return [{ path, filename, sizeBytes: stats.size }];
}

function filesIn(path: string, folder: string): LocalFile[] {
  const entries = readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(({ name }) => filesAt(join(path, name), folder));
}

function matching(path: string): LocalFile[] {
  const folder = dirname(path);
  if (hasWildcard(folder) && look(folder) === undefined) {
    throw new UsageError(
      `“${path}”: wildcards are only possible in the last part. Without quotes the shell expands more`,
    );
  }
  const fits = globMatcher(basename(path));
  const names = look(folder)?.isDirectory() ? readdirSync(folder) : [];
  const found = names.filter((name) => fits(normalizedName(name))).sort();
  if (found.length === 0) throw new Failure(`no file matches “${path}”`, exitCodes.notFound);
  return found.flatMap((name) => filesAt(join(folder, name)));
}

function look(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}

function missing(path: string): never {
  throw new Failure(`there is no file “${path}”`, exitCodes.notFound);
}
