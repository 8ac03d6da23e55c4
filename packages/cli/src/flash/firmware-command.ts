import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlotterClient } from '@stationery/client';
import {
  type BytePort,
  type Clock,
  listSerialPorts,
  messageOf,
  sleep,
  systemClock,
  systemErrorCode,
} from '@stationery/core';
import { type Command, type CommandContext, defineCommand } from '../command-line/command.ts';
import { confirm } from '../terminal/ask.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import type { Output } from '../terminal/output.ts';
import { Transfer } from '../terminal/transfer.ts';
import { type Board, portsWithIds, type System } from './board.ts';
import { openBoard } from './open-board.ts';
import { checkUf2, hasUnmountedPico, picoDrives, writePicoDrive } from './pico-drive.ts';
import { uno } from './uno.ts';

const usbIds = [['2e8a']] as const;
const restartMs = 10_000;

const pico: Board = {
  title: 'Raspberry Pi Pico',
  file: 'stationery-plotter-pico.uf2',
  press:
    'Unplug the Pico. Hold its BOOTSEL button, plug it in, and let go. It appears as a drive named RPI-RP2.',
  find: ({ ports, drives }) => ({ ready: [...drives], running: portsWithIds(ports, usbIds) }),
  read(file) {
    checkUf2(file);
    return file;
  },
  async write({ place, program, signal, onProgress, onRestart }) {
    const before = new Set(portsWithIds(await listSerialPorts(), usbIds));
    await writePicoDrive(place, program, onProgress);
    onRestart();
    for (const endMs = systemClock.nowMs() + restartMs; systemClock.nowMs() < endMs; ) {
      await sleep(systemClock, 200, signal);
      const started = portsWithIds(await listSerialPorts(), usbIds).find((path) => !before.has(path));
      if (started !== undefined) return started;
    }
    throw new Failure(
      'The Pico did not come back. Unplug it, plug it in again, and run: stationery plot setup',
    );
  },
};

export const boards: Record<string, Board> = { pico, uno };

const maxHeardLength = 4096;
const bannerMs = 4_000;

/** Returns the banner with the version, which Stationery's firmware prints when it starts and when asked. */
export async function readBanner(
  open: () => Promise<BytePort>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<string | undefined> {
  const port = await open();
  let heard = '';
  port.onBytes((bytes) => {
    heard = (heard + Buffer.from(bytes).toString('latin1')).slice(-maxHeardLength);
  });
  try {
    for (const endMs = clock.nowMs() + bannerMs; clock.nowMs() < endMs; ) {
      const version = /\bstationery-plotter (\d{1,3}\.\d{1,3}\.\d{1,3})\b/.exec(heard)?.[1];
      if (version !== undefined) return version;
      await sleep(clock, 100, signal);
      // Ask for it, because a board with native USB does not restart when its port is opened.
      if (clock.nowMs() > endMs - bannerMs / 2) await port.write(Buffer.from('VERSION\n'));
    }
    return undefined;
  } finally {
    await port.close();
  }
}

const builtFirmware = fileURLToPath(new URL('../../../plotter/dist/firmware/', import.meta.url));
const maxFileBytes = 4_000_000;
const boardNames = Object.keys(boards);

type Context = Pick<CommandContext, 'out' | 'signal' | 'plotter'>;

/** `setup` is the command that the user may continue with after flashing. */
export function firmwareCommand(setup: Command): Command {
  return defineCommand({
    summary: 'Put the plotter firmware on a Raspberry Pi Pico or an Arduino Uno',
    arguments: '[board]',
    completes: [boardNames],
    about: `Without a board, lists the connected boards and what to press. With “pico”, copies the firmware to the drive of a Pico
whose BOOTSEL button was held; with “uno”, writes it through the boot loader of an Arduino Uno or Nano. Waits until the
new firmware reports its version. At a terminal, it then offers to set the plotter up.`,
    service: 'plotter',
    options: {
      at: {
        placeholder: '<path>',
        help: 'Port or drive of the board, if there are several boards',
        completes: 'file',
      },
      file: {
        placeholder: '<path>',
        help: 'Firmware file; default: the one of this release',
        completes: 'file',
      },
      yes: { help: 'Do not ask anything' },
    },
    examples: [
      'stationery plot firmware',
      'stationery plot firmware pico',
      'stationery plot firmware uno --at /dev/ttyUSB0 --yes',
    ],
    async run(context) {
      const { args, options, out } = context;
      const [name] = args;
      if (name === undefined) return list(out);
      const board = boards[name];
      if (board === undefined) {
        throw new UsageError(`there is no firmware for “${name}”. Boards: ${boardNames.join(', ')}`);
      }
      const program = await readFirmware(options.file ?? join(builtFirmware, board.file), board);
      const place = options.at ?? (await findPlace(board));
      if (!options.yes && !(await agrees(context, board, place))) return exitCodes.failed;
      const { version, port } = await write(context, board, place, program);
      out.result({ board: name, version }, () =>
        out.line(out.style('green', `The board runs stationery-plotter ${version}.`)),
      );
      if (out.json) return exitCodes.good;
      const isNow =
        !options.yes && out.canAsk && (await confirm(out, 'Set the plotter up now?', context.signal));
      if (isNow) return setup.run({ ...context, args: [], options: { preset: 'stationery', port } as never });
      out.line('Next: stationery plot setup');
    },
  });
}

const connected = async (): Promise<System> => ({
  ports: await listSerialPorts(),
  drives: await picoDrives(),
});

async function list(out: Output): Promise<number> {
  const system = await connected();
  const found = Object.entries(boards).map(([name, board]) => ({ name, ...board.find(system) }));
  out.result(found, () => {
    const rows = found.flatMap(({ name, ready, running }) => [
      ...ready.map((path) => [boards[name]!.title, path, 'ready for firmware']),
      ...running.map((path) => [boards[name]!.title, path, 'runs a program; get it ready as below']),
    ]);
    if (rows.length === 0) out.line('No board found. Plug one in with a USB cable that carries data.');
    else out.table(['BOARD', 'AT', 'STATE'], rows);
    for (const [name, { title, press }] of Object.entries(boards)) {
      out.line(`\n${title}: ${press}\n  stationery plot firmware ${name}`);
    }
  });
  return exitCodes.good;
}

async function readFirmware(path: string, board: Board): Promise<Uint8Array> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw new Failure(`${path} cannot be read: ${messageOf(error)}`);
    throw new Failure(
      path.startsWith(builtFirmware)
        ? 'This copy of Stationery has no firmware files. Build them with “npm run firmware”, or download one and give its path with --file.'
        : `there is no file “${path}”`,
      exitCodes.notFound,
    );
  }
  if (bytes.length > maxFileBytes) throw new Failure('This file is too large to be firmware.');
  return board.read(bytes);
}

