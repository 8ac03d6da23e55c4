import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { messageOf, systemErrorCode } from '@stationery/core';
import {
  isPlotterFault,
  plotterFaultDescriptions,
  plotterFaults,
  plugVirtualPlotter,
  serveVirtualPlotter,
  VirtualPlotter,
} from '@stationery/plotter';
import { type CommandIo, obeyUntilQuit } from './console.ts';

const commandHelp =
  'Commands: status, drawing <file.svg>, fault <name> on|off|once, faults, unplug, replug, press-reset, carry <x> <y>, clear, help, quit';

const help = `Usage: stationery simulate plotter --pty <path> | --tcp <port> [options]

A pen plotter in software, on a virtual serial port or behind a TCP port. It moves
as slowly as a real one, and keeps what it has drawn. Commands on standard input
show it, save the drawing, and make it fail.

Options:
  --pty <path>           where programs find the serial port
  --tcp <port>           or the port of this machine that it listens on
  --speed-factor <n>     how many times faster than in reality it moves; 0 is at once
                         (default: 1)
  --drawing <file.svg>   write what was drawn to this file at the end
  --help                 this text

${commandHelp}

Examples:
  stationery simulate plotter --pty /tmp/plotter
  stationery simulate plotter --tcp 7000 --speed-factor 10 --drawing out.svg
  printf 'PENDOWN\\nMOVE X800 Y800\\nPENUP\\n' | nc -q 5 localhost 7000
`;

/** Runs until the signal or the command `quit` ends it. Resolves with the exit code. */
export async function simulatePlotter(args: string[], io: CommandIo, signal: AbortSignal): Promise<number> {
  const options = readOptions(args);
  if (options.kind === 'help') {
    io.stdout.write(help);
    return 0;
  }
  if (options.kind === 'wrong') {
    io.stderr.write(`${options.message}\n\n${help}`);
    return 2;
  }
  const plotter = new VirtualPlotter({ speedFactor: options.speedFactor });
  let bench: Bench;
  try {
    bench = await openBench(plotter, options);
  } catch (error) {
    io.stderr.write(`${whyNot(error, options)}\n`);
    return 1;
  }
  try {
    io.stdout.write(`A simulated plotter is at ${bench.where}. Type “help” for the commands.\n`);
    await obeyUntilQuit((words) => obey(bench, words), io, signal);
  } finally {
    await plotter.close();
    await bench.close();
  }
  if (options.drawing === undefined) return 0;
  try {
    io.stdout.write(`${await saveDrawing(plotter, options.drawing)}\n`);
    return 0;
  } catch (error) {
    io.stderr.write(`The drawing could not be saved: ${messageOf(error)}\n`);
    return 1;
  }
}

type Place = { on: 'pty'; path: string } | { on: 'tcp'; port: number };

interface RunOptions {
  place: Place;
  speedFactor: number;
  drawing: string | undefined;
}

type Options = { kind: 'help' } | { kind: 'wrong'; message: string } | ({ kind: 'run' } & RunOptions);

function readOptions(args: string[]): Options {
  const string = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args,
      options: {
        pty: string,
        tcp: string,
        'speed-factor': string,
        drawing: string,
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    const place = readPlace(values.pty, values.tcp);
    if (typeof place === 'string') return { kind: 'wrong', message: place };
    const factor = values['speed-factor'] ?? '1';
    if (!/^\d+(\.\d+)?$/.test(factor)) {
      return {
        kind: 'wrong',
        message: `--speed-factor must be a number such as 10, or 0 for at once, not “${factor}”`,
      };
    }
    return { kind: 'run', place, speedFactor: Number(factor), drawing: values.drawing };
  } catch (error) {
    return { kind: 'wrong', message: messageOf(error) };
  }
}

/** The place, or what is wrong with it. */
function readPlace(pty = '', tcp = ''): Place | string {
  if ((pty === '') === (tcp === '')) return 'Say where the plotter shall be: --pty <path> or --tcp <port>';
  if (pty !== '') return { on: 'pty', path: pty };
  const port = Number(tcp);
  if (!/^\d{1,5}$/.test(tcp) || port > 65_535) return `--tcp must be a port such as 7000, not “${tcp}”`;
  return { on: 'tcp', port };
}

interface Bench {
  plotter: VirtualPlotter;
  where: string;
  unplug(): Promise<void>;
  replug(): Promise<void>;
  close(): Promise<void>;
}

