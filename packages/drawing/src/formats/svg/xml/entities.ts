import { DrawingError } from '../../../drawing-error.ts';

/** More than any drawing program writes; a bomb of entities is past it at once. */
const maxExpandedCharacters = 1_000_000;
const maxNesting = 16;

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The entities of one document: the five of XML, and those that it declares itself, as Illustrator does. */
export class Entities {
  private readonly declared = new Map<string, string>();
  private expanded = 0;

  declare(name: string, value: string): void {
    // The first declaration is the one that holds.
    if (!this.declared.has(name)) this.declared.set(name, value);
  }

  /** Whether any stands for elements. */
  get holdsMarkup(): boolean {
    return [...this.declared.values()].some((value) => value.includes('<'));
  }

  /** What an entity that holds elements, or refers to others that may, stands for; `undefined` for all others. */
  markup(name: string, nesting: number): string | undefined {
    const value = this.declared.get(name);
    if (value === undefined || !(value.includes('<') || value.includes('&'))) return undefined;
    this.count(value.length, nesting);
    return value;
  }

  /** Refuses entities that grow too large. */
  private count(characters: number, nesting: number): void {
    this.expanded += characters;
    if (this.expanded > maxExpandedCharacters || nesting >= maxNesting)
      throw new DrawingError(
        'drawing.too-large',
        'The entities in this file expand too far. Save it without entities.',
      );
  }

  /** `text` with every reference replaced. */
  decode(text: string, nesting = 0): string {
    let result = '';
    let from = 0;
    for (;;) {
      const ampersand = text.indexOf('&', from);
      if (ampersand < 0) return result + text.slice(from);
      const semicolon = text.indexOf(';', ampersand);
      if (semicolon < 0 || semicolon - ampersand > 100)
        throw malformed('an “&” that begins no reference; a plain one is written “&amp;”');
      result += text.slice(from, ampersand);
      result += this.resolve(text.slice(ampersand + 1, semicolon), nesting);
      from = semicolon + 1;
    }
  }

  private resolve(name: string, nesting: number): string {
    if (name.startsWith('#')) return character(name);
    const known = Object.hasOwn(predefined, name) ? predefined[name] : undefined;
    if (known !== undefined) return known;
    const value = this.declared.get(name);
    if (value === undefined) throw malformed(`the reference “&${name};”, which nothing declares`);
    this.count(value.length, nesting);
    return this.decode(value, nesting + 1);
  }
}

function character(name: string): string {
  const code = /^#x[0-9a-f]{1,6}$/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : /^#\d{1,7}$/.test(name)
      ? Number(name.slice(1))
      : Number.NaN;
  if (!(code >= 1 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff))
    throw malformed(`the reference “&${name};”, which is not a character`);
  return String.fromCodePoint(code);
}

export function malformed(what: string): DrawingError {
  return new DrawingError(
    'drawing.not-readable',
    `The SVG is damaged or incomplete: there is ${what}. Save or download it again.`,
  );
}
