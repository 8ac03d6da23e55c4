import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@stationery/core';
import { plotterSettings } from '@stationery/plotter';
import { stationSettings } from '@stationery/station';
import { describe, expect, it, onTestFinished } from 'vitest';

const program = join(import.meta.dirname, '../bin/stationery.mjs');

function stationery(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the command line', () => {
  it.each([[[]], [['--help']], [['help']]])('says what it can do: %j', (args) => {
    const { status, stdout } = stationery(args);
    expect(status).toBe(0);
    for (const word of ['up', 'station', 'plotter', 'simulate', 'Examples:']) expect(stdout).toContain(word);
  });

  it.each([
    ['station', stationSettings],
    ['plotter', plotterSettings],
  ])('shows every setting of %s with its default and its environment variable', (name, settings) => {
    const { stdout } = stationery([name, '--help']);
    for (const { flag, env, help, default: value, defaultText } of Object.values(settings) as {
      flag: string;
      env: string;
      help: string;
      default: unknown;
      defaultText?: string;
    }[]) {
      expect(stdout).toContain(`--${flag} `);
      expect(stdout).toContain(`${help}\n      ${env}, default: ${defaultText ?? String(value)}`);
    }
    expect(stdout).toContain('Examples:');
  });

  it.each(['up', 'simulate', 'launch', 'firmware', 'discover', 'doctor'])('explains %s', (name) => {
    expect(stationery([name, '--help'])).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    [
      ['statoin'],
      {},
      'stationery: there is no command “statoin”; did you mean “station”? Try: stationery --help\n',
    ],
    [
      ['station', '--http-port', 'x'],
      {},
      'stationery station: --http-port must be a whole number from 0 to 65535, not “x”\n',
    ],
    [
      ['station'],
      { STATION_READER: 'usb' },
      /^stationery station: STATION_READER must be sim:, .* not “usb”.*\n$/,
    ],
    [['plotter'], { PLOTTER_SERIAL_PATH: 'tcp:nowhere' }, /^stationery plotter: PLOTTER_SERIAL_PATH: .*\n$/],
    [
      ['station', '--config', '/nowhere.json'],
      {},
      /^stationery station: the config file \/nowhere.json cannot be read.*\n$/,
    ],
    [['up', '--http-port', '1'], {}, /^stationery up: “--http-port” could be meant for either service.*\n$/],
    [['launch', '--trial-seconds', 'x'], {}, /^stationery launch: --trial-seconds must be a number.*\n$/],
    [['firmware', 'bake'], {}, /^stationery firmware: there is no “bake”.*\n$/],
    [['firmware', 'build'], {}, /^stationery firmware: --out is missing.*\n$/],
    [
      ['station'],
      { STATION_FIRMWARE_INSTALLER: 'rauc' },
      /^stationery station: STATION_FIRMWARE_INSTALLER .*\n$/,
    ],
    [['discover', '--timeout', 'x'], {}, /^stationery discover: --timeout must be a number.*“x”\n$/],
    [
      ['discover', '--all'],
      {},
      /^stationery discover: Unknown option '--all'.*Try: stationery discover --help\n$/,
    ],
    [['simulate', 'toaster'], {}, /^stationery simulate: there is no simulator “toaster”.*\n$/],
  ])('refuses %j with one clear line', (args, env, line) => {
    const { status, stderr } = stationery(args, env);
    expect(status).toBe(2);
    expect(stderr).toMatch(line);
  });

  it('names the key of a config file that is no setting', () => {
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

it('ends when it is refused, whatever reader it has begun to look for', () => {
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

it.skipIf(process.platform !== 'linux')('says why what it says could not be written', () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const { status, stderr } = spawnSync(process.execPath, [program, 'files', 'ls', '--help'], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^stationery files ls: What it says could not be written: ENOSPC.*\n$/);
  expect(status).toBe(1);
});
