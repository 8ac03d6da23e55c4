import { messageOf, openPtyHost, type PtyHost, systemClock } from '@stationery/core';
import {
  faultDescriptions,
  faults,
  isFault,
  Pn532Simulator,
  parseTagSerial,
  tagSerial,
} from '@stationery/nfc';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import { runConsole } from './console.ts';

const commandHelp = `Commands: put 0x04A2245A6B2C80 [mifare|mifare_classic], take, fault <name> on|off, faults, unplug, replug, help, quit`;

export const simulatePn532 = defineCommand({
  summary: 'Run a simulated NFC reader chip (PN532)',
  about: `A PN532 NFC reader in software, on a virtual serial port. Commands on standard input put tags on it and take them off.
Other programs find it too: LIBNFC_DEVICE=pn532_uart:/tmp/pn532 nfc-list

${commandHelp}`,
  keepsRunning: true,
  options: {
    pty: { placeholder: '<path>', help: 'Where programs find the serial port (required)', completes: 'file' },
  },
  examples: [
    'stationery simulate pn532 --pty /tmp/pn532',
    "echo 'put 0x04A2245A6B2C80' | stationery simulate pn532 --pty /tmp/pn532",
  ],
  async run({ options: { pty }, out, signal }) {
    if (pty === undefined) throw new UsageError('--pty <path> is missing');
    const host = await openPtyHost(pty).catch((error: unknown) => {
      throw new Failure(messageOf(error));
    });
    try {
      const chip = new Pn532Simulator({ clock: systemClock });
      chip.attach(host.port!);
      out.event({ at: host.linkPath }, () =>
        out.line(`The simulated PN532 is at ${host.linkPath}. Type “help” for the commands.`),
      );
      await runConsole((words) => runConsoleCommand({ chip, host }, words), out, signal);
      return exitCodes.good;
    } finally {
      await host.close();
    }
  },
});

interface Bench {
  chip: Pn532Simulator;
  host: PtyHost;
}

/** Runs a console command; the reply is one line. */
async function runConsoleCommand({ chip, host }: Bench, [command, ...words]: string[]): Promise<string> {
  switch (command) {
    case 'put':
      return put(chip, words);
    case 'take': {
      const gone = chip.tag;
      chip.take();
      return gone === undefined ? 'The reader is empty.' : `${tagSerial(gone)} was taken off the reader.`;
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
      return `Unplugged from ${host.linkPath}.`;
    case 'replug':
      if (host.port !== undefined) return `Already plugged in, at ${host.linkPath}.`;
      chip.attach(await host.replug());
      return `Plugged in again, at ${host.linkPath}.`;
    case 'help':
      return commandHelp;
    default:
      return `There is no command “${command}”. ${commandHelp}`;
  }
}

function put(chip: Pn532Simulator, [serial = '', model = 'mifare']: string[]): string {
  const uid = parseTagSerial(serial);
  if (uid === undefined) {
    return 'Give the serial of the tag as 0x and 8, 14 or 20 hex digits: put 0x04A2245A6B2C80';
  }
  if (model !== 'mifare' && model !== 'mifare_classic') {
    return `There is no model “${model}”. Models: mifare, mifare_classic.`;
  }
  const tag = { uid, sak: model === 'mifare_classic' ? 0x08 : 0x00 };
  chip.put(tag);
  return `${tagSerial(tag)} (${model}) is on the reader.`;
}

function switchFault(chip: Pn532Simulator, [name = '', position = '']: string[]): string {
  if (!isFault(name)) return `There is no fault “${name}”. Faults: ${faults.join(', ')}.`;
  if (position !== 'on' && position !== 'off') return `Use on or off: fault ${name} on`;
  chip.setFault(name, position === 'on');
  return `The fault ${name} is ${position}.`;
}
