/** Gives the same string for the same name, without making a new one for each of a million attributes. */
export class NameTable {
  private readonly buckets: string[][] = Array.from({ length: 512 }, () => []);

  find(source: string, from: number, to: number): string {
    const hash =
      source.charCodeAt(from) * 7 +
      source.charCodeAt(to - 1) * 31 +
      source.charCodeAt((from + to) >> 1) +
      to -
      from;
    const bucket = this.buckets[hash & 511] as string[];
    const length = to - from;
    for (const name of bucket) if (name.length === length && source.startsWith(name, from)) return name;
    // A file with endless names must not make every look-up slow.
    if (bucket.length >= 32) return source.slice(from, to);
    const name = internalised(source.slice(from, to));
    bucket.push(name);
    return name;
  }
}

/** As a key of an object a string becomes the one that literals are, and comparing it with them costs nothing. */
function internalised(name: string): string {
  return Object.keys({ [name]: 0 })[0] as string;
}