async function openBench(plotter: VirtualPlotter, { place }: RunOptions): Promise<Bench> {
  if (place.on === 'pty') {
    const { unplug, replug, close } = await plugVirtualPlotter({ plotter, path: place.path });
    return { plotter, where: place.path, unplug, replug, close };
  }
  const { host, port, close } = await serveVirtualPlotter({ plotter, port: place.port });
  return {
    plotter,
    where: `tcp:${host}:${port}`,
    unplug: () => plotter.unplug(),
    replug: async () => plotter.replug(),
    close,
  };
}

function whyNot(error: unknown, { place }: RunOptions): string {
  if (place.on === 'pty') return messageOf(error);
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return `Port ${place.port} is taken by another program. Choose another, or 0 for any that is free.`;
    case 'EACCES':
      return `Port ${place.port} may only be used with more rights. Choose one above 1023.`;
    default:
      return messageOf(error);
  }
}

/** Does what a line of words asks for, and says in one line what was done. */
async function obey(bench: Bench, [command, ...words]: string[]): Promise<string> {
  const { plotter, where } = bench;
  switch (command) {
    case 'status':
      return describe(plotter);
    case 'drawing':
      return words.length === 0
        ? 'Say to which file: drawing out.svg'
        : saveDrawing(plotter, words.join(' '));
    case 'fault':
      return switchFault(plotter, words);
    case 'faults':
      return plotterFaults
        .map((name) => `${name}${plotter.faults.has(name) ? ' (on)' : ''}: ${plotterFaultDescriptions[name]}`)
        .join('; ');
    case 'unplug':
      await bench.unplug();
      return `Unplugged: nothing is at ${where}. The machine keeps its power.`;
    case 'replug':
      if (plotter.plugged) return `It is plugged in, at ${where}.`;
      await bench.replug();
      return `Plugged in again, at ${where}.`;
    case 'press-reset':
      plotter.reset();
      return 'The board starts anew, and takes the place of the pen for its origin.';
    case 'carry':
      return carry(plotter, words);
    case 'clear':
      plotter.clearDrawing();
      return 'A fresh sheet is in.';
    case 'help':
      return commandHelp;
    default:
      return `“${command}” is no command. ${commandHelp}`;
  }
}

function describe(plotter: VirtualPlotter): string {
  const { activity, position, pen, speed, strokeCount, truncated, plugged, connected } = plotter.status();
  const doing = { off: 'Off', starting: 'Starting', idle: 'Idle', busy: 'Busy' }[activity.state];
  const what = activity.state === 'busy' ? ` with “${activity.command}”` : '';
  const line = connected ? 'plugged in' : plugged ? 'nobody connected' : 'unplugged';
  const drawn = `${strokeCount} ${strokeCount === 1 ? 'stroke' : 'strokes'} drawn${truncated ? ' (and more than can be kept)' : ''}`;
  return `${doing}${what} at X${position.x} Y${position.y}, pen ${pen}, ${speed} steps/s, ${drawn}, ${line}.`;
}

async function saveDrawing(plotter: VirtualPlotter, file: string): Promise<string> {
  await writeFile(file, plotter.drawing());
  const count = plotter.status().strokeCount;
  return `The drawing (${count} ${count === 1 ? 'stroke' : 'strokes'}) is in ${file}.`;
}

function switchFault(plotter: VirtualPlotter, [name = '', position = '']: string[]): string {
  if (!isPlotterFault(name)) return `“${name}” is no fault. There are: ${plotterFaults.join(', ')}.`;
  if (position === 'once') {
    plotter.setFault(name, 1);
    return `The fault ${name} will strike once.`;
  }
  if (position !== 'on' && position !== 'off') return `Say on, off or once: fault ${name} on`;
  plotter.setFault(name, position === 'on');
  return `The fault ${name} is ${position}.`;
}

function carry(plotter: VirtualPlotter, words: string[]): string {
  const [x, y] = words.map(Number);
  if (words.length !== 2 || !Number.isInteger(x) || !Number.isInteger(y)) {
    return 'Say where to, in steps from where the pen first was: carry 0 0';
  }
  plotter.carryTo({ x: x!, y: y! });
  return `The pen was carried to X${x} Y${y} by hand; the board does not know.`;
}
