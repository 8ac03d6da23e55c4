import { readdirSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { spoken } from './language.ts';

const files = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((name) => import(`./${name.slice(0, -3)}.ts`)),
);
const english = spoken.value;
afterEach(() => {
  spoken.value = english;
});

/** Names, and words that are the same in German. */
const same = new Set(
  'Code Detail Firmware Legal Letter Live Marimba MIFARE MIFARE_Classic Name Normal Offline Online Orange PIN PN532 RC522 Pause Plotter Position Station Status Stream Tabloid Text Uploads Version'.split(
    ' ',
  ),
);
const isCommands = (text: string) => /^(?:(?:PENUP|PENDOWN|MOVE X\d+ Y\d+)\n?)+$/.test(text);
/**
 * Returns the words of a text. For a function, only the texts in its source count. Units are left out,
 * because they are the same in German.
 */
const wordsOf = (text: string) =>
  text
    .replace(/\$\{[^}]*\}/g, '')
    .replace(/^\(.*?=>/s, '')
    .match(/\p{L}{2,}/gu)
    ?.filter((word) => !['mm', 'ms', 'min', 'reason', 'seconds'].includes(word)) ?? [];

/** Yields each path with its text, or with the source of the function that makes the text. */
function* leavesOf(texts: object, path: string): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(texts)) {
    const at = `${path}.${key}`;
    if (typeof value === 'string' || typeof value === 'function') yield [at, String(value)];
    else if (typeof value === 'object' && value !== null) yield* leavesOf(value, at);
  }
}

async function textsIn(language: 'en' | 'de'): Promise<Map<string, string>> {
  const all = modules.flatMap((module) => Object.entries(module));
  for (const [name, exported] of all)
    if (name.endsWith('Catalogue')) await (exported as Catalogue).load(language);
  spoken.value = { language, locale: language };
  const texts = all.filter(([name]) => name.endsWith('Texts') && name !== 'bundledTexts');
  return new Map(texts.flatMap(([name, exported]) => [...leavesOf(exported as object, name)]));
}

it('no text of a page is left in English', async () => {
  const before = await textsIn('en');
  const after = await textsIn('de');
  expect(before.size).toBeGreaterThan(1000);
  const left = [...before].filter(
    ([path, text]) =>
      after.get(path) === text &&
      !same.has(text.replace(' ', '_')) &&
      !isCommands(text) &&
      wordsOf(text).some((word) => !same.has(word)),
  );
  expect(left).toEqual([]);
  const mixed = [...after].filter(([, text]) => /\b(?:the|and|with|your|this|are)\b/.test(text));
  expect(mixed).toEqual([]);
});
