import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('a script with arguments', () => {
  it.each([
    ['tools/test/fleet-faults.mjs', 'Usage: npm run fleet:faults -- [options]\n'],
    ['tools/test/power.mjs', 'Usage: npm run test:power -- [cuts] [options]\n'],
    ['tools/test/link-soak.mjs', '`npm run test:link-soak [commands] [seed]`: the property test'],
    ['tools/test/fresh-machine.mjs', '`npm run check:fresh-machine [-- <arguments for npm test>]`'],
    ['tools/test/vm.mjs', '`npm run test:vm [-- Power] [USB] [reader] [buttons] [Wi-Fi] [card]`'],
    ['tools/bench/events.mjs', 'Measures what event streams cost '],
  ])('%s prints its help if given --help', (script, start) => {
    const { status, stdout, stderr } = run(script, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.slice(0, start.length)).toBe(start);
  });

  it.each([
    ['tools/test/fleet-faults.mjs --raunds 3', 'there is no option “--raunds”'],
    ['tools/test/fleet-faults.mjs --rounds', '--rounds needs a value'],
    ['tools/test/fleet-faults.mjs --help=yes', '--help takes no value'],
    [
      'tools/test/fleet-faults.mjs --rounds many',
      'the number of rounds must be a whole number from 1, not “many”',
    ],
    ['tools/test/fleet-faults.mjs 1 2 3', '“3” is one argument too many'],
    ['tools/release/package.mjs --arch z80', '--arch must be one of x64, arm64, armv7, not “z80”'],
    ['tools/release/release.mjs 1.2.3 -n', 'there is no option “-n”'],
    ['tools/test/vm.mjs usb', 'there is no test “usb”, only Power, USB, reader, buttons, Wi-Fi, card'],
    ['tools/firmware/build.mjs nano', 'there is no board “nano”, only pico, uno'],
    ['tools/bench/machines.mjs grbl pen', 'there is no part “pen”, only drawings, ebb, grbl'],
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
      'tools/test/fresh-machine.mjs',
      'tools/build/start.mjs',
      'tools/check/test.mjs',
      'tools/test/torture.mjs',
      'tools/check/unit.mjs',
    ];
    const own = readdirSync(join(root, 'tools'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^\w+\/[\w-]+\.mjs$/.test(path))
      .map((path) => `tools/${path}`)
      .filter((path) =>
        /process\.argv(?:\.slice|\[[2-9])|parseArgs/.test(readFileSync(join(root, path), 'utf8')),
      );
    expect(own.sort()).toEqual(['tools/lib/read-arguments.mjs', ...passOn].sort());
  });
});
