import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { testSeed } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../torture.mjs', import.meta.url));

async function torture(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

describe('the torture test of both services', () => {
  it(`finds no violation in one round of every fault`, {
    timeout: 600_000,
  }, async () => {
    const { code, output } = await torture('--rounds', '1', '--seed', String(testSeed));
    expect(output).toContain('No violation.');
    expect(output).toMatch(/station \| hostile requests +\| +1 \| +0 \|/);
    expect(code).toBe(0);
  });

  it('lists its faults, and explains wrong arguments', async () => {
    expect((await torture('--list')).output).toContain('station:card-pulled-out');
    const unknown = await torture('--only', 'earthquake');
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain('no fault is called “earthquake”');
  });
});