async function findPlace(board: Board): Promise<string> {
  const { ready } = board.find(await connected());
  const [first, ...others] = ready;
  if (others.length > 0) throw new UsageError(`there are several: ${ready.join(', ')}. Choose one with --at`);
  if (first !== undefined) return first;
  const notMounted = (await hasUnmountedPico())
    ? ' A drive RPI-RP2 is connected but not mounted: open it in your file manager.'
    : '';
  throw new Failure(`No ${board.title} is ready. ${board.press}${notMounted}`, exitCodes.notFound);
}

async function agrees({ out, signal }: Context, board: Board, place: string): Promise<boolean> {
  if (!out.canAsk) throw new UsageError('not a terminal: add --yes to write without a question');
  return confirm(out, `Replace the program of the ${board.title} at ${place}?`, signal);
}

async function write(
  context: Context,
  board: Board,
  place: string,
  program: Uint8Array,
): Promise<{ version: string; port: string }> {
  const { out, signal } = context;
  const reconnect = await releasePort(await context.plotter(), place, signal);
  const transfer = new Transfer(out, 'Writing');
  try {
    const port = await board.write({
      place,
      program,
      signal,
      onProgress: (done, total) => transfer.show(done, total),
      onRestart: () => transfer.say('The board restarts …'),
    });
    const version = await readBanner(() => openBoard(port), { clock: systemClock, signal });
    if (version !== undefined) return { version, port };
    throw new Failure(
      'The firmware was written, but the board does not report it. Unplug it and plug it in again.',
    );
  } finally {
    transfer.end();
    await reconnect();
  }
}

/** Makes the plotter service close the port. Returns a function that makes it open the port again. */
async function releasePort(
  plotter: PlotterClient,
  place: string,
  signal: AbortSignal,
): Promise<() => Promise<unknown>> {
  // Ignore a missing service: the port is then free, or the error when opening it explains why it is not.
  const status = await plotter.status({ signal }).catch(() => undefined);
  if (status?.portPath !== place || status.link.state === 'closed') return async () => undefined;
  if (status.job !== null) {
    throw new Failure(
      `Job ${status.job.id} is running or paused on this board. Finish it, or cancel it with: stationery plot cancel ${status.job.id}`,
    );
  }
  await plotter.disconnect({ signal });
  return () => plotter.connect().catch(() => undefined);
}
