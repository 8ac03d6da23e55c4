import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFile, runProgram } from '@stationery/appliance/network';
import { writeDurablySync } from '@stationery/core/durable';
import { messageOf } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { applyPresets, type Config } from './apply-presets.ts';
import { readPresets } from './read-presets.ts';

/** Fingerprint of the presets in the config file. */
const appliedName = 'presets-applied';
/** Beside the presets, where a computer shows it. */
const problemName = 'stationery-problem.txt';

export const presets = defineCommand({
  summary: 'Copy the presets of an SD card image into the config file',
  about: `Reads stationery.toml from the boot partition, once for each change of it, so that later changes elsewhere stay. If a
preset is wrong, none is used, and ${problemName} beside the file says why. The image runs this at every start.`,
  arguments: '<file>',
  count: [1, 1],
  completes: ['file'],
  options: {},
  examples: ['sudo stationery presets /boot/firmware/stationery.toml'],
  async run({ args: [path], config = configFile.path, out }) {
    if (path === undefined) throw new UsageError('which file?');
    if (!existsSync(path)) return exitCodes.good;
    const text = readFileSync(path, 'utf8');
    const fingerprint = createHash('sha256').update(text).digest('hex');
    const applied = join(dirname(config), appliedName);
    if (readIfThere(applied) === fingerprint) return exitCodes.good;
    const problem = join(dirname(path), problemName);
    try {
      const before = JSON.parse(readFileSync(config, 'utf8')) as Config;
      replace(config, `${JSON.stringify(applyPresets(before, readPresets(text)), undefined, 2)}\n`);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      const message = `stationery.toml: ${error.message}\n`;
      if (readIfThere(problem) !== message) await writable(dirname(path), () => replace(problem, message));
      out.line(messageOf(error));
      return exitCodes.failed;
    }
    replace(applied, fingerprint);
    if (existsSync(problem)) await writable(dirname(path), () => rmSync(problem));
    out.line('The presets are in the config file.');
    return exitCodes.good;
  },
});

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** With the mode of the config file, which may hold tokens. */
const replace = (path: string, content: string) =>
  writeDurablySync(path, content, undefined, configFile.mode);

/** The boot partition is mounted read-only, so that a power cut cannot damage it. */
async function writable(folder: string, write: () => void): Promise<void> {
  const isMount = (await runProgram(['findmnt', '--mountpoint', folder])).status === 0;
  const remount = (mode: string) => runProgram(['mount', '-o', `remount,${mode}`, folder]);
  if (isMount) await remount('rw');
  try {
    write();
  } finally {
    if (isMount) await remount('ro');
  }
}
