import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fallbackDriver } from '@stationery/contract/driver-names';
import { messageOf, systemErrorCode } from '@stationery/core';
import {
  type Family,
  familyList,
  isPlotterFault,
  plotterFaultDescriptions,
  plotterFaults,
  plugSimulator,
  type Simulator,
  type SimulatorStatus,
  serveSimulator,
} from '@stationery/plotter';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import type { Output } from '../terminal/output.ts';
import { counted } from '../terminal/words.ts';

/** Runs a console command and returns its reply, one line. */
type RunConsoleCommand = (words: string[]) => Promise<string>;

/**
 * Reads console commands from standard input. The device keeps running at the end of the input, because it may
 * run in the background or in a pipe.
 */
function runConsole(run: RunConsoleCommand, out: Output, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: out.streams.stdin, terminal: false });
    const stop = () => {
      signal.removeEventListener('abort', stop);
      lines.close();
      resolve();
    };
    const reply = (text: string) => out.event({ reply: text }, () => out.line(text));
    const runLine = async (line: string): Promise<void> => {
      const words = line.split(/\s+/).filter((word) => word !== '');
      if (words.length === 0 || signal.aborted) return;
      if (words[0] === 'quit') {
        reply('Stopped.');
        stop();
        return;
      }
      reply(await run(words).catch(messageOf));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    let running = Promise.resolve();
    lines.on('line', (line) => {
      running = running.then(() => runLine(line)).catch(reject);
    });
  });
}

const familyNames: readonly string[] = familyList.map(({ name }) => name);
const firmwareBoards = familyList.flatMap(({ firmware }) => firmware?.boards ?? []);
const commandHelp =
  'Commands: status, drawing <file.svg>, fault <name> on|off|once, faults, unplug, replug, press-reset, door open|closed, carry <x> <y>, clear, help, quit';

export const simulatePlotter = defineCommand({
  summary: 'Run a simulated pen plotter',
  about: `A pen plotter in software, on a virtual serial port or behind a TCP port. It moves as slowly as a real one, and keeps
what it has drawn. Commands on standard input show its state, save the drawing, and make it fail.

${commandHelp}`,
  keepsRunning: true,
  options: {
    pty: { placeholder: '<path>', help: 'Where programs find the serial port', completes: 'file' },
    tcp: { placeholder: '<port>', help: 'TCP port of this computer to listen on, instead of --pty' },
    driver: { placeholder: `<${familyNames.join('|')}>`, help: `Its family; default: ${fallbackDriver}` },
    firmware: {
      placeholder: `<${firmwareBoards.join('|')}>`,
      help: 'Run the firmware of this board in an emulator instead',
    },
    'speed-factor': {
      placeholder: '<number>',
      help: 'How many times faster than in reality the plotter moves; 0 is at once; default: 1',
    },
    drawing: {
      placeholder: '<file.svg>',
      help: 'Save what was drawn to this file at the end',
      completes: 'file',
    },
  },
  examples: [
    'stationery simulate plotter --pty /tmp/plotter',
    `stationery simulate plotter --driver ${familyNames.at(-1)} --pty /tmp/plotter`,
    `stationery simulate plotter --firmware ${firmwareBoards[0]} --pty /tmp/plotter`,
    'stationery simulate plotter --tcp 7000 --speed-factor 10 --drawing out.svg',
  ],
  async run({ options, out, signal }) {
    const place = readPlace(options.pty, options.tcp);
    const speedFactor = readSpeedFactor(options['speed-factor']);
    const plotter = await makePlotter(options, speedFactor);
    const bench = await openBench(plotter, place).catch((error: unknown) => {
      throw new Failure(describeOpenError(error, place));
    });
    try {
      out.event({ at: bench.where }, () =>
        out.line(`The simulated plotter is at ${bench.where}. Type “help” for the commands.`),
      );
      await runConsole((words) => runConsoleCommand(bench, words), out, signal);
    } finally {
      await plotter.close();
      await bench.close();
    }
    const { drawing } = options;
    if (drawing === undefined) return exitCodes.good;
    const saved = await saveDrawing(plotter, drawing).catch((error: unknown) => {
      throw new Failure(`can’t save the drawing: ${messageOf(error)}`);
    });
    out.event({ reply: saved }, () => out.line(saved));
  },
});

async function makePlotter(
  { driver, firmware }: { driver?: string | undefined; firmware?: string | undefined },
  speedFactor: number,
): Promise<Simulator> {
  if (firmware === undefined) return readDriver(driver).simulator({ speedFactor });
  if (driver !== undefined) throw new UsageError('give either --driver or --firmware');
  const family = familyList.find((known) => known.firmware?.boards.includes(firmware));
  if (family?.firmware === undefined)
    throw new UsageError(`there is no firmware for “${firmware}”. Boards: ${firmwareBoards.join(', ')}`);
  return family.firmware.emulate(firmware, { speedFactor }).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new Failure('this copy of Stationery has no firmware files. Build them with “npm run firmware”');
  });
}

function readDriver(name: string = fallbackDriver): Family {
  const known = familyList.find((family) => family.name === name);
  if (known !== undefined) return known;
  throw new UsageError(`there is no driver “${name}”. Drivers: ${familyNames.join(', ')}`);
}

function readSpeedFactor(text = '1'): number {
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text);
  throw new UsageError(`--speed-factor must be a number, for example 10, or 0 for at once, not “${text}”`);
}

