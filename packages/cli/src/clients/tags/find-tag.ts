import { exitCodes, Failure } from '../../terminal/exit-codes.ts';

/** Normalises a serial: `04:a2:24` is `0x04A224`. */
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

/** Finds a tag by serial, id or, if names are known, name. */
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
