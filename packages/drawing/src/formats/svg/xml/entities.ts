import { DrawingError } from '../../../drawing-error.ts';

/** Stops entity bombs. Drawing programs write far less. */
const maxExpandedCharacters = 1_000_000;
const maxNesting = 16;

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The five entities of XML, and those that the document declares, as Illustrator does. */
export class Entities {
  private readonly declared = new Map<string, string>();
  private expanded = 0;

  declare(name: string, value: string): void {
    // The first declaration counts.
    if (!this.declared.has(name)) this.declared.set(name, value);
  }

  get holdsMarkup(): boolean {
    return [...this.declared.values()].some((value) => value.includes('<'));
  }

  /** Returns an entity that contains elements, or entities that may contain them; undefined for others. */
  markup(name: string, nesting: number): string | undefined {
    const value = this.declared.get(name);
    if (value === undefined || !(value.includes('<') || value.includes('&'))) return undefined;
    this.count(value.length, nesting);
    return value;
  }

  /** Counts expanded characters and throws if entities expand too far. */
  private count(characters: number, nesting: number): void {
    this.expanded += characters;
    if (this.expanded > maxExpandedCharacters || nesting >= maxNesting)
      throw new DrawingError(
        'drawing.too-large',
        'The entities in this file expand too far. Save it without entities.',
      );
  }

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

/**
 * Reads the entities in the internal subset of `<!DOCTYPE …>`. Never loads external entities. Returns the
 * position after the declaration.
 */
export function readDoctype(source: string, from: number, entities: Entities): number {
  let at = from;
  let inSubset = false;
  for (;;) {
    const code = source.charCodeAt(at);
    if (Number.isNaN(code)) throw malformed('a document type that does not end');
    if (code === 0x22 || code === 0x27) {
      at = after(source, source[at] as string, at + 1);
    } else if (code === 0x5b) {
      inSubset = true;
      at++;
    } else if (code === 0x5d) {
      inSubset = false;
      at++;
    } else if (code === 0x3e && !inSubset) {
      return at + 1;
    } else if (inSubset && source.startsWith('<!--', at)) {
      at = after(source, '-->', at + 4);
    } else if (inSubset && source.startsWith('<!ENTITY', at)) {
      at = readEntity(source, at, entities);
    } else {
      at++;
    }
  }
}

const entity = /<!ENTITY\s+([^\s%"'<>]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/y;

function readEntity(source: string, at: number, entities: Entities): number {
  entity.lastIndex = at;
  const found = entity.exec(source);
  // Parameter and external entities are skipped. A reference to one is then an error.
  if (found === null) return at + '<!ENTITY'.length;
  entities.declare(found[1] as string, found[2] ?? found[3] ?? '');
  return entity.lastIndex;
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at < 0) throw malformed('a document type that does not end');
  return at + mark.length;
}

/** Expands references to entities that contain elements. Other references are left to the parser. */
export function withMarkupEntities(source: string): string {
  const doctype = source.indexOf('<!DOCTYPE');
  if (doctype < 0 || !source.includes('<!ENTITY', doctype)) return source;
  const entities = new Entities();
  const from = readDoctype(source, doctype + '<!DOCTYPE'.length, entities);
  if (!entities.holdsMarkup) return source;
  return source.slice(0, from) + expanded(source.slice(from), entities, 0);
}

/** Start and end of sections whose content is skipped. */
const skipped: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

function expanded(text: string, entities: Entities, nesting: number): string {
  const pieces: string[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x3c) {
      at = afterTag(text, at);
    } else if (code === 0x26) {
      const semicolon = text.indexOf(';', at);
      const name = semicolon < 0 || semicolon - at > 100 ? '' : text.slice(at + 1, semicolon);
      const value = entities.markup(name, nesting);
      if (value === undefined) {
        at++;
        continue;
      }
      pieces.push(text.slice(from, at), expanded(value, entities, nesting + 1));
      from = at = semicolon + 1;
    } else {
      at++;
    }
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Returns the position after a tag, or after a comment or similar. Attribute values may contain “>”. */
function afterTag(text: string, from: number): number {
  for (const [begin, end] of skipped) {
    if (!text.startsWith(begin, from)) continue;
    const found = text.indexOf(end, from + begin.length);
    return found < 0 ? text.length : found + end.length;
  }
  let at = from + 1;
  while (at < text.length) {
    const letter = text[at] as string;
    if (letter === '>') return at + 1;
    if (letter === '"' || letter === "'") {
      const end = text.indexOf(letter, at + 1);
      if (end < 0) return text.length;
      at = end;
    }
    at++;
  }
  return at;
}
