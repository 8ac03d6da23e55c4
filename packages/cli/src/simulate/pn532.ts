import { parseArgs } from 'node:util';
import { messageOf, openPtyHost, type PtyHost, systemClock } from '@stationery/core';
import {
  faultDescriptions,
  faults,
  isFault,
  Pn532Simulator,
  parseTagSerial,
  tagSerial,
} from '@stationery/nfc';
import { type CommandIo, obeyUntilQuit } from './console.ts';

const commandHelp = `Commands: put 0x04A2245A6B2C80 [mifare|mifare_classic], take, fault <name> on|off, faults, unplug, replug, help, quit`;

const help = `Usage: stationery simulate pn532 --pty <path>

A PN532 NFC reader in software, on a virtual serial port. Tags are put on it and
taken off it by commands on standard input.

Options:
  --pty <path>   where programs find the serial port (required)
  --help         this text

${commandHelp}

Examples:
  stationery simulate pn532 --pty /tmp/pn532
  LIBNFC_DEVICE=pn532_uart:/tmp/pn532 nfc-list
  echo 'put 0x04A2245A6B2C80' | stationery simulate pn532 --pty /tmp/pn532
`;

/** Runs until the signal or the command `quit` ends it. Resolves with the exit code. */
export async function simulatePn532(args: string[], io: CommandIo, signal: AbortSignal): Promise<number> {
  const options = readOptions(args);
  if (options.kind === 'help') {
    io.stdout.write(help);
    return 0;
  }
  if (options.kind === 'wrong') {
    io.stderr.write(`${options.message}\n\n${help}`);
    return 2;
  }
  let host: PtyHost;
  try {
    host = await openPtyHost(options.pty);
  } catch (error) {
    io.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
  try {
    const chip = new Pn532Simulator({ clock: systemClock });
    chip.attach(host.port!);
    io.stdout.write(`A simulated PN532 is at ${host.linkPath}. Type “help” for the commands.\n`);
    await obeyUntilQuit((words) => obey({ chip, host }, words), io, signal);
    return 0;
  } finally {
    await host.close();
  }
}

type Options = { kind: 'help' } | { kind: 'wrong'; message: string } | { kind: 'run'; pty: string };

function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({ args, options: { pty: { type: 'string' }, help: { type: 'boolean' } } });
    if (values.help === true) return { kind: 'help' };
    if (values.pty === undefined || values.pty === '') {
      return { kind: 'wrong', message: 'Say where the serial port shall be: --pty <path>' };
    }
    return { kind: 'run', pty: values.pty };
  } catch (error) {
    return { kind: 'wrong', message: messageOf(error) };
  }
}

interface Bench {
  chip: Pn532Simulator;
  host: PtyHost;
}

/** Does what a line of words asks for, and says in one line what was done. */
async function obey({ chip, host }: Bench, [command, ...words]: string[]): Promise<string> {
  switch (command) {
    case 'put':
      return put(chip, words);
    case 'take': {
      const gone = chip.tag;
      chip.take();
      return gone === undefined
        ? 'No tag lies on the reader.'
        : `${tagSerial(gone)} was taken off the reader.`;
    }
    case 'fault':
      return switchFault(chip, words);
    case 'faults':
      return faults
        .map((name) => `${name}${chip.faults.has(name) ? ' (on)' : ''}: ${faultDescriptions[name]}`)
        .join('; ');
    case 'unplug':
      await host.unplug();
      await chip.unplug();
      return `Unplugged: ${host.linkPath} is gone.`;
    case 'replug':
      if (host.port !== undefined) return `It is plugged in, at ${host.linkPath}.`;
      chip.attach(await host.replug());
      return `Plugged in again, at ${host.linkPath}.`;
    case 'help':
      return commandHelp;
    default:
      return `“${command}” is no command. ${commandHelp}`;
  }
}

function put(chip: Pn532Simulator, [serial = '', model = 'mifare']: string[]): string {
  const uid = parseTagSerial(serial);
  if (uid === undefined) {
    return 'Give the tag’s serial as 0x and 8, 14 or 20 hex digits, such as: put 0x04A2245A6B2C80';
  }
  if (model !== 'mifare' && model !== 'mifare_classic') {
    return `“${model}” is no model. There are mifare and mifare_classic.`;
  }
  const tag = { uid, sak: model === 'mifare_classic' ? 0x08 : 0x00 };
  chip.put(tag);
  return `${tagSerial(tag)} (${model}) lies on the reader.`;
}

function switchFault(chip: Pn532Simulator, [name = '', position = '']: string[]): string {
  if (!isFault(name)) return `“${name}” is no fault. There are: ${faults.join(', ')}.`;
  if (position !== 'on' && position !== 'off') return `Say on or off: fault ${name} on`;
  chip.setFault(name, position === 'on');
  return `The fault ${name} is ${position}.`;
}
