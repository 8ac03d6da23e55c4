import type { NoteCode } from '@stationery/contract/note-codes';
import type { Note } from '../drawing.ts';

/** Limited, because a file can have a million errors. */
const maxDifferentNotes = 200;

export class Notes {
  private readonly notes = new Map<string, { code: NoteCode; text: string; count: number }>();
  total = 0;

  add(code: NoteCode, text: string): void {
    this.total++;
    const note = this.notes.get(text);
    if (note !== undefined) note.count++;
    else if (this.notes.size < maxDifferentNotes || code === 'more-notes')
      this.notes.set(text, { code, text, count: 1 });
    else this.add('more-notes', 'More was left out or drawn differently than is listed here.');
  }

  list(): Note[] {
    return [...this.notes.values()];
  }
}

export function quoted(word: string): string {
  const clean = word
    .slice(0, 200)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return `“${clean.length > 40 ? `${clean.slice(0, 40)}…` : clean}”`;
}
