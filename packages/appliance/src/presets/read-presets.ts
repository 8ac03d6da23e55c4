import { SettingError } from '@stationery/core';

export const maxPresetBytes = 16_384;
const maxLines = 200;

/** The characters that TOML escapes with a single letter. */
const escapes: Record<string, string> = { '"': '"', '\\': '\\', t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };

/** Parses a subset of TOML: comments, and one `key = "text"` or `key = 'text'` per line. */
export function readPresets(text: string): Map<string, string> {
  if (Buffer.byteLength(text) > maxPresetBytes)
    throw new SettingError(`must have at most ${maxPresetBytes} bytes`);
  // Remove the byte order mark that some editors add.
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines.length > maxLines) throw new SettingError(`must have at most ${maxLines} lines`);
  const found = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const fail = (what: string) => new SettingError(`line ${index + 1}: ${what}`);
    const [, key, quoted = ''] =
      /^([a-z-]{1,32})\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?$/.exec(trimmed) ?? [];
    if (key === undefined) throw fail('must look like name = "Kitchen"');
    if (found.has(key)) throw fail(`“${key}” is there twice`);
    const content = quoted.slice(1, -1);
    found.set(key, quoted.startsWith("'") ? content : unescaped(content, fail));
  }
  return found;
}

function unescaped(content: string, fail: (what: string) => Error): string {
  return content.replace(/\\(.)/g, (_, letter: string) => {
    const character = escapes[letter];
    if (character === undefined) throw fail(`\\${letter} is not known; write \\\\ for a backslash`);
    return character;
  });
}

export function writePresets(values: ReadonlyMap<string, string>): string {
  return [...values].map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`).join('');
}
