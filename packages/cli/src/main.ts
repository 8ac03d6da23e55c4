import { messageOf, SettingError } from '@stationery/core';
import { packageVersion } from '@stationery/station';
import { runSimulate } from './simulate.ts';
import { runStation, stationHelp } from './station-command.ts';

interface Command {
  summary: string;
  help: () => string;
  run: (args: string[]) => Promise<number>;
}

const commands: Record<string, Command> = {
  up: { summary: 'Run every service', help: stationHelp, run: runStation },
  station: { summary: 'Run the base station', help: stationHelp, run: runStation },
  simulate: { summary: 'Run a device in software', help: simulateHelp, run: runSimulate },
};

function simulateHelp(): string {
  return 'Usage: stationery simulate pn532 --pty <path>\n\nSee “stationery simulate pn532 --help”.\n';
}

/** Runs a command line and gives the exit code: 0 for good, 1 for a failure, 2 for wrong usage. */
export async function main(args: string[]): Promise<number> {
  const [name = 'help', ...rest] = args;
  if (name === '--version' || name === 'version') return say(`${packageVersion}\n`);
  if (name === 'help' || name === '--help' || name === '-h') return say(overview());
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`stationery: there is no command “${name}”. Try: stationery --help\n`);
    return 2;
  }
  // `simulate pn532 --help` is answered by pn532 itself.
  if (['--help', '-h'].includes(rest[0] ?? '')) return say(command.help());
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof SettingError) {
      process.stderr.write(`stationery ${name}: ${messageOf(error)}\n`);
      return 2;
    }
    process.stderr.write(`stationery ${name}: something unexpected happened: ${messageOf(error)}\n`);
    return 1;
  }
}

function overview(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `Stationery ${packageVersion}: a home for a base station and a pen plotter

Usage: stationery <command> [options]

Commands:
${rows.join('\n')}

Examples:
  stationery station                                  a station with a simulated reader
  stationery station --reader pn532:/dev/ttyUSB0      … with a PN532 on a USB cable
  stationery station --help                           every setting of the station
`;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
