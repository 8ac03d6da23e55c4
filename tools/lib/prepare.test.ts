import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('installIfNeeded says that it waits while a different process builds', async () => {
  const root = mkdtempSync(join(tmpdir(), 'stationery-prepare-'));
  const at = (path: string) => join(root, path);
  for (const folder of ['tools/lib', '.stamps', 'node_modules']) mkdirSync(at(folder), { recursive: true });
  cpSync(join(import.meta.dirname, 'prepare.mjs'), at('tools/lib/prepare.mjs'));
  writeFileSync(at('package-lock.json'), '{"packages":{}}');
  writeFileSync(at('.stamps/preparing'), String(process.pid));
  const program = "import { installIfNeeded } from './tools/lib/prepare.mjs'; installIfNeeded();";
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
    rmSync(root, { recursive: true, force: true });
  });
  let said = '';
  child.stderr.on('data', (piece) => (said += piece));
  await expect.poll(() => said).toBe('Waiting for a build …\n');
  // Pretend that the other process has installed the packages and ended.
  writeFileSync(at('node_modules/.package-lock.json'), '{"packages":{}}');
  rmSync(at('.stamps/preparing'));
  expect(await closed).toEqual([0, null]);
  expect(said).toBe('Waiting for a build …\n');
});
