import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPlotterClient } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Program } from '../../../packages/cli/test/support/program.ts';
import { browserContext } from '../../../packages/web/test/support/chromium.ts';
import { architectures, isThis } from '../../release/package/architectures.mjs';
import { ensureNode } from '../../release/package/node-runtime.mjs';
import { makeNpmPackages } from '../../release/package/npm.mjs';
import { startNpmRegistry } from './npm-registry.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const here = Object.values(architectures).find((each) => isThis(each));
/** Paths of npm's scripts, which the Node under test runs. */
const [npm = '', npx = ''] = ['npm', 'npx'].map((name) =>
  realpathSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()),
);
const ordinaryUser = process.getuid?.() === 0 ? 65_534 : undefined;

let registry: Awaited<ReturnType<typeof startNpmRegistry>>;

beforeAll(async () => {
  const { stdout } = await run('npm', ['config', 'get', 'registry']);
  registry = await startNpmRegistry(stdout.trim());
  const folder = await temporaryFolder(undefined, afterAll);
  const settings = join(folder, '.npmrc');
  writeFileSync(settings, `${registry.url.replace('http:', '')}:_authToken=any\n`);
  for (const file of await makeNpmPackages(folder))
    await run('npm', ['publish', '--userconfig', settings, '--registry', registry.url, file]);
});
afterAll(() => registry.close());

/** Creates an empty folder of an ordinary user whose `node` has this version. */
async function emptyHome(node: string) {
  const home = await temporaryFolder();
  const place = join(home, 'node');
  mkdirSync(place);
  copyFileSync(node, join(place, 'node'));
  chmodSync(join(place, 'node'), 0o755);
  const drop = ordinaryUser === undefined ? [] : ['setpriv', `--reuid=${ordinaryUser}`, '--clear-groups'];
  if (ordinaryUser !== undefined) chownSync(home, ordinaryUser, ordinaryUser);
  const network = Object.entries(process.env).filter(([name]) => /proxy|certs/i.test(name));
  const env = {
    ...(Object.fromEntries(network) as Record<string, string>),
    HOME: home,
    PATH: `${place}:/usr/bin:/bin`,
    npm_config_registry: registry.url,
    STATION_HTTP_PORT: '0',
    STATION_HTTPS_PORT: '0',
    PLOTTER_HTTP_PORT: '0',
  };
  const asUser = ['env', '-C', home, ...drop, 'node'];
  const start = (program: string, ...args: string[]) =>
    new Program(args, env, { program: [...asUser, program], bareEnvironment: true });
  const succeeds = async (program: string, ...args: string[]) => {
    const started = start(program, ...args);
    expect(await started.exit, started.stderr).toEqual({ code: 0, signal: null });
  };
  return { home, env, start, succeeds };
}

describe('the npm packages', () => {
  it.for([process.versions.node, '22.23.3', '24.21.0'])(
    'are installed by an ordinary user on Node %s, run both services, and plot',
    { timeout: 300_000 },
    async (version) => {
      const node = version === process.versions.node ? process.execPath : ensureNode(here!, version).program;
      const { home, env, start, succeeds } = await emptyHome(node);
      await succeeds(npm, 'install', '--global', '--prefix', home, 'stationery');
      const services = start(join(home, 'bin/stationery'), 'up');
      await services.printed((text) => text.includes('Stop with Ctrl+C') || undefined);
      const [, plotter = ''] = new Set(services.stdout.match(/http:\/\/localhost:\d+/g) ?? []);

      const page = await (await browserContext()).newPage();
      await page.goto(plotter);
      await page.getByText('No jobs yet').waitFor();
      const svg =
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path stroke="red" d="M0 0H9"/></svg>';
      writeFileSync(join(home, 'line.svg'), svg);
      Object.assign(env, { PLOTTER_URL: plotter });
      await succeeds(npx, '--yes', 'stationery', 'plot', join(home, 'line.svg'), '--paper', 'a6');
      await page.getByText('line.svg').first().waitFor();
      expect(await createPlotterClient({ baseUrl: plotter }).jobs.list()).toMatchObject([
        { state: { state: 'done' } },
      ]);

      services.kill('SIGTERM');
      expect(await services.exit, services.stderr).toEqual({ code: 0, signal: null });
    },
  );

  it('contain libraries that run the first README example with their types', async () => {
    const { home, succeeds } = await emptyHome(process.execPath);
    await succeeds(npm, 'install', '@stationery/client', '@stationery/drawing');
    const readme = readFileSync(join(home, 'node_modules/@stationery/drawing/README.md'), 'utf8');
    const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? [];
    writeFileSync(join(home, 'example.mjs'), example);
    const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: home });
    expect(example).toContain(`// ${stdout.trim()}`);
    writeFileSync(
      join(home, 'example.mts'),
      `${example}\n// @ts-expect-error not a number\nplan.lifts.trim();\n`,
    );
    writeFileSync(join(home, 'client.ts'), "import '@stationery/client';\n");
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', ''];
    const checked = await run(process.execPath, [tsc, ...options, 'example.mts', 'client.ts'], {
      cwd: home,
    }).catch((error: { stdout: string }) => error);
    expect(checked.stdout).toBe('');
  });
});
