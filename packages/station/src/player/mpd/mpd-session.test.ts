import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { systemClock } from '@stationery/core';
import { expect, it, onTestFinished } from 'vitest';
import { mpdSessions } from './mpd-session.ts';

it('a status from before a file was added does not end that file, even if both replies arrive together', async () => {
  const { port, idle } = await startServer();
  const events: string[] = [];
  const note = (name: string) => () => void events.push(name);
  const open = mpdSessions({
    address: { host: '127.0.0.1', port },
    httpPort: () => 1,
    clock: systemClock,
  });
  const session = open({
    started: note('started'),
    ended: note('ended'),
    failed: note('failed'),
    trouble: note('trouble'),
    lost: note('lost'),
    outputMissing: note('outputMissing'),
    outputsChanged: note('outputsChanged'),
  });
  onTestFinished(() => session.close());
  const track = { load: 1, filename: 'song.mp3', content: '/song', path: Buffer.from('/song') };
  await idle;
  session.load(track, { positionMs: 0, isPaused: false });
  await expect.poll(() => events).not.toEqual([]);
  expect(events).toEqual(['started']);
});

/** Starts a server that reports a change just before a file is added, and sends both replies together. */
async function startServer(): Promise<{ port: number; idle: Promise<void> }> {
  let isIdle = () => {};
  const idle = new Promise<void>((resolve) => {
    isIdle = resolve;
  });
  const early = 'state: stop\nOK\n';
  const server = createServer((socket: Socket) => {
    let isAdded = false;
    let answers: string[] = [];
    const answer = (command: string): string => {
      if (command === 'noidle\n') return 'changed: player\nOK\n';
      if (command.includes('\naddid')) isAdded = true;
      if (command.includes('\naddid')) return 'Id: 1\nOK\n';
      if (!command.includes('\nstatus\n')) return 'OK\n';
      return isAdded ? 'state: play\nsongid: 1\naudio: 44100:16:2\nOK\n' : early;
    };
    socket.setEncoding('utf8').on('error', () => undefined);
    socket.write('OK MPD 0.23.0\n');
    socket.on('data', (text: string) => {
      for (const command of text.split(/(?<=\ncommand_list_end\n|idle player\n|noidle\n)/)) {
        if (command === 'idle player\n') isIdle();
        else answers.push(answer(command));
      }
      const count = isAdded || !answers.includes(early) ? answers.length : answers.indexOf(early);
      socket.write(answers.slice(0, count).join(''));
      answers = answers.slice(count);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as { port: number }).port, idle };
}
