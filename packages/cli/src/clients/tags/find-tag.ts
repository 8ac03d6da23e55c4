import type { Tag } from '@stationery/client';
import { Failure } from '../exit-codes.ts';

/** A serial as the station writes it: `04:a2:24` is `0x04A224`. */
export function serialOf(word: string): string {
  return `0x${word
    .replace(/^0x/i, '')
    .replace(/[:\s-]/g, '')
    .toUpperCase()}`;
}

/** The tag that a serial or an id means. */
export function findTag(tags: readonly Tag[], word: string): Tag {
  const found =
    tags.find(({ serial }) => serial === serialOf(word)) ??
    (/^\d+$/.test(word) ? tags.find(({ id }) => id === Number(word)) : undefined);
  if (found !== undefined) return found;
  throw new Failure(
    `the station knows no tag “${word}”; “stationery tags ls” shows those it knows, “stationery tags learn” teaches it one`,
  );
}
