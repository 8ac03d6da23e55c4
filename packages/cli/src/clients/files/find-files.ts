import type { CardFile } from '@stationery/client';
import { normalizedName } from '@stationery/core/file-name';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { globMatcher, hasWildcard } from '../../terminal/glob.ts';

export function findFiles(files: readonly CardFile[], words: readonly string[]): CardFile[] {
  return [...new Set(words.flatMap((word) => findOne(files, word)))];
}

/** Includes the folders inside. */
export function filesInFolder(files: readonly CardFile[], folder: string): CardFile[] {
  const start = `${folder.replace(/\/$/, '')}/`;
  return files.filter(({ filename }) => filename.startsWith(start));
}

function findOne(files: readonly CardFile[], word: string): CardFile[] {
  const name = normalizedName(word);
  const [, kind, rest = ''] = /^(id|name):(.*)$/s.exec(name) ?? [];
  const named = files.find(({ filename }) => filename === (kind === 'name' ? rest : name));
  const numbered = /^\d+$/.test(kind === 'id' ? rest : name)
    ? files.find(({ id }) => id === Number(kind === 'id' ? rest : name))
    : undefined;
  if (named !== undefined && numbered !== undefined && named !== numbered) {
    throw new UsageError(
      `“${word}” is the name of one file and the id of another. Write “name:${word}” or “id:${word}”`,
    );
  }
  const found = named ?? numbered;
  if (found !== undefined) return [found];
  const inside = filesInFolder(files, name);
  if (inside.length > 0) return inside;
  const fits = globMatcher(name);
  const matching = hasWildcard(name) ? files.filter(({ filename }) => fits(filename)) : [];
  if (matching.length > 0) return matching;
  throw new Failure(
    `there is no file “${word}” on the card. “stationery files ls” lists the files`,
    exitCodes.notFound,
  );
}
