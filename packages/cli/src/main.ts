import { messageOf, SettingError } from '@stationery/core';
import { clientSummaries } from './clients/client-summaries.ts';
import { didYouMean } from './clients/closest.ts';
import { loadClient } from './clients/load-client.ts';
import { complain, goesToJournal } from './journal-output.ts';
import { ownVersion } from './own-version.ts';
import { runServices } from './service.ts';
import { startSmall } from './start-small.ts';

interface Command {
  help(): string;
  run(args: string[]): number | Promise<number>;
}

interface Entry {
  summary: string;
  /** A command brings only what it needs: the small ones start at once, and the watchdog stays small. */
  load(): Promise<Command>;
}

export const commands: Record<string, Entry> = {
  up: { summary: 'Run both services', load: async () => ({ help: upHelp, run: runBoth }) },
  station: {
    summary: 'Run the base station',
    async load() {
      startSmall();
      const { stationHelp, startStationService } = await import('./station-command.ts');
      return { help: stationHelp, run: (args) => runServices([startStationService], args) };
    },
  },
  plotter: {
    summary: 'Run the plotter service',
    async load() {
      startSmall();
      const { plotterHelp, startPlotterService } = await import('./plotter-command.ts');
      return { help: plotterHelp, run: (args) => runServices([startPlotterService], args) };
    },
  },
  discover: {
    summary: 'List the base stations on the network',
    async load() {
      const { discoverHelp, runDiscover } = await import('./discover-command.ts');
      return { help: discoverHelp, run: runDiscover };
    },
  },
  launch: {
    summary: 'Run the base station in its newest version that works',
    async load() {
      const { launchHelp, main: runLaunch } = await import('./launch-command.ts');
      return { help: launchHelp, run: runLaunch };
    },
  },
  firmware: {
    summary: 'Make firmware bundles, and update a station with them',
    async load() {
      const { firmwareHelp, runFirmware } = await import('./firmware/firmware-command.ts');
      return { help: firmwareHelp, run: runFirmware };
    },
  },
  network: {
    summary: 'The station’s own Wi-Fi network',
    async load() {
      const { networkHelp, runNetwork } = await import('./network/network-command.ts');
      return { help: networkHelp, run: runNetwork };
    },
  },
  card: {
    summary: 'Mount the station’s card',
    async load() {
      const { cardHelp, runCard } = await import('./card/card-command.ts');
      return { help: cardHelp, run: runCard };
    },
  },
  simulate: {
    summary: 'Run a device in software',
    async load() {
      const { simulateHelp, runSimulate } = await import('./simulate/simulate-command.ts');
      return { help: simulateHelp, run: runSimulate };
    },
  },
  doctor: {
    summary: 'Check what a station needs, and say how to fix it',
    async load() {
      const { doctorHelp, runDoctor } = await import('./doctor/doctor-command.ts');
      return { help: doctorHelp, run: runDoctor };
    },
  },
  ...Object.fromEntries(
    Object.entries(clientSummaries).map(([name, summary]) => [
      name,
      { summary, load: () => loadClient(name) },
    ]),
  ),
  completion: {
    summary: 'Complete commands in bash, zsh and fish',
    async load() {
      const { completionHelp, runCompletion } = await import('./completion/completion-command.ts');
      return { help: completionHelp, run: (args) => runCompletion(args, commands) };
    },
  },
};

async function runBoth(args: string[]): Promise<number> {
  const own = args.filter((arg, index) => arg !== '--config' && args[index - 1] !== '--config');
  if (own.length > 0) {
    throw new SettingError(
      `“${own[0]}” could be meant for either service; set it by its environment variable or in a config file`,
    );
  }
  startSmall();
  const { startStationService } = await import('./station-command.ts');
  const { startPlotterService } = await import('./plotter-command.ts');
  return runServices([startStationService, startPlotterService], args);
}

function upHelp(): string {
  return `Usage: stationery up [--config <file>]

Runs both services. Their settings come from environment variables and the config file:
see “stationery station --help” and “stationery plotter --help”.

Examples:
  stationery up
  STATION_HTTP_PORT=8080 PLOTTER_SERIAL_PATH=/dev/ttyUSB0 stationery up
`;
}

/** Runs a command line and gives the exit code: 0 for good, 1 for a failure, 2 for wrong usage. */
export async function main(args: string[]): Promise<number> {
  // A reader that has seen enough (`… | head -1`) must not end a service.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const [name = 'help', ...rest] = args;
  // Node says the rest, to whoever does not ask for errors alone.
  process.on('uncaughtExceptionMonitor', (error) => {
    if (goesToJournal()) complain(`stationery ${name}: ended by an error: ${messageOf(error)}\n`);
  });
  if (name === '--version' || name === 'version') return say(`${ownVersion()}\n`);
  if (name === 'help' || name === '--help' || name === '-h') return say(overview());
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (entry === undefined) {
    complain(
      `stationery: there is no command “${name}”${didYouMean(name, Object.keys(commands)) || '.'} Try: stationery --help\n`,
    );
    return 2;
  }
  const command = await entry.load();
  // `simulate pn532 --help` is answered by pn532 itself.
  if (['--help', '-h'].includes(rest[0] ?? '')) return say(command.help());
  try {
    return await command.run(rest);
  } catch (error) {
    if (error instanceof SettingError) {
      const hint = messageOf(error).startsWith('Unknown option') ? `. Try: stationery ${name} --help` : '';
      complain(`stationery ${name}: ${messageOf(error)}${hint}\n`);
      return 2;
    }
    complain(`stationery ${name}: something unexpected happened: ${messageOf(error)}\n`);
    return 1;
  }
}

export function overview(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `Stationery ${ownVersion()}: software for an NFC base station and a pen plotter

Usage: stationery <command> [options]

Commands:
${rows.join('\n')}

Examples:
  stationery up                                       both services, on simulated devices
  stationery station                                  a station with a simulated reader
  stationery station --reader pn532:/dev/ttyUSB0      … with a PN532 on a USB cable
  stationery plotter --serial-path /dev/ttyUSB0       a plotter on a USB cable
  stationery station --help                           every setting of the station
  stationery files put song.mp3                       a file on the card of a station that runs
  stationery plot drawing.svg --paper a4 --fit        a drawing, planned and plotted
  stationery plot run square.txt                      a job for a plotter service that runs
`;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}
