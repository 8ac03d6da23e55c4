import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFile, hasWifi, runProgram } from '@stationery/appliance/network';
import { fingerprintOf, readPresets } from '@stationery/appliance/presets';
import { writeDurablySync } from '@stationery/core/durable';
import { SettingError } from '@stationery/core/settings';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { applyPresets } from './apply-presets.ts';
import { readConfig, writeConfig } from './config-file.ts';

/** Name of the file with the fingerprint of the presets that are already in the config file. */
const appliedName = 'presets-applied';
/** Name of a file beside the presets, where a user sees it when the card is in another computer. */
const problemName = 'stationery-problem.txt';

export const presets = defineCommand({
  summary: 'Copy the presets of an SD card image into the config file',
  about: `Reads stationery.toml from the boot partition, once after each change of that file, so that settings changed elsewhere stay. If a
preset is wrong, none is used, and ${problemName} beside the file says why. The image runs this at every start.`,
  arguments: '<file>',
  completes: ['file'],
  options: {
    wifi: {
      placeholder: '<interface>',
      help: `Also explain in ${problemName} if there is no such Wi-Fi device`,
    },
  },
  examples: ['sudo stationery presets /boot/firmware/stationery.toml'],
  async run({ args: [path], config = configFile.path, options, out }) {
    if (path === undefined) throw new UsageError('which file?');
    const wrong = existsSync(path) ? takePresets(path, config, (text) => out.line(text)) : undefined;
    const problems = [wrong, options.wifi === undefined ? undefined : whyNoWifi(options.wifi)]
      .flatMap((text) => text ?? [])
      .map((text) => `${text}\n`)
      .join('\n');
    if (problems !== '') out.line(problems);
    const file = join(dirname(path), problemName);
    if (problems !== (readIfThere(file) ?? ''))
      await writable(dirname(path), () => (problems === '' ? rmSync(file) : replace(file, problems)));
    return problems === '' ? exitCodes.good : exitCodes.failed;
  },
});

function takePresets(path: string, config: string, say: (text: string) => void): string | undefined {
  const text = readFileSync(path, 'utf8');
  const fingerprint = fingerprintOf(text);
  const applied = join(dirname(config), appliedName);
  if (readIfThere(applied) === fingerprint) return undefined;
  try {
    writeConfig(config, applyPresets(readConfig(config), readPresets(text)));
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return `stationery.toml: ${error.message}`;
  }
  replace(applied, fingerprint);
  say('The presets are in the config file.');
  return undefined;
}

const whyNoWifi = (name: string) =>
  hasWifi(name)
    ? undefined
    : 'This board has no Wi-Fi that works with this card. Plug in a network cable and switch the box on again; then open ' +
      'http://station.local on a computer in the same network. The Wi-Fi of some Raspberry Pi Zero 2 W is not supported; ' +
      'that of a Raspberry Pi 3 or 4 is.';

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Writes a file with the mode of the config file, because it may hold tokens. */
const replace = (path: string, content: string) =>
  writeDurablySync(path, content, undefined, configFile.mode);

/**
 * Makes the folder writable during `write`. The boot partition is
 * mounted read-only, so that a power cut cannot damage it.
 */
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
