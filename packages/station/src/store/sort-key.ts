const digits = 12;

/**
 * Returns a key that orders names as people do: ignoring case, and numbers by value. Names that differ by more
 * than case have different keys.
 */
export function sortKey(name: string): string {
  return name.toLowerCase().replaceAll(/\d+/g, (number) => {
    const value = number.replace(/^0+(?=\d)/, '').padStart(digits, '0');
    return `${value}.${number.length}`;
  });
}

/** Returns the SQL condition for files in a folder and in the folders inside it. `0` is the character after `/`. */
export const inFolder = (key: string) =>
  `present = 1 AND sort_key > ${key} || '/' AND sort_key < ${key} || '0'`;
