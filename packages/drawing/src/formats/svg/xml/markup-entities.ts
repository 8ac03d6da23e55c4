import { readDoctype } from './doctype.ts';
import { Entities } from './entities.ts';

/**
 * The document with each reference to an entity that holds elements replaced by these, as far as the limit of entities
 * allows. Most files have none of these and come back as they are; other references are left to the parser.
 */
export function withMarkupEntities(source: string): string {
  const doctype = source.indexOf('<!DOCTYPE');
  if (doctype < 0 || !source.includes('<!ENTITY', doctype)) return source;
  const entities = new Entities();
  const from = readDoctype(source, doctype + '<!DOCTYPE'.length, entities);
  if (!entities.holdsMarkup) return source;
  return source.slice(0, from) + expanded(source.slice(from), entities, 0);
}

/** What is inside of these is skipped up to their end. */
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

/** The place after a tag, a comment or the like; values of attributes may hold “>”. */
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
