import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('script with arguments', () => {
  it.each([
    ['scripts/fleet-faults.mjs', 'Usage: npm run fleet:faults -- [options]\n'],
    ['scripts/power.mjs', 'Usage: npm run test:power -- [cuts] [options]\n'],
    ['scripts/link-soak.mjs', '`npm run test:link-soak [commands] [seed]`: the property test'],
    ['scripts/check-fresh-machine.mjs', '`npm run check:fresh-machine [-- <arguments for npm test>]`'],
    ['scripts/vm/test.mjs', '`npm run test:vm [-- Power] [USB] [reader] [Wi-Fi] [card]`'],
    ['bench/events.mjs', 'Measures what event streams cost '],
  ])('%s prints its help with --help', (script, start) => {
    const { status, stdout, stderr } = run(script, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.slice(0, start.length)).toBe(start);
  });

  it.each([
    ['scripts/fleet-faults.mjs --raunds 3', 'there is no option “--raunds”'],
    ['scripts/fleet-faults.mjs --rounds', '--rounds needs a value'],
    ['scripts/fleet-faults.mjs --help=yes', '--help takes no value'],
    [
      'scripts/fleet-faults.mjs --rounds many',
      'the number of rounds must be a whole number from 1, not “many”',
    ],
    ['scripts/fleet-faults.mjs 1 2 3', '“3” is one argument too many'],
    ['scripts/package.mjs --arch z80', '--arch must be one of x64, arm64, armv7, not “z80”'],
    ['scripts/release.mjs 1.2.3 -n', 'there is no option “-n”'],
    ['scripts/vm/test.mjs usb', 'there is no test “usb”, only Power, USB, reader, Wi-Fi, card'],
    ['scripts/firmware.mjs nano', 'there is no board “nano”, only pico, uno'],
    ['bench/machines.mjs grbl pen', 'there is no part “pen”, only drawings, ebb, grbl'],
  ])('%s is refused in one line', (line, why) => {
    const [script = '', ...args] = line.split(' ');
    expect(run(script, ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${why}. --help shows what is possible.\n`,
    });
  });

  it('parses them with the common parser, or passes all of them on', () => {
    const passOn = [
      'scripts/check-fresh-machine.mjs',
      'scripts/start.mjs',
      'scripts/test.mjs',
      'scripts/torture.mjs',
      'scripts/unit.mjs',
    ];
    const own = ['scripts', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith('.mjs'))
        .map((name) => `${folder}/${name}`)
        .filter((path) =>
          /process\.argv(?:\.slice|\[[2-9])|parseArgs/.test(readFileSync(join(root, path), 'utf8')),
        ),
    );
    expect(own.sort()).toEqual(['scripts/read-arguments.mjs', ...passOn].sort());
  });
});
