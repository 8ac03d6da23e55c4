import type { Tag } from '@stationery/client';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';

/** A serial as the station writes it: `04:a2:24` is `0x04A224`. */
export function serialOf(word: string): string {
  return `0x${word
    .replace(/^0x/i, '')
    .replace(/[:\s-]/g, '')
    .toUpperCase()}`;
}

/** The tag with a serial or an id. */
export function findTag(tags: readonly Tag[], word: string): Tag {
  const found =
    tags.find(({ serial }) => serial === serialOf(word)) ??
    (/^\d+$/.test(word) ? tags.find(({ id }) => id === Number(word)) : undefined);
  if (found !== undefined) return found;
  throw new Failure(
    `there is no tag “${word}”. “stationery tags ls” lists the tags, “stationery tags add” adds one`,
    exitCodes.notFound,
  );
}
