import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@stationery/core';
import { plotterSettings } from '@stationery/plotter';
import { stationSettings } from '@stationery/station';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inProcess } from '../support/in-process.ts';

const program = join(import.meta.dirname, '../../bin/stationery.mjs');

function stationery(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the command line', () => {
  it('prints an overview', () => {
    const { status, stdout } = stationery([]);
    expect(status).toBe(0);
    for (const word of ['up', 'station', 'plotter', 'simulate', 'Examples:']) expect(stdout).toContain(word);
  });

  it.each([
    ['station', stationSettings],
    ['plotter', plotterSettings],
  ])('shows every setting of %s with its default and its environment variable', async (name, settings) => {
    const { stdout } = await inProcess([name, '--help']);
    for (const { flag, env, help, default: value, defaultText } of Object.values(settings) as {
      flag: string;
      env: string;
      help: string;
      default: unknown;
      defaultText?: string;
    }[]) {
      expect(stdout).toContain(`--${flag} `);
      expect(stdout).toContain(`${help}\n      ${env}, default: ${defaultText ?? String(value ?? 'none')}`);
    }
  });

  it.each([
    [
      ['statoin'],
      {},
      'stationery: there is no command “statoin”; did you mean “station”? Try: stationery --help\n',
    ],
    [
      ['station'],
      { STATION_READER: 'usb' },
      /^stationery station: STATION_READER must be sim:, .* not “usb”.*\n$/,
    ],
    [['plotter'], { PLOTTER_SERIAL_PATH: 'tcp:nowhere' }, /^stationery plotter: PLOTTER_SERIAL_PATH: .*\n$/],
  ])('refuses %j with %j in one clear line', async (args, env, line) => {
    const { code, stderr } = await inProcess(args, { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(line);
  });

  it('starts the launcher with the same parser', () => {
    const { status, stderr } = stationery(['launch', '--trial-seconds', '--help=no']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^stationery launch: --trial-seconds needs a value.*\n$/);
  });

  it('names an unknown key of a config file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stationery-cli-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'config.json');
    writeFileSync(path, JSON.stringify({ station: { htpPort: 1 } }));
    expect(stationery(['station'], { STATIONERY_CONFIG: path })).toMatchObject({
      status: 2,
      stderr: `stationery station: ${path}: there is no setting “htpPort”\n`,
    });
  });
});

it('a station whose data folder is in use exits at once, even while it searches for a reader', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stationery-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const held = openDatabase({ folder, owner: 'station', migrations: [] });
  onTestFinished(() => held.close());
  const { status, stderr } = stationery(['station', '--reader', `pn532:${folder}/none`], {
    STATION_DATA_DIR: folder,
  });
  expect(status).toBe(2);
  expect(stderr).toContain(`another station is running on the data folder ${folder}`);
});

it.skipIf(process.platform !== 'linux')('a command reports why its output could not be written', () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, [program, 'files', 'ls', '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^stationery: can’t write the output: ENOSPC.*\n$/);
  expect(status).toBe(1);
});
