import type { RenderedFile } from '../rendered-file.ts';

/** The lines of a section. A list becomes several lines with the same key. */
export type Section = Record<string, string | number | readonly string[]>;

export interface Unit {
  readonly Unit: Section;
  readonly Service?: Section;
  readonly Path?: Section;
  readonly Install?: Section;
}

export const unitFolder = '/etc/systemd/system';

export function unitFile(name: string, unit: Unit, folder: string = unitFolder): RenderedFile {
  const sections = Object.entries(unit).map(([title, section]) => {
    const lines = Object.entries(section).flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => `${key}=${each}`),
    );
    return `[${title}]\n${lines.join('\n')}\n`;
  });
  return { path: `${folder}/${name}`, mode: 0o644, content: sections.join('\n') };
}

/** Quotes words for systemd's command lines, which have quotes, `%` and `$` but no shell. */
export function commandLine(words: readonly string[]): string {
  return words
    .map((word) => {
      const text = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
      return /^[\w@%+=:,./$-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
    })
    .join(' ');
}
