import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TestSlots } from '../support/launched.ts';

const factory = { slot: 'factory', version: '0.1.0' } as const;

describe('the launcher', () => {
  it('commits a version that passes its trial', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0'), factory);
    expect(slots.state).toMatchObject({
      active: 'factory',
      trial: { slot: 'a', version: '1.0.0', tries: 0 },
    });
    const first = slots.launch();
    expect(await first.said(/1\.0\.0 is healthy and stays/)).toBe(true);
    first.kill('SIGTERM');
    expect(await first.exit).toEqual({ code: 0, signal: null });
    expect(slots.state).toEqual({
      active: 'a',
      highest: '1.0.0',
      trial: null,
      last: { version: '1.0.0', result: 'committed', reason: null },
    });
    const again = slots.launch();
    expect(await again.said(/RUNS 1\.0\.0/)).toBe(true);
    expect(again.output).not.toContain('on trial');
    // The next update goes to the other slot.
    slots.update(slots.bundle('1.1.0'), { slot: 'a', version: '1.0.0' });
    expect(slots.state).toMatchObject({ active: 'a', trial: { slot: 'b', version: '1.1.0' } });
  });

  it.each([
    [
      'crashes',
      'Version 1.0.0 ended with status 7 before it was healthy: the sky is falling.',
      { code: 'version-exited', status: 7, output: 'the sky is falling' },
    ],
    [
      'hangs',
      'Version 1.0.0 was not healthy within 20 s.',
      { code: 'version-late', timeoutMs: 20_000, output: '' },
    ],
    [
      'lies',
      'Version 1.0.0 says that it is version 9.9.9.',
      { code: 'version-mismatch', found: '9.9.9', output: '' },
    ],
  ] as const)('rolls back a version that %s, and records why', async (health, reason, cause) => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0', health), factory);
    const launched = slots.launch();
    expect(await launched.said(/RUNS 1\.0\.0/)).toBe(true);
    if (health === 'hangs') launched.endTrial();
    expect(await launched.said(/RUNS 1\.0\.0[\s\S]*going back[\s\S]*RUNS 0\.1\.0/)).toBe(true);
    expect(slots.state).toEqual({
      active: 'factory',
      highest: null,
      trial: null,
      last: { version: '1.0.0', result: 'rolled-back', reason, cause: { ...cause, version: '1.0.0' } },
    });
  });

  it('tries the version of a newer installation once', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0'), factory);
    const run = async (what: RegExp) => {
      const launched = slots.launch();
      expect(await launched.said(what), launched.output).toBe(true);
      launched.kill('SIGTERM');
      await launched.exit;
    };
    await run(/1\.0\.0 is healthy and stays/);
    slots.installFactory('0.9.0');
    await run(/RUNS 1\.0\.0/);
    slots.installFactory('2.0.0', 'crashes');
    await run(/starting 2\.0\.0 from factory, on trial[\s\S]*going back[\s\S]*RUNS 1\.0\.0/);
    await run(/^SAYS starting 1\.0\.0 from a\n/);
    slots.installFactory('2.1.0');
    await run(/2\.1\.0 is healthy and stays/);
    expect(slots.state).toMatchObject({ active: 'factory', highest: '2.1.0', trial: null });
    slots.update(slots.bundle('2.2.0'), { slot: 'factory', version: '2.1.0' });
    await run(/2\.2\.0 is healthy and stays/);
  });

  it('gives up on a version after three interrupted starts', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0', 'hangs'), factory);
    for (let round = 0; round < 3; round++) {
      const launched = slots.launch();
      expect(await launched.said(/RUNS 1\.0\.0/)).toBe(true);
      launched.kill('SIGKILL');
      await launched.exit;
    }
    expect(await slots.launch().said(/RUNS 0\.1\.0/)).toBe(true);
    expect(slots.state.last?.reason).toContain('was started 3 times and never got healthy');
  });

  it('does not count stopping as a failure of the version', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0', 'hangs'), factory);
    const launched = slots.launch();
    await launched.said(/RUNS 1\.0\.0/);
    launched.kill('SIGTERM');
    expect((await launched.exit).code).toBe(0);
    expect(slots.state).toMatchObject({ trial: { version: '1.0.0', tries: 1 }, last: null });
  });

  it('starts a complete version even if files of the slots are damaged or missing', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0'), factory);
    const launched = slots.launch();
    await launched.said(/stays/);
    launched.kill('SIGTERM');
    await launched.exit;
    const runs = async (version: RegExp) => {
      const each = slots.launch();
      expect(await each.said(/RUNS/)).toBe(true);
      expect(each.output).toMatch(version);
      each.kill('SIGTERM');
      await each.exit;
    };
    writeFileSync(join(slots.slotsDir, 'state.json'), '{"active":');
    await runs(/RUNS 1\.0\.0/);
    rmSync(join(slots.slotsDir, 'state.json'));
    await runs(/RUNS 1\.0\.0/);
    rmSync(join(slots.slotsDir, 'a/slot.json'));
    await runs(/RUNS 0\.1\.0/);
    rmSync(slots.slotsDir, { recursive: true });
    await runs(/RUNS 0\.1\.0/);
  });

  it.each([
    ['changed', 'node_modules/tiny/lib/one.txt', /“node_modules\/tiny\/lib\/one\.txt” was changed/],
    ['added', 'node_modules/tiny/lib/extra.mjs', /“node_modules\/tiny\/lib\/extra\.mjs” was added/],
  ])('does not start a version with a file that was %s', async (_, file, reason) => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0'), factory);
    const first = slots.launch();
    await first.said(/stays/);
    first.kill('SIGTERM');
    await first.exit;
    writeFileSync(join(slots.slotsDir, 'a', file), 'something else');
    const launched = slots.launch();
    expect(await launched.said(/RUNS/)).toBe(true);
    expect(launched.output).toMatch(/Starting factory instead[\s\S]*RUNS 0\.1\.0/);
    expect(slots.state).toMatchObject({
      active: 'factory',
      last: { result: 'rolled-back', reason: expect.stringMatching(reason) },
    });
    // Installing the same bundle repairs it.
    launched.kill('SIGTERM');
    await launched.exit;
    slots.update(slots.bundle('1.0.0'), factory);
    expect(await slots.launch().said(/1\.0\.0 is healthy and stays/)).toBe(true);
  });

  it('skips a version damaged after its installation, and returns to the other slot', async () => {
    const slots = await TestSlots.make();
    const run = async (what: RegExp) => {
      const launched = slots.launch();
      expect(await launched.said(what), launched.output).toBe(true);
      launched.kill('SIGTERM');
      await launched.exit;
    };
    slots.update(slots.bundle('1.0.0'), factory);
    await run(/1\.0\.0 is healthy and stays/);
    slots.update(slots.bundle('1.1.0'), { slot: 'a', version: '1.0.0' });
    rmSync(join(slots.slotsDir, 'b/node_modules/tiny/empty.txt'));
    await run(/going back: Version 1\.1\.0 is damaged: .*empty\.txt” is missing[\s\S]*RUNS 1\.0\.0/);
    slots.update(slots.bundle('1.1.0'), { slot: 'a', version: '1.0.0' });
    await run(/1\.1\.0 is healthy and stays/);
    writeFileSync(join(slots.slotsDir, 'b/node_modules/tiny/empty.txt'), 'x');
    await run(/Starting a instead[\s\S]*RUNS 1\.0\.0/);
  });

  it('starts a version installed before slots were verified', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0'), factory);
    const about = join(slots.slotsDir, 'a/slot.json');
    const { version, entry } = JSON.parse(readFileSync(about, 'utf8')) as { version: string; entry: string };
    writeFileSync(about, JSON.stringify({ version, entry }));
    for (const name of ['content.sha256', 'bundle.head']) rmSync(join(slots.slotsDir, 'a', name));
    expect(await slots.launch().said(/1\.0\.0 is healthy and stays/)).toBe(true);
  });

  it('starts without write access, and does not restart endlessly', async () => {
    const slots = await TestSlots.make();
    slots.update(slots.bundle('1.0.0', 'crashes'), factory);
    // A folder in place of the new state file blocks even root.
    mkdirSync(join(slots.slotsDir, 'state.json.new'));
    chmodSync(slots.slotsDir, 0o555);
    const launched = slots.launch();
    expect(await launched.said(/RUNS 1\.0\.0[\s\S]*cannot be written[\s\S]*RUNS 0\.1\.0/)).toBe(true);
  });
});
