import type { StationClient } from '@stationery/client';
import { createStationTags, type StationTags } from '@stationery/client/tags';
import { normalizedName } from '@stationery/core/file-name';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { filesInFolder } from '../files/find-files.ts';

/** Normalises a typed serial number: `04:a2:24` becomes `0x04A224`. */
export function serialOf(word: string): string {
  return `0x${word
    .replace(/^0x/i, '')
    .replace(/[:\s-]/g, '')
    .toUpperCase()}`;
}

interface NamedTag {
  id: number;
  serial: string;
  name?: string | null;
}

export function findTag<T extends NamedTag>(tags: readonly T[], word: string): T {
  const key = word.toLocaleLowerCase();
  const named = tags.filter(({ name }) => name?.toLocaleLowerCase() === key);
  const found =
    tags.find(({ serial }) => serial === serialOf(word)) ??
    (/^\d+$/.test(word) ? tags.find(({ id }) => id === Number(word)) : undefined) ??
    named[0];
  if (found !== undefined && found === named[0] && named.length > 1)
    throw new Failure(`several tags are called “${word}”. Use the serial or the id`, exitCodes.usage);
  if (found !== undefined) return found;
  throw new Failure(
    `there is no tag “${word}”. “stationery tags ls” lists the tags, “stationery tags add” adds one`,
    exitCodes.notFound,
  );
}

export async function connectTags(context: Pick<CommandContext, 'sources' | 'signal'>): Promise<StationTags> {
  const { sources, signal } = context;
  return createStationTags(await stationOptions(sources('client'), signal));
}

export async function folderOnCard(
  station: StationClient,
  word: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { files } = await station.card({ signal });
  const name = normalizedName(word).replace(/\/$/, '');
  const isFolder = filesInFolder(files, name).length > 0 && !files.some(({ filename }) => filename === name);
  return isFolder ? name : undefined;
}

export async function requireFile(
  station: StationClient,
  filename: string,
  signal: AbortSignal,
): Promise<void> {
  const { files } = await station.card({ signal });
  const name = normalizedName(filename);
  if (!files.some((file) => file.filename === name))
    throw new Failure(`there is no file “${filename}” on the card. Upload it first`, exitCodes.notFound);
}