type Place = { on: 'pty'; path: string } | { on: 'tcp'; port: number };

function readPlace(pty: string | undefined, tcp: string | undefined): Place {
  if ((pty === undefined) === (tcp === undefined))
    throw new UsageError('give either --pty <path> or --tcp <port>');
  if (pty !== undefined) return { on: 'pty', path: pty };
  const port = Number(tcp);
  if (!/^\d{1,5}$/.test(tcp ?? '') || port > 65_535)
    throw new UsageError(`--tcp must be a port, for example 7000, not “${tcp}”`);
  return { on: 'tcp', port };
}

interface Bench {
  plotter: Simulator;
  where: string;
  unplug(): Promise<void>;
  replug(): Promise<void>;
  close(): Promise<void>;
}

async function openBench(plotter: Simulator, place: Place): Promise<Bench> {
  if (place.on === 'pty') {
    const { unplug, replug, close } = await plugSimulator({ plotter, path: place.path });
    return { plotter, where: place.path, unplug, replug, close };
  }
  const { host, port, close } = await serveSimulator({ plotter, port: place.port });
  return {
    plotter,
    where: `tcp:${host}:${port}`,
    unplug: () => plotter.unplug(),
    replug: async () => plotter.replug(),
    close,
  };
}

function describeOpenError(error: unknown, place: Place): string {
  if (place.on === 'pty') return messageOf(error);
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return `port ${place.port} is used by another program. Choose another, or 0 for a free one`;
    case 'EACCES':
      return `no permission to use port ${place.port}. Choose one above 1023`;
    default:
      return messageOf(error);
  }
}

async function runConsoleCommand(bench: Bench, [command, ...words]: string[]): Promise<string> {
  const { plotter, where } = bench;
  switch (command) {
    case 'status':
      return describe(plotter);
    case 'drawing':
      return words.length === 0 ? 'Name a file: drawing out.svg' : saveDrawing(plotter, words.join(' '));
    case 'fault':
      return switchFault(plotter, words);
    case 'faults':
      return plotterFaults
        .map((name) => `${name}${plotter.faults.has(name) ? ' (on)' : ''}: ${plotterFaultDescriptions[name]}`)
        .join('; ');
    case 'unplug':
      await bench.unplug();
      return `Unplugged from ${where}. The plotter still has power.`;
    case 'replug':
      if (plotter.plugged) return `Already plugged in, at ${where}.`;
      await bench.replug();
      return `Plugged in again, at ${where}.`;
    case 'press-reset':
      plotter.reset();
      return 'The board was reset. Its origin is where the pen is now.';
    case 'door':
      return moveDoor(plotter, words[0]);
    case 'carry':
      return carry(plotter, words);
    case 'clear':
      plotter.clearDrawing();
      return 'A new sheet of paper.';
    case 'help':
      return commandHelp;
    default:
      return `There is no command “${command}”. ${commandHelp}`;
  }
}

function describe(plotter: Simulator): string {
  const status: SimulatorStatus & { position?: { x: number; y: number }; speed?: number } = plotter.status();
  const {
    activity,
    position = status.carriage,
    pen,
    speed,
    strokeCount,
    truncated,
    plugged,
    connected,
  } = status;
  const doing = { off: 'Off', starting: 'Starting', idle: 'Idle', busy: 'Busy' }[activity.state];
  const what = activity.state === 'busy' ? ` with “${activity.command}”` : '';
  const line = connected ? 'plugged in' : plugged ? 'not connected' : 'unplugged';
  const drawn = `${counted(strokeCount, 'stroke')} drawn${truncated ? ' (and more than can be kept)' : ''}`;
  return `${doing}${what} at X${position.x} Y${position.y}, pen ${pen}, ${speed === undefined ? '' : `${speed} steps/s, `}${drawn}, ${line}.`;
}

async function saveDrawing(plotter: Simulator, file: string): Promise<string> {
  await writeFile(file, plotter.drawing());
  return `Saved the drawing (${counted(plotter.status().strokeCount, 'stroke')}) to ${file}.`;
}

function moveDoor(plotter: Simulator, position: string | undefined): string {
  if (plotter.setDoor === undefined) return 'This machine has no door.';
  if (position !== 'open' && position !== 'closed') return 'Say how: door open, or door closed.';
  plotter.setDoor(position === 'open');
  return `The door is ${position}.`;
}

function switchFault(plotter: Simulator, [name = '', position = '']: string[]): string {
  if (!isPlotterFault(name)) return `There is no fault “${name}”. Faults: ${plotterFaults.join(', ')}.`;
  if (position === 'once') {
    plotter.setFault(name, 1);
    return `The fault ${name} will happen once.`;
  }
  if (position !== 'on' && position !== 'off') return `Use on, off or once: fault ${name} on`;
  plotter.setFault(name, position === 'on');
  return `The fault ${name} is ${position}.`;
}

function carry(plotter: Simulator, words: string[]): string {
  const [x, y] = words.map(Number);
  if (words.length !== 2 || !Number.isInteger(x) || !Number.isInteger(y)) {
    return 'Give the position in steps from the first position of the pen: carry 0 0';
  }
  if (plotter.carryTo === undefined) return 'The pen of this machine cannot be moved manually.';
  plotter.carryTo({ x: x!, y: y! });
  return `The pen was moved to X${x} Y${y} manually; the board does not know.`;
}
