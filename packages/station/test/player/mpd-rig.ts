import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { basename, join } from 'node:path';
import { silentLogger } from '@stationery/core';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';
import { type MpdAddress, MpdConnection } from '../../src/player/mpd/mpd-connection.ts';
import { listMpdOutputs, mpdSessions } from '../../src/player/mpd/mpd-session.ts';
import { SupervisedPlayer } from '../../src/player/supervised-player.ts';
import { ManualClock, nextLoad, type Rig, waitForIt } from './rig.ts';
import { writeSounds } from './sounds.ts';

export const mpd = needsProgram('mpd', 'mpd');

/** Starts a real MPD without a sound device on a free port. */
async function startMpd(folder: string, port: number): Promise<ChildProcess> {
  const config = join(folder, 'mpd.conf');
  const output = ['Living room', 'Hall']
    .map((name) => `audio_output {\n type "null"\n name "${name}"\n mixer_type "software"\n}\n`)
    .join('');
  const quiet = 'zeroconf_enabled "no"\n';
  writeFileSync(config, `bind_to_address "127.0.0.1"\nport "${port}"\n${quiet}${output}`);
  const child = spawn(mpd.path, ['--no-daemon', config], { stdio: 'ignore' });
  await waitForIt(async () => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
    } finally {
      socket.destroy();
    }
  });
  return child;
}

/** Serves the files over HTTP like a station. */
async function serve(files: Record<string, string>): Promise<number> {
  const server = createServer(({ url = '/', headers }, answer) => {
    const file = Object.values(files).find((path) => basename(path) === decodeURIComponent(url.slice(1)));
    if (file === undefined || !existsSync(file)) {
      answer.writeHead(404).end();
      return;
    }
    const { size } = statSync(file);
    const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    const part = { 'content-range': `bytes ${start}-${size - 1}/${size}` };
    answer.writeHead(headers.range === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': size - start,
      ...(headers.range !== undefined && part),
    });
    createReadStream(file, { start }).pipe(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const connectTo = (address: MpdAddress) =>
  new MpdConnection({ address, clock: new ManualClock(), listener: { changed() {}, lost() {} } });

/** Starts a rig with MPD. `send` sends a command to MPD and returns the reply. */
export async function mpdRig(): Promise<Rig & { send(command: string): Promise<string[]> }> {
  const folder = await temporaryFolder();
  const files = writeSounds(folder);
  const httpPort = await serve(files);
  const address = { host: '127.0.0.1', port: await unusedPort() };
  const clock = new ManualClock();
  let child = await startMpd(folder, address.port);
  onTestFinished(() => void child.kill('SIGKILL'));
  const open = mpdSessions({ address, httpPort: () => httpPort, clock });
  const listOutputs = () => listMpdOutputs({ address, clock });
  const player = new SupervisedPlayer({ kind: 'mpd', open, listOutputs, clock, log: silentLogger });
  onTestFinished(() => player.close());
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  // The rig restarts MPD, because that is not the task of the station.
  const restart = async () => {
    await end();
    child = await startMpd(folder, address.port);
  };
  let loaded = '';
  return {
    player,
    clock,
    track(name) {
      loaded = name;
      const content = `/${encodeURIComponent(basename(files[name]))}`;
      return { load: nextLoad(), filename: name, path: Buffer.from(files[name]), content };
    },
    async snapshot() {
      const connection = connectTo(address);
      const status = await connection.status();
      connection.close();
      return {
        isPlaying: status.get('state') === 'play',
        isPaused: status.get('state') === 'pause',
        positionMs: Number(status.get('elapsed') ?? 0) * 1000,
        volume: status.has('volume') ? Number(status.get('volume')) : undefined,
        filename: loaded,
      };
    },
    send: (command) =>
      new Promise((resolve) => {
        const connection = connectTo(address);
        connection.send([command], (lines) => {
          connection.close();
          resolve(lines);
        });
      }),
    kill: restart,
    hang: async () => void child.kill('SIGSTOP'),
    revive: restart,
    until: waitForIt,
  };
}
