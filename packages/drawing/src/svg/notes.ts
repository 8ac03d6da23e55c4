import type { Note } from '../drawing.ts';

/** A file can hold a million different mistakes; nobody reads more than these. */
const maxDifferentNotes = 200;

/** Collects what is not drawn as it stands in the file, and how often. */
export class Notes {
  private readonly counts = new Map<string, number>();

  add(text: string): void {
    const count = this.counts.get(text);
    if (count === undefined && this.counts.size >= maxDifferentNotes) {
      const rest = 'More was left out or drawn differently than is listed here.';
      this.counts.set(rest, (this.counts.get(rest) ?? 0) + 1);
      return;
    }
    this.counts.set(text, (count ?? 0) + 1);
  }

  list(): Note[] {
    return [...this.counts].map(([text, count]) => ({ text, count }));
  }
}

/** A word of the file inside a note: short, and nothing that would break a line. */
export function quoted(word: string): string {
  const clean = word
    .slice(0, 200)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return `“${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}”`;
}
