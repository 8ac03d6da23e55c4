import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DriverKind } from '../../src/drivers/driver-kind.ts';
import { serveSimulator } from '../../src/drivers/simulator/serve-simulator.ts';

/** A simulated machine behind a TCP proxy that can drop the bytes of the board. */
export async function lossyLine(kind: DriverKind, speedFactor: number) {
  const machine = kind.simulator({ speedFactor });
  const board = await serveSimulator({ plotter: machine, port: 0 });
  const line = { isDropping: false, droppedReplies: 0 };
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
    service.pipe(far);
    far.on('data', (bytes) => {
      if (line.isDropping) line.droppedReplies += bytes.toString('latin1').match(/ok/gi)?.length ?? 0;
      else service.write(bytes);
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
