import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BytePort,
  listSerialPorts,
  messageOf,
  openFailureOf,
  openSerialPort,
  sleep,
  systemClock,
  systemErrorCode,
} from '@stationery/core';
import { type BoardName, boardNames, boards, type FoundBoard, findBoards } from '../../boards/find-boards.ts';
import { readIntelHex } from '../../boards/intel-hex.ts';
import { checkUf2, hasUnmountedPico, picoDrives, writePicoDrive } from '../../boards/pico-drive.ts';
import { readBanner } from '../../boards/read-banner.ts';
import { flashUno, unoFlashBytes, unoPageBytes } from '../../boards/stk500.ts';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { confirm } from '../../terminal/ask.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { Transfer } from '../../terminal/transfer.ts';

const builtFirmware = fileURLToPath(new URL('../../../../plotter/dist/firmware/', import.meta.url));
const maxFileBytes = 4_000_000;
const picoRestartMs = 10_000;
const serialBaudRate = 115_200;

type Context = Pick<CommandContext, 'out' | 'signal' | 'plotter'>;

export const firmware = defineCommand({
  summary: 'Put the plotter firmware on a Raspberry Pi Pico or an Arduino Uno',
  arguments: '[board]',
  count: [0, 1],
  completes: [boardNames],
  about: `Without a board, lists the connected boards and what to press. With “pico”, copies the firmware to the drive of a Pico
whose BOOTSEL button was held; with “uno”, writes it through the boot loader of an Arduino Uno or Nano. Waits until the
new firmware reports its version.`,
  service: 'plotter',
  options: {
    port: { placeholder: '<path>', help: 'The serial port of the Arduino', completes: 'file' },
    drive: { placeholder: '<folder>', help: 'The drive of the Pico', completes: 'folder' },
    file: {
      placeholder: '<path>',
      help: 'Firmware file; default: the one of this release',
      completes: 'file',
    },
    yes: { help: 'Do not ask before writing' },
  },
  examples: [
    'stationery plot firmware',
    'stationery plot firmware pico',
    'stationery plot firmware uno --port /dev/ttyUSB0 --yes',
  ],
  async run({ args: [name], options, ...context }) {
    const { out } = context;
    if (name === undefined) return list(out);
    const board = boardNames.find((one) => one === name);
    if (board === undefined) {
      throw new UsageError(`there is no firmware for “${name}”. Boards: ${boardNames.join(', ')}`);
    }
    const file = await readFirmware(options.file ?? join(builtFirmware, boards[board].file), board);
    const place = await findPlace(board, board === 'pico' ? options.drive : options.port);
    if (!options.yes && !(await agrees(context, board, place))) return exitCodes.failed;
    const version =
      board === 'pico' ? await flashPico(context, place, file) : await flash(context, place, file);
    out.result({ board, version }, () => {
      out.line(out.style('green', `The board runs stationery-plotter ${version}.`));
      out.line('Next: stationery plot setup');
    });
    return exitCodes.good;
  },
});

async function list(out: Output): Promise<number> {
  const found = findBoards(await listSerialPorts(), await picoDrives());
  out.result(found, () => {
    if (found.length === 0) out.line('No board found. Plug one in with a USB cable that carries data.');
    else out.table(['BOARD', 'AT', 'STATE'], found.map(describe));
    for (const name of boardNames) {
      out.line(`\n${boards[name].title}: ${boards[name].press}\n  stationery plot firmware ${name}`);
    }
  });
  return exitCodes.good;
}

const describe = ({ board, path, isRunning }: FoundBoard) => [
  boards[board].title,
  path,
  isRunning ? 'runs a program; hold BOOTSEL to replace it' : 'ready for firmware',
];

async function readFirmware(path: string, board: BoardName): Promise<Uint8Array> {
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
  if (board === 'uno') {
    return readIntelHex(bytes.toString('latin1'), { maxBytes: unoFlashBytes, pageBytes: unoPageBytes });
  }
  checkUf2(bytes);
  return bytes;
}

