import { mediaTypes } from '@stationery/contract';
import { AppError } from '@stationery/core';

interface MediaType {
  type: string;
  params: Map<string, string>;
}

export function parseMediaType(text: string): MediaType {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';');
  const params = new Map<string, string>();
  for (const param of rest) {
    const equals = param.indexOf('=');
    const name = (equals < 0 ? param : param.slice(0, equals)).trim().toLowerCase();
    if (name === '') continue;
    const value = equals < 0 ? '' : param.slice(equals + 1).trim();
    params.set(name, unquoted(value));
  }
  return { type: type.trim().toLowerCase(), params };
}

const maxMediaTypeLength = 255;
const mediaTypePattern =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"(?:[ !#-[\]-~]|\\[ -~])*"))*$/;

/** Whether the text is a media type (RFC 9110, 8.3.1). */
export function isMediaType(text: string): boolean {
  return text.length <= maxMediaTypeLength && mediaTypePattern.test(text);
}

/**
 * Throws unless the type is accepted. Allows only `charset=utf-8` as a parameter, except for multipart, which
 * needs a boundary.
 */
export function requireMediaType(contentType: string | undefined, accepted: readonly string[]): void {
  const { type, params } = parseMediaType(contentType ?? '');
  const isMultipart = type === mediaTypes.multipart;
  const plain = [...params].every(([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8');
  if (accepted.includes(type) && (plain || isMultipart)) return;
  const quoted = accepted.map((each) => `“${each}”`);
  const wanted = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
  throw new AppError(
    'unsupported-media-type',
    `Send the body with the Content-Type ${wanted}${contentType === undefined ? '' : `, not “${printable(contentType)}”`}.`,
  );
}

/** Throws if every range has parameters that change its meaning, as JSON:API requires. `q` is only a weight. */
export function requireAcceptable(accept: string | undefined): void {
  if (accept === undefined) return;
  const ranges = splitOutsideQuotes(accept, ',')
    .map(parseMediaType)
    .filter(({ type }) => type === mediaTypes.jsonApi);
  const usable = ({ params }: MediaType) =>
    [...params.keys()].every((name) => name === 'ext' || name === 'profile' || name === 'q');
  if (ranges.length === 0 || ranges.some(usable)) return;
  throw new AppError(
    'not-acceptable',
    `Ask for “${mediaTypes.jsonApi}” without parameters; answers carry none.`,
  );
}

export function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === '\\' && isQuoted) at++;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

export function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
}
