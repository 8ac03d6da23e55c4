import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { findReplacedWords } from '../../../scripts/check-words.mjs';

const find = findReplacedWords as (file: string, text: string) => string[];

describe('the check of the vocabulary', () => {
  it.each([
    ['a text', 'src/a.ts', "say('By hand')", 'src/a.ts:1: “by hand”; say: manually, Manual control'],
    [
      'a test title',
      'src/a.test.ts',
      "\nit('is held back', run)",
      'src/a.test.ts:2: “held back”; say: on hold',
    ],
    [
      'a comment of two lines',
      'src/a.ts',
      '          // it goes\n          // on',
      'src/a.ts:1: “goes on”; say: continue, resume',
    ],
    [
      'a document comment',
      'src/a.ts',
      '  /**\n   * waits for\n   * its turn\n   */',
      'src/a.ts:2: “waits for its turn”; say: queued',
    ],
    ['a document', 'docs/a.md', 'The station shall start.', 'docs/a.md:1: “shall”; say: must, will'],
    [
      'a workflow',
      '.github/workflows/a.yml',
      '# mends\nname: a',
      '.github/workflows/a.yml:1: “mends”; say: fix',
    ],
    ['a name', 'src/a.ts', 'const keptText = 1;', 'src/a.ts:1: “kepttext”'],
    ['a class', 'src/a.ts', 'new PlanDesk()', 'src/a.ts:1: “plandesk”'],
    [
      'the name of a file',
      'src/plan-desk.test.ts',
      '',
      'src/plan-desk.test.ts: “PlanDesk” in the name of the file',
    ],
    [
      'a phrase in the name of a file',
      'src/by-hand.ts',
      '',
      'src/by-hand.ts: “by hand” in the name of the file; say: manually, Manual control',
    ],
  ])('finds a replaced word in %s', (_, file, text, expected) => {
    expect(find(file, text)).toEqual([expected]);
  });

  it('allows the words of the licence, German, and words that only contain one of the list', () => {
    expect(find('LICENSE', 'shall be included')).toEqual([]);
    expect(find('packages/web/src/texts/de/plotter.ts', 'anew')).toEqual([]);
    expect(find('src/a.ts', 'recommended, amended, shallow, desktop, ShelfLies')).toEqual([]);
    expect(find('docs/a.md', 'the class Prepared')).toEqual([]);
  });
});
