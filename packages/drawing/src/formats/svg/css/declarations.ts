import { splitOutside, withoutComments } from './split.ts';

export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

/** Parses declarations and skips invalid ones, as CSS requires. */
export function parseDeclarations(text: string): Declaration[] {
  const declarations: Declaration[] = [];
  for (const part of splitOutside(withoutComments(text), ';')) {
    const colon = part.indexOf(':');
    if (colon < 0) continue;
    const name = part.slice(0, colon).trim();
    let value = part.slice(colon + 1).trim();
    const mark = value.lastIndexOf('!');
    const important =
      mark >= 0 &&
      value
        .slice(mark + 1)
        .trim()
        .toLowerCase() === 'important';
    if (important) value = value.slice(0, mark).trim();
    if (name !== '' && value !== '')
      declarations.push({ name: name.startsWith('--') ? name : name.toLowerCase(), value, important });
  }
  return declarations;
}
