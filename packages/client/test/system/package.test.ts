import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlotter } from '../../../plotter/test/support/test-plotter.ts';
import { startTestStation } from '../../../station/test/support/test-station.ts';
import { pointedAt, readmeExamples } from '../support/readme-examples.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const examples = readmeExamples('ts');
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** An empty project with only the packed client installed. */
describe('the packed client, in an empty project', () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'stationery-client-'));
    await run('npm', ['pack', '--silent', '-w', 'packages/client', '--pack-destination', project], {
      cwd: root,
    });
    const packed = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    // Offline, because the package contains everything it needs.
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: project });
    writeFileSync(join(project, 'song.mp3'), new Uint8Array(4_213_760));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it('contains exactly the needed files', () => {
    const folder = join(project, 'node_modules/@stationery/client');
    expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.map$|tsbuildinfo|test/.test(name))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
  });

  it('runs the README examples with the documented output', async () => {
    const urls = { station: (await startTestStation()).url, plotter: (await startTestPlotter()).url };
    // The examples run as JavaScript, because they contain no syntax of TypeScript only.
    const program = examples.map(({ code }, at) => {
      writeFileSync(join(project, `example-${at}.mjs`), pointedAt(code, urls));
      return `console.log('<example>'); await import('./example-${at}.mjs');`;
    });
    writeFileSync(join(project, 'all.mjs'), program.join('\n'));
    const { stdout } = await run(process.execPath, ['all.mjs'], { cwd: project, timeout: 50_000 });
    const printed = stdout.split('<example>').slice(1).map(withoutSpaces);
    expect(printed.length).toBe(examples.length);
    for (const [at, { heading, code }] of examples.entries()) {
      const promises = code.matchAll(/console\.log\(.*\); \/\/ ((?:true|done|\[|\{).*)$/gm);
      for (const [, promised = ''] of promises) {
        expect(printed[at], heading).toContain(withoutSpaces(promised));
      }
    }
  });

  it('type-checks under strict settings and without Node types', async () => {
    expect(examples.length).toBeGreaterThan(5);
    for (const [at, { code }] of examples.entries()) writeFileSync(join(project, `example-${at}.ts`), code);
    writeFileSync(
      join(project, 'wrong.ts'),
      `import { createStationClient } from '@stationery/client';
       const station = createStationClient({ baseUrl: '' });
       // @ts-expect-error the name of a tag's file is text
       await station.bind(1, 7);
       for await (const event of station.events()) {
         if (event.name === 'card' && event.data.state === 'missing') event.data.reason.trim();
         // @ts-expect-error there is no such event
         if (event.name === 'lunch') break;
       }`,
    );
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022'];
    const modules = ['--module', 'nodenext', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
    const sources = readdirSync(project).filter((name) => name.endsWith('.ts'));
    // A single checker, because more take twice the processor time.
    const words = [tsc, '--checkers', '1', ...options, ...modules, ...sources];
    const checked = await run(process.execPath, words, { cwd: project }).catch(
      (error: { stdout: string }) => error,
    );
    expect(checked.stdout).toBe('');
  });
});
