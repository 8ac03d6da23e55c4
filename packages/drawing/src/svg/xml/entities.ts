import { DrawingError } from '../../drawing-error.ts';

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

  /** `text` with every reference replaced. */
  decode(text: string, inMarkup: boolean, nesting = 0): string {
    let result = '';
    let from = 0;
    for (;;) {
      const ampersand = text.indexOf('&', from);
      if (ampersand < 0) return result + text.slice(from);
      const semicolon = text.indexOf(';', ampersand);
      if (semicolon < 0 || semicolon - ampersand > 100)
        throw malformed('an “&” that begins no reference; a plain one is written “&amp;”');
      result += text.slice(from, ampersand);
      result += this.resolve(text.slice(ampersand + 1, semicolon), inMarkup, nesting);
      from = semicolon + 1;
    }
  }

  private resolve(name: string, inMarkup: boolean, nesting: number): string {
    if (name.startsWith('#')) return character(name);
    const known = Object.hasOwn(predefined, name) ? predefined[name] : undefined;
    if (known !== undefined) return known;
    const value = this.declared.get(name);
    if (value === undefined) throw malformed(`the reference “&${name};”, which nothing declares`);
    if (inMarkup && value.includes('<'))
      throw new DrawingError(
        'drawing.unusable',
        `The reference “&${name};” stands for whole elements. Save the file without it.`,
      );
    this.expanded += value.length;
    if (this.expanded > maxExpandedCharacters || nesting >= maxNesting)
      throw new DrawingError(
        'drawing.too-large',
        'The entities in this file expand too far. Save it without entities.',
      );
    return this.decode(value, inMarkup, nesting + 1);
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
  return new DrawingError('drawing.not-svg', `This is not well-formed XML: there is ${what}.`);
}
