import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BytePort, memoryPortPair } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { type BootLoaderOptions, runBootLoader } from '../../test/support/boot-loader.ts';
import { boards, readBanner } from './firmware-command.ts';
import { checkUf2, picoDrives, writePicoDrive } from './pico-drive.ts';
import { flashUno, unoPageBytes } from './stk500.ts';
import { readIntelHex } from './uno.ts';

const limits = { maxBytes: 1024, pageBytes: 128 };

describe('a file in Intel HEX', () => {
  it('is read as whole pages', () => {
    const bytes = readIntelHex(':0300300002337A1E\r\n:0100800042 3D\n:00000001FF\n'.replace(' ', ''), limits);
    expect([bytes.length, bytes[0], bytes[0x30], bytes[0x32], bytes[0x80]]).toEqual([
      256, 0xff, 2, 0x7a, 0x42,
    ]);
  });

  it.each([
    ['a wrong checksum', ':0300300002337A1F\n:00000001FF', 'checksum'],
    ['a cut line', ':0300300002337A\n:00000001FF', 'checksum'],
    ['a missing end', ':0300300002337A1E\n', 'end is missing'],
    ['other text', 'UF2\n', 'line is damaged'],
    ['an address beyond the flash', ':0310000002337A3E\n:00000001FF', 'larger than'],
    ['an extended address', ':020000040800F2\n:00000001FF', 'larger board'],
  ])('is refused with %s', (_, text, reason) => {
    expect(() => readIntelHex(text, limits)).toThrow(reason);
  });
});

function bootLoader(options: BootLoaderOptions = {}) {
  const [ours, theirs] = memoryPortPair();
  return { flash: runBootLoader(theirs, options), ours };
}

async function flashTo(open: () => Promise<BytePort>, program: Uint8Array) {
  const clock = new ManualClock();
  const progress: string[] = [];
  let isOver = false;
  const flashed = flashUno({
    open,
    program,
    clock,
    signal: new AbortController().signal,
    onProgress: (step, done, total) => progress.push(`${step} ${done}/${total}`),
  }).finally(() => {
    isOver = true;
  });
  flashed.catch(() => undefined);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.pending > 0 && progress.length === 0) await clock.advance(10);
  }
  await flashed;
  return progress;
}

describe('an Arduino Uno', () => {
  const program = Uint8Array.from({ length: 3 * unoPageBytes }, (_, at) => (7 * at) % 256);

  it('is written page by page, and read back', async () => {
    const { flash, ours } = bootLoader();
    expect(await flashTo(async () => ours, program)).toEqual([
      ...['write 128/384', 'write 256/384', 'write 384/384'],
      ...['verify 128/384', 'verify 256/384', 'verify 384/384'],
    ]);
    expect(flash.subarray(0, program.length)).toEqual(program);
    expect(flash[program.length]).toBe(0xff);
  });

  it('is reset again until its boot loader answers', async () => {
    const silent = () => memoryPortPair()[0];
    const { ours } = bootLoader();
    const ports = [silent(), silent(), ours];
    expect(await flashTo(async () => ports.shift()!, program)).toHaveLength(6);
  });

  it.each([
    ['another chip', { signature: [0x1e, 0x98, 0x01] }, 'signature 1e9801'],
    [
      'a cable that is pulled',
      { dropsAt: 1 },
      'the cable was pulled. The boot loader of the board is unharmed',
    ],
    ['worn flash', { isForgetful: true }, 'did not keep the firmware'],
  ])('is not written if there is a problem; the error names %s', async (_, options, message) => {
    await expect(flashTo(async () => bootLoader(options).ours, program)).rejects.toThrow(message);
  });

  it('is reported as silent if its boot loader does not respond', async () => {
    await expect(flashTo(async () => memoryPortPair()[0], program)).rejects.toThrow(
      'does not answer as an Arduino',
    );
  });
});

function uf2(family = 0xe48bff56): Buffer {
  const block = Buffer.alloc(512);
  for (const [at, word] of [0x0a324655, 0x9e5d5157, 0x2000, 0x10000000, 256, 0, 1, family].entries()) {
    block.writeUInt32LE(word, 4 * at);
  }
  return block;
}

describe('the drive of a Pico', () => {
  it('is found by its information file, and written', async () => {
    const root = await temporaryFolder();
    const drive = join(root, 'RPI RP2');
    const other = join(root, 'camera');
    for (const folder of [drive, other, join(root, 'proc')]) mkdirSync(folder, { recursive: true });
    const mounts = [drive, other].map((folder) => `/dev/sda1 ${folder.replaceAll(' ', '\\040')} vfat rw 0 0`);
    writeFileSync(join(root, 'proc/mounts'), `${mounts.join('\n')}\n`);
    writeFileSync(
      join(drive, 'INFO_UF2.TXT'),
      'UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n',
    );
    if (process.platform === 'linux') expect(await picoDrives(root)).toEqual([drive]);
    const done: number[] = [];
    await writePicoDrive(drive, uf2(), (bytes) => done.push(bytes));
    expect([readFileSync(join(drive, 'firmware.uf2')), done]).toEqual([uf2(), [512]]);
    await expect(writePicoDrive(join(root, 'gone'), uf2(), () => undefined)).rejects.toThrow('Hold BOOTSEL');
  });

  it('accepts firmware for an RP2040 only', () => {
    expect(() => checkUf2(uf2())).not.toThrow();
    expect(() => checkUf2(uf2(0xe48bff59))).toThrow('different board');
    for (const bytes of [Buffer.alloc(0), Buffer.from(':00000001FF'), Buffer.alloc(512)]) {
      expect(() => checkUf2(bytes)).toThrow('not a UF2 file');
    }
  });
});

it('portsWithIds finds boards by their USB ids', () => {
  const ports = [
    { path: '/dev/ttyACM0', vendorId: '2E8A', productId: '000a' },
    { path: '/dev/ttyUSB0', vendorId: '1a86', productId: '7523' },
    { path: '/dev/ttyS0' },
  ];
  const found = Object.values(boards).map((board) => board.find({ ports, drives: ['/media/RPI-RP2'] }));
  expect(found).toEqual([
    { ready: ['/media/RPI-RP2'], running: ['/dev/ttyACM0'] },
    { ready: ['/dev/ttyUSB0'], running: [] },
  ]);
});

it('readBanner asks the board for its version if no banner arrives', async () => {
  const clock = new ManualClock();
  const [ours, theirs] = memoryPortPair();
  theirs.onBytes((bytes) => {
    if (Buffer.from(bytes).toString() === 'VERSION\n')
      void theirs.write(Buffer.from('stationery-plotter 1.1.0 BUFFER 32\n'));
  });
  let version: string | undefined;
  const read = readBanner(async () => ours, { clock, signal: new AbortController().signal }).then((found) => {
    version = found;
  });
  await expect
    .poll(async () => {
      await clock.advance(100);
      return version;
    })
    .toBe('1.1.0');
  await read;
});
