import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';

/** Finds an entry by id or name. Part of a name is enough if it matches only one entry. */
export function named<T extends { id: string; name: string }>(all: readonly T[], word: string): T {
  const exact = all.filter(({ id, name }) => id === word || name === word);
  const part = all.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()));
  const found = exact.length > 0 ? exact : part;
  const [first] = found;
  const names = (some: readonly T[]) => some.map(({ name }) => `“${plain(name)}”`).join(', ');
  if (first === undefined)
    throw new UsageError(`“${word}” not found${all.length === 0 ? '' : `; there are ${names(all)}`}`);
  if (found.length > 1) throw new UsageError(`“${word}” could be ${names(found)}; write more of the name`);
  return first;
}