async function findPlace(board: BoardName, chosen: string | undefined): Promise<string> {
  if (chosen !== undefined) return chosen;
  const found = findBoards(await listSerialPorts(), await picoDrives()).filter((one) => one.board === board);
  const ready = found.filter(({ isRunning }) => !isRunning);
  const { title, press } = boards[board];
  if (ready.length === 1) return ready[0]!.path;
  if (ready.length > 1) {
    const places = ready.map(({ path }) => path).join(', ');
    throw new UsageError(
      `there are several: ${places}. Choose with --${board === 'pico' ? 'drive' : 'port'}`,
    );
  }
  if (board === 'pico' && (await hasUnmountedPico())) {
    throw new Failure('The drive RPI-RP2 is connected but not mounted. Open it in your file manager first.');
  }
  throw new Failure(`No ${title} is ready. ${press}`, exitCodes.notFound);
}

async function agrees({ out, signal }: Context, board: BoardName, place: string): Promise<boolean> {
  if (!out.canAsk) throw new UsageError('not a terminal: add --yes to write without a question');
  return confirm(out, `Replace the program of the ${boards[board].title} at ${place}?`, signal);
}

async function flashPico({ out, signal }: Context, drive: string, bytes: Uint8Array): Promise<string> {
  const before = new Set((await listSerialPorts()).map(({ path }) => path));
  const transfer = new Transfer(out, 'Writing');
  try {
    await writePicoDrive(drive, bytes, (done, total) => transfer.show(done, total));
    transfer.say('The Pico restarts …');
    for (const endMs = systemClock.nowMs() + picoRestartMs; systemClock.nowMs() < endMs; ) {
      await sleep(systemClock, 200, signal);
      const started = findBoards(await listSerialPorts(), []).find(
        ({ board, path }) => board === 'pico' && !before.has(path),
      );
      if (started !== undefined) return await expectBanner(started.path, signal);
    }
  } finally {
    transfer.end();
  }
  throw new Failure(
    'The Pico did not come back. Unplug it, plug it in again, and run: stationery plot setup',
  );
}

/** Frees the port for as long as the Arduino is written. */
async function flash(context: Context, path: string, program: Uint8Array): Promise<string> {
  const { out, signal } = context;
  const plotter = await context.plotter();
  const wasConnected = await plotter.disconnect({ signal }).then(
    () => true,
    () => false,
  );
  const transfer = new Transfer(out, 'Writing');
  try {
    await flashUno({
      program,
      clock: systemClock,
      signal,
      open: (baudRate) => openPort(path, baudRate),
      onProgress: (step, done, total) => transfer.show(step === 'write' ? done : total + done, 2 * total),
    });
    transfer.say('The board restarts …');
    return await expectBanner(path, signal);
  } finally {
    transfer.end();
    if (wasConnected) await plotter.connect().catch(() => undefined);
  }
}

async function expectBanner(path: string, signal: AbortSignal): Promise<string> {
  const version = await readBanner(() => openPort(path, serialBaudRate), { clock: systemClock, signal });
  if (version !== undefined) return version;
  throw new Failure(
    'The firmware was written, but the board does not report it. Unplug it and plug it in again.',
  );
}

async function openPort(path: string, baudRate: number): Promise<BytePort> {
  try {
    return await openSerialPort(path, baudRate);
  } catch (error) {
    throw new Failure(
      {
        missing: `There is no port ${path}. Check the cable, and list the boards with: stationery plot firmware`,
        'not-allowed': `You may not open ${path}. Add yourself to the group “dialout”: sudo usermod -aG dialout $USER; then log in again.`,
        'in-use': `Another program uses ${path}. Close it and run the command again.`,
        unreachable: `${path} cannot be opened: ${messageOf(error)}`,
        other: `${path} cannot be opened: ${messageOf(error)}`,
      }[openFailureOf(error)],
    );
  }
}
