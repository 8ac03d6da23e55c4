import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStationPlayer } from '@stationery/client/player';
import { needsProgram, Random, temporaryFolder, testSeed, unusedPort } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startStationProgram } from '../support/program.ts';

const needed = [
  needsProgram('snapserver', 'snapserver'),
  needsProgram('snapclient', 'snapclient'),
  needsProgram('mpv', 'mpv'),
];
const guide = readFileSync(new URL('../../../../docs/museum.md', import.meta.url), 'utf8');
const rate = 48_000;
/** Sound travels only 34 cm in this time. */
const maxOffsetMs = 1;

// The clients in this test have no sound device to keep time, so they need real-time priority on a busy machine.
const realTime = ['chrt', '--fifo', '10'];
const mayBeRealTime = spawnSync('chrt', [...realTime.slice(1), 'true'], { stdio: 'ignore' }).status === 0;

it.skipIf(!mayBeRealTime || !needed.every(({ run }) => run))(
  `two Snapcast clients play the same samples of a station simultaneously (${needed.map(({ label }) => label).join(', ')}, and the right to set a real-time priority)`,
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const port = await unusedPort();
    const write = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text.replaceAll('/run/snapserver', folder));
      return path;
    };
    // As in the guide, but on a free port of this machine.
    const server = fromGuide('[stream]').replace(
      '[stream]',
      `[server]\ndatadir = ${folder}\n[stream]\nbind_to_address = 127.0.0.1\nport = ${port}`,
    );
    const log = output(start('snapserver', ['--config', write('snapserver.conf', server)]));
    await expect.poll(log, { timeout: 20_000 }).toContain('Creating stream acceptor');
    const sound = write('asound.conf', fromGuide('pcm.snapcast'));
    const alsa = write('alsa.conf', `</usr/share/alsa/alsa.conf>\n<${sound}>\n`);

    const card = join(folder, 'card');
    mkdirSync(card);
    writeFileSync(join(card, 'noise.wav'), noise(30));
    const station = await startStationProgram({
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_CARD_DIR: card,
      STATION_PLAYER: 'mpv',
      ALSA_CONFIG_PATH: alsa,
    });
    const player = createStationPlayer({ baseUrl: station.url });
    const found = (await player.outputs()).outputs.find(({ name }) => name === 'All rooms');
    await player.chooseOutput(found?.id ?? null);

    const rooms = [new Room(port, 'first')];
    await player.play('noise.wav');
    await expect.poll(() => rooms[0]?.heardSeconds, { timeout: 30_000 }).toBeGreaterThan(2);
    // A client that starts later joins.
    rooms.push(new Room(port, 'second'));
    await expect.poll(() => rooms[1]?.heardSeconds, { timeout: 30_000 }).toBeGreaterThan(8);
    const offsets = compare(rooms[0] as Room, rooms[1] as Room);
    expect(offsets.length).toBeGreaterThan(1_000);
    expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(maxOffsetMs);
  },
);

/** Returns the configuration in the guide that contains these words. */
function fromGuide(words: string): string {
  const blocks = [...guide.matchAll(/^```(?:ini)?\n([\s\S]*?)^```$/gm)].map(([, text]) => text ?? '');
  const block = blocks.find((text) => text.startsWith(words));
  if (block === undefined) throw new Error(`The guide has no configuration that starts with ${words}`);
  return block;
}

function start(program: string, args: readonly string[]): ChildProcess {
  const [file = '', ...rest] = [...realTime, program, ...args];
  const child = spawn(file, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return child;
}

function output(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  return () => text;
}

/**
 * A Snapcast client that writes its samples to a pipe instead of
 * playing them: every 50 ms, the samples of the next 50 ms.
 */
class Room {
  readonly #pieces: { atMs: number; frame: number; bytes: Buffer }[] = [];
  #frames = 0;
  #heard = 0;

  constructor(port: number, name: string) {
    const args = ['--host', '127.0.0.1', '--port', String(port), '--hostID', name];
    const client = start('snapclient', [...args, '--player', 'file:filename=stdout', '--logsink', 'null']);
    client.stdout?.on('data', (bytes: Buffer) => {
      this.#pieces.push({ atMs: performance.now(), frame: this.#frames, bytes });
      this.#frames += bytes.length / 4;
      if (bytes.some((byte) => byte !== 0)) this.#heard += bytes.length / 4;
    });
  }

  get heardSeconds(): number {
    return this.#heard / rate;
  }

  /** Returns the samples of the left channel. */
  samples(): Int16Array {
    const bytes = Buffer.concat(this.#pieces.map((piece) => piece.bytes));
    return Int16Array.from({ length: bytes.length >> 2 }, (_, frame) => bytes.readInt16LE(frame * 4));
  }

  /**
   * Returns when a frame was due, computed from the earliest of the pieces within a second around it, so that
   * pieces read late do not count.
   */
  dueMs(frame: number): number {
    const at = this.#pieces.findLastIndex((piece) => piece.frame <= frame);
    const near = this.#pieces.slice(Math.max(0, at - 10), at + 10);
    return Math.min(...near.map((piece) => piece.atMs - inMs(piece.frame))) + inMs(frame);
  }
}

const inMs = (frames: number) => (frames * 1000) / rate;

const blockFrames = 16;
const everyFrames = 240;

/**
 * Finds blocks of the second client's output in the first client's output; each block of the noise occurs only
 * once. Returns their offsets in ms.
 */
function compare(first: Room, second: Room): number[] {
  const [there, here] = [first.samples(), second.samples()];
  const key = (samples: Int16Array, frame: number) => samples.subarray(frame, frame + blockFrames).join();
  const known = new Map<string, number>();
  for (let frame = 0; frame + blockFrames <= there.length; frame++)
    if (there[frame] !== 0) known.set(key(there, frame), frame);
  const from = here.findIndex((sample) => sample !== 0);
  const offsets: number[] = [];
  let blocks = 0;
  // Leave out the last second, which may not have been read from the first client yet.
  for (let frame = from; frame + rate < here.length; frame += everyFrames) {
    if (here[frame] === 0) continue;
    blocks++;
    const same = known.get(key(here, frame));
    if (same !== undefined) offsets.push(second.dueMs(frame) - first.dueMs(same));
  }
  expect(offsets.length / blocks).toBeGreaterThan(0.99);
  return offsets;
}

/** Returns a WAV file of noise: 16 bits, mono. */
function noise(seconds: number): Buffer {
  const random = new Random(testSeed);
  const wav = Buffer.alloc(44 + seconds * rate * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(rate, 24);
  wav.writeUInt32LE(rate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(wav.length - 44, 40);
  for (let at = 44; at < wav.length; at += 2) wav.writeInt16LE(random.below(20_000) - 10_000, at);
  return wav;
}
