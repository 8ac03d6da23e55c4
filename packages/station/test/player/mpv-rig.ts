import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '@stationery/core';
import { needsProgram, temporaryFolder } from '@stationery/core/testing';
import { onTestFinished, vi } from 'vitest';
import { mpvSessions } from '../../src/player/mpv/mpv-session.ts';
import { SupervisedPlayer } from '../../src/player/supervised-player.ts';
import { ManualClock, nextLoad, type Rig, waitForIt } from './rig.ts';
import { writeSounds } from './sounds.ts';

export const mpv = needsProgram('mpv', 'mpv');

/** Makes mpv run without a sound device. Returns a socket for queries from outside. */
export function silentMpv(folder: string, audio = 'ao=null'): string {
  mkdirSync(join(folder, 'mpv'), { recursive: true });
  const socket = join(folder, 'mpv.sock');
  writeFileSync(join(folder, 'mpv', 'mpv.conf'), `${audio}\ninput-ipc-server=${socket}\n`);
  vi.stubEnv('MPV_HOME', join(folder, 'mpv'));
  onTestFinished(() => void vi.unstubAllEnvs());
  return socket;
}

/** Reads a property of the mpv at a socket; undefined if it is not set. */
export function askMpv(socket: string, property: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const line = connect(socket);
    let text = '';
    line.on('error', reject);
    line.setEncoding('utf8').on('data', (some: string) => {
      text += some;
      const answer = text.split('\n').find((each) => each.includes('"request_id":7'));
      if (answer === undefined) return;
      line.destroy();
      resolve((JSON.parse(answer) as { data?: unknown }).data);
    });
    line.write(`${JSON.stringify({ command: ['get_property', property], request_id: 7 })}\n`);
  });
}

export async function mpvRig(): Promise<Rig> {
  const folder = await temporaryFolder();
  const socket = silentMpv(folder);
  const files = writeSounds(folder);
  const clock = new ManualClock();
  let pid = 0;
  const open = mpvSessions({
    clock,
    onStart: (started) => {
      pid = started;
    },
  });
  const player = new SupervisedPlayer({
    kind: 'mpv',
    open,
    listOutputs: async () => [],
    clock,
    log: silentLogger,
  });
  onTestFinished(() => player.close());
  return {
    player,
    clock,
    track: (name) => ({ load: nextLoad(), filename: name, path: Buffer.from(files[name]), content: '' }),
    async snapshot() {
      const ask = (property: string) => askMpv(socket, property);
      const [idle, pause, position, volume, path] = await Promise.all(
        ['idle-active', 'pause', 'time-pos', 'volume', 'path'].map(ask),
      );
      const filename = Object.entries(files).find(([, file]) => file === path)?.[0];
      return {
        isPlaying: idle === false && pause === false,
        isPaused: idle === false && pause === true,
        positionMs: Number(position ?? 0) * 1000,
        volume: volume as number,
        filename,
      };
    },
    kill: async () => void process.kill(pid, 'SIGKILL'),
    hang: async () => void process.kill(pid, 'SIGSTOP'),
    revive: async () => {},
    until: waitForIt,
  };
}
