import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPlotter } from '../../plotter/test/support/test-plotter.ts';
import { startTestStation } from '../../station/test/support/test-station.ts';
import { pointedAt, readmeExamples } from './support/readme-examples.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const examples = readmeExamples('ts');
const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** Somebody's empty project, with the client installed from its packed file and nothing else. */
describe('the packed client, in an empty project', () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'stationery-client-'));
    await run('npm', ['pack', '--silent', '-w', 'packages/client', '--pack-destination', project], {
      cwd: root,
    });
    const packed = readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '';
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    // Nothing is to be downloaded: what it needs is in it.
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: project });
    writeFileSync(join(project, 'song.mp3'), new Uint8Array(4_213_760));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  it('holds what is needed and nothing more', () => {
    const folder = join(project, 'node_modules/@stationery/client');
    expect(readdirSync(folder).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.map$|tsbuildinfo|test/.test(name))).toEqual([]);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(dependencies).toBeUndefined();
  });

  it('runs the examples of the README, which print what they say they print', async () => {
    const urls = { station: (await startTestStation()).url, plotter: (await startTestPlotter()).url };
    for (const { heading, code } of examples) {
      // The examples have no types that only TypeScript could read.
      writeFileSync(join(project, 'example.mjs'), pointedAt(code, urls));
      const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: project, timeout: 30_000 });
      for (const [, promised = ''] of code.matchAll(/console\.log\(.*\); \/\/ ((?:true|done|\[|\{).*)$/gm)) {
        expect(withoutSpaces(stdout), heading).toContain(withoutSpaces(promised));
      }
    }
  });

  it('is typed, with the settings of a careful project and without any types of Node', async () => {
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
    const checked = await run(process.execPath, [tsc, ...options, ...modules, ...sources], {
      cwd: project,
    }).catch((error: { stdout: string }) => error);
    expect(checked.stdout).toBe('');
  });
});
