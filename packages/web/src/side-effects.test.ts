import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Modules that run when they are loaded: entries of pages, and workers. */
const programs = /(^|\/)(main\.tsx|[a-z-]+-worker\.ts)$/;
/** Matches statements outside of functions, which the formatter starts in the first column. */
const actsOnImport = /^(?:export )?let |^(?:void |await )?[a-z]\w*(?:\.\w+)*\(/m;

it('importing a page module has no side effects and creates no module-level variables', () => {
  const files = ['board', 'plotter', 'station', 'ui'].flatMap((part) => {
    const folder = join(import.meta.dirname, part);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  });
  const modules = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !programs.test(file));
  expect(modules.length).toBeGreaterThan(100);
  expect(modules.filter((file) => actsOnImport.test(readFileSync(file, 'utf8')))).toEqual([]);
});
