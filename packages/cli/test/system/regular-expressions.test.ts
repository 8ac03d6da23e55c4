import { join } from 'node:path';
import { boardRoutes, plotterRoutes, stationRoutes } from '@stationery/contract';
import { steepGrowth } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { attackSizes, attacksOn, attackText } from '../support/regular-expressions/attacks.ts';
import {
  type FoundRegex,
  findRegexes,
  type Sources,
  scan,
} from '../support/regular-expressions/find-regexes.ts';

const { regexes, unknown, normalizing } = findRegexes(join(import.meta.dirname, '../../..'));

/** Returns a text for which matching takes disproportionate time, if there is one. */
function attackThatHurts({ regex, splits }: Pick<FoundRegex, 'regex' | 'splits'>): string | undefined {
  const run = splits
    ? (text: string) => text.split(regex)
    : (text: string) => {
        // A global or sticky expression is tried again after every match, others once.
        if (!regex.global && !regex.sticky) return regex.test(text);
        regex.lastIndex = 0;
        while (regex.exec(text)?.[0]);
      };
  const hurting = attacksOn(regex).find((attack) =>
    steepGrowth((size) => attackText(attack, size), run, attackSizes(attack)),
  );
  return hurting && JSON.stringify(hurting);
}

function patternsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'pattern' && typeof member === 'string') found.add(member);
    else patternsIn(member, found);
  }
  return found;
}

describe('regular expressions in the sources', () => {
  it('are constant, never built from input', () => {
    expect(regexes.length).toBeGreaterThan(200);
    // An expression built from external input could be slow for some texts. Compare strings instead.
    expect(unknown).toEqual([]);
  });

  it('take linear time for any text', () => {
    const slow = regexes.flatMap((found) => {
      const attack = attackThatHurts(found);
      return attack === undefined ? [] : [`${found.place} ${found.regex} takes long for ${attack}`];
    });
    expect(slow).toEqual([]);
  });

  it('take linear time in schemas, too', () => {
    const patterns = [...patternsIn({ stationRoutes, plotterRoutes, boardRoutes })];
    expect(patterns.length).toBeGreaterThan(3);
    const slow = patterns.filter((pattern) => attackThatHurts({ regex: new RegExp(pattern), splits: false }));
    expect(slow).toEqual([]);
  });
});

describe('search for slow regular expressions', () => {
  it.each([
    /^(a+)+$/,
    /^(?:a|a)*$/,
    /^(?:\w|\d)*!$/,
    /\s+$/,
    /^\s*(.*?)\s*$/,
    /\s*:\s*/,
    /<a[^>]*>/,
    /\/\*.*?\*\//gs,
    /^(?:[^,"]|"[^"]*"|"[^,]*")*$/,
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20-\x7e]*"))*$/,
    /^(?:[\u00e0-\u00ff]+x?)+$/,
    /(?:a*)*b/,
    /^-+|-+$/g,
  ])('finds %s', (regex) => expect(attackThatHurts({ regex, splits: false })).toBeDefined());

  it.each([/^a+$/, /[,\s]+/g, /^(?:[^"\\]|\\.)*$/, /^\s*(\S+)\s*$/, /a|b|c/])('passes %s', (regex) =>
    expect(attackThatHurts({ regex, splits: false })).toBeUndefined(),
  );

  it('finds expressions built from constants, and reports expressions built from other values', () => {
    const found: Sources = { regexes: [], unknown: [], normalizing: [] };
    const text = [
      "const digits = '\\\\d+';",
      `const a = new RegExp(\`^\${digits}$\`, "i");`,
      `const b = RegExp(String.raw\`\\s\${digits}\` + "$");`,
      'const c = (name: string) => new RegExp(name);',
      "const d = 'x'.split(/,/);",
    ].join('\n');
    scan('a.ts', text, found);
    expect(found.regexes.map(({ place, regex, splits }) => `${place} ${regex} ${splits}`)).toEqual([
      'a.ts:2 /^\\d+$/i false',
      'a.ts:3 /\\s\\d+$/ false',
      'a.ts:5 /,/ true',
    ]);
    expect(found.unknown).toEqual(['a.ts:4']);
  });
});

describe('normalising text', () => {
  it('happens only after the length was checked', () => {
    // In each of these files the text is short, or was checked to be short.
    expect([...new Set(normalizing)].sort()).toEqual([
      'appliance/src/identity/host-name.ts',
      'core/src/file-name.ts',
      'drawing/src/font/single-line-font.ts',
      'fleet/src/board/enrolment/registry.ts',
      'web/src/station/state/file-names.ts',
      'web/src/station/state/store.ts',
      'web/src/ui/search.ts',
    ]);
  });
});
