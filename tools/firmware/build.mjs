// `npm run firmware [-- pico] [uno]`: builds the plotter firmware for both boards with Debian's compilers,
// reproducibly, and prints how much memory it takes. Packages: gcc-arm-none-eabi, gcc-avr, avr-libc.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { readArguments, refuse } from '../lib/read-arguments.mjs';
import { ensurePrograms, firmwarePrograms } from '../lib/system-packages.mjs';

const source = join(root, 'firmware');
const into = join(root, 'packages/plotter/dist/firmware');

const warnings = ['-std=c11', '-Wall', '-Wextra', '-Werror'];
// These options keep paths, dates and random symbol names out of the result.
const sameBytes = ['-Wdate-time', '-frandom-seed=firmware', `-ffile-prefix-map=${source}=.`];
const small = ['-Os', '-flto', '-fno-common', '-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections'];

const boards = {
  pico: {
    title: 'Raspberry Pi Pico',
    file: 'stationery-plotter-pico.uf2',
    tools: 'arm-none-eabi-',
    flags: [
      ...['-mcpu=cortex-m0plus', '-mthumb', '-ffreestanding', '-nostdlib', ...sameBytes],
      ...['-fno-tree-loop-distribute-patterns', '-Tboards/pico/link.ld'],
    ],
    libraries: ['-lgcc'],
    flash: 2 * 1024 * 1024,
    ram: 264 * 1024,
    // The program is copied to RAM and runs there, so its code counts, too.
    ramUse: ({ text, data, bss }) => text + data + bss,
    write: (elf, folder) => makeUf2(binaryOf(elf, folder)),
  },
  uno: {
    title: 'Arduino Uno',
    file: 'stationery-plotter-uno.hex',
    tools: 'avr-',
    flags: [
      '-mmcu=atmega328p',
      '-DF_CPU=16000000UL',
      '-mcall-prologues',
      '-Wdate-time',
      '-frandom-seed=firmware',
    ],
    libraries: [],
    flash: 32 * 1024 - 512,
    ram: 2048,
    ramUse: ({ data, bss }) => data + bss,
    write(elf, folder) {
      const hex = join(folder, 'program.hex');
      tool('avr-objcopy', ['-O', 'ihex', '-R', '.eeprom', elf, hex]);
      return readFileSync(hex);
    },
  },
};

const { positionals: chosen } = readArguments({ script: import.meta.filename, most: 2 });
const unknown = chosen.find((name) => boards[name] === undefined);
if (unknown !== undefined) refuse(`there is no board “${unknown}”, only ${Object.keys(boards).join(', ')}`);
ensurePrograms(firmwarePrograms);
mkdirSync(into, { recursive: true });
for (const name of chosen.length > 0 ? chosen : Object.keys(boards)) build(name, boards[name]);
writeFileSync(join(into, 'index.json'), `${JSON.stringify({ version: versionOf(), boards: filesOf() })}\n`);

function versionOf() {
  return /CORE_VERSION "([\d.]+)"/.exec(readFileSync(join(source, 'core/config.h'), 'utf8'))[1];
}

function filesOf() {
  return Object.values(boards).map(({ title, file }) => ({ title, file }));
}

function build(name, board) {
  const folder = mkdtempSync(join(tmpdir(), 'firmware-'));
  try {
    const elf = join(folder, 'program.elf');
    const files = [...filesIn(`boards/${name}`), ...filesIn('core')];
    const includes = [`-Iboards/${name}`, '-Icore'];
    const flags = [...warnings, ...small, ...board.flags, ...includes];
    tool(`${board.tools}gcc`, [...flags, ...files, ...board.libraries, '-o', elf]);
    const size = sizeOf(board, elf);
    const file = join(into, board.file);
    const halfWay = `${file}.${process.pid}`;
    writeFileSync(halfWay, board.write(elf, folder));
    renameSync(halfWay, file);
    const flashUse = size.text + size.data;
    console.log(
      `${board.title}: ${relative(root, file)}, flash ${share(flashUse, board.flash)}, RAM ${share(board.ramUse(size), board.ram)}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function filesIn(folder) {
  return readdirSync(join(source, folder))
    .filter((name) => /\.[cS]$/.test(name))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function tool(program, args) {
  try {
    return execFileSync(program, args, {
      cwd: source,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (error) {
    if (error.code !== 'ENOENT') process.exit(1);
    console.error(`${program} is missing. Install the packages gcc-arm-none-eabi, gcc-avr and avr-libc.`);
    process.exit(1);
  }
}

function sizeOf({ tools }, elf) {
  const [, line] = tool(`${tools}size`, [elf]).split('\n');
  const [text, data, bss] = line.trim().split(/\s+/).map(Number);
  return { text, data, bss };
}

function share(bytes, all) {
  return `${bytes} of ${all} bytes (${Math.round((100 * bytes) / all)} %)`;
}

function binaryOf(elf, folder) {
  const file = join(folder, 'program.bin');
  tool('arm-none-eabi-objcopy', ['-O', 'binary', elf, file]);
  const binary = readFileSync(file);
  // The boot ROM runs the first 256 bytes only if their checksum is right (CRC-32/MPEG-2).
  let crc = 0xffffffff;
  for (const byte of binary.subarray(0, 252)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  binary.writeUInt32LE(crc >>> 0, 252);
  return binary;
}

/** Returns a UF2 file: blocks of 512 bytes, each with 256 bytes of the program. */
function makeUf2(binary) {
  const count = Math.ceil(binary.length / 256);
  const blocks = Buffer.alloc(512 * count);
  for (let block = 0; block < count; block++) {
    const at = 512 * block;
    const head = [0x0a324655, 0x9e5d5157, 0x2000, 0x10000000 + 256 * block, 256, block, count, 0xe48bff56];
    for (const [index, word] of head.entries()) blocks.writeUInt32LE(word, at + 4 * index);
    binary.copy(blocks, at + 32, 256 * block, 256 * (block + 1));
    blocks.writeUInt32LE(0x0ab16f30, at + 508);
  }
  return blocks;
}
