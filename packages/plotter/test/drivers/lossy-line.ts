import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Family } from '../../src/drivers/family.ts';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { ours } from '../../src/drivers/language/our-language.ts';
import { serveSimulator } from '../../src/drivers/simulator/serve-simulator.ts';
import { startMachine, type TestMachine } from './machines.ts';

/** 41 commands that draw one stroke. */
export function zigzag({ defaultProfile: profile }: Family): string[] {
  let at: Point = { x: 0, y: 0 };
  const moves = Array.from({ length: 38 }, (_, index) => {
    const to = { x: 40 + index * 20, y: index % 2 === 0 ? 40 : 200 };
    const move = ours.moveTo(profile.coordinates === 'relative' ? { x: to.x - at.x, y: to.y - at.y } : to);
    at = to;
    return move;
  });
  return ['PENUP', ...moves.slice(0, 1), 'PENDOWN', ...moves.slice(1), 'PENUP'];
}

/**
 * Matches text that ends with a question to an EiBotBoard. Drivers ask between commands, and again if the reply is
 * lost.
 */
const question = /(?:^|[\r\n])(?:Q[A-Z]|V)\b[^\r\n]*[\r\n]*$/;

/**
 * Starts a simulated machine behind a TCP proxy, which passes a number of replies and then drops some. The first
 * dropped reply answers a command, not a question, so the command is in doubt.
 */
export async function lossyLine(member: Pick<TestMachine, 'kind' | 'board'>, speedFactor: number) {
  const machine = await startMachine(member, { speedFactor });
  const board = await serveSimulator({ plotter: machine, port: 0 });
  const line = { pass: Number.POSITIVE_INFINITY, drop: 0, dropped: 0 };
  const sockets = new Set<Socket>();
  const proxy = createServer({ noDelay: true }, (service) => {
    const far = connect({ host: board.host, port: board.port, noDelay: true });
    for (const socket of [service, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        service.destroy();
        far.destroy();
      });
    }
    let isAsked = false;
    service.on('data', (bytes) => {
      isAsked = question.test(bytes.toString('latin1'));
      far.write(bytes);
    });
    // Loses whole lines, because on a busy machine one chunk has the replies to many commands.
    let rest = '';
    const isPassed = (reply: string) => {
      const isOk = /ok/i.test(reply) ? 1 : 0;
      if (line.pass <= 0 && line.dropped < line.drop && (line.dropped > 0 || !isAsked)) {
        line.dropped += isOk;
        return false;
      }
      line.pass -= isOk;
      return true;
    };
    far.on('data', (bytes) => {
      const replies = `${rest}${bytes.toString('latin1')}`.split(/(?<=\n)/);
      rest = replies.at(-1)?.endsWith('\n') ? '' : (replies.pop() ?? '');
      service.write(replies.filter(isPassed).join(''), 'latin1');
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
    await board.close();
    await machine.close();
  });
  return Object.assign(line, { machine, path: `tcp:127.0.0.1:${(proxy.address() as AddressInfo).port}` });
}
