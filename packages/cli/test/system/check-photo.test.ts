import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createPlotterClient } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { photoOf, plainPhoto, sheetOf } from '../../../drawing/test/support/photo-of.ts';
import { jpegOf } from '../../../drawing/test/support/picture-of.ts';
import { client } from '../support/client.ts';
import { useServices } from '../support/services.ts';

const services = useServices({ PLOTTER_SIM_SPEED: '0' });

/** Returns the address of a proxy that closes idle connections sooner than a photo is checked. */
async function impatientProxy(url: string): Promise<string> {
  const server = createServer((asked, reply) => {
    const { method, headers } = asked;
    const upstream = request(new URL(asked.url!, url), { method, headers }, (answer) => {
      // Remove the header that tells the client how long it may reuse the connection.
      const { 'keep-alive': _, ...kept } = answer.headers;
      reply.writeHead(answer.statusCode!, { ...kept, connection: 'keep-alive' });
      answer.pipe(reply);
    });
    asked.pipe(upstream);
  });
  server.keepAliveTimeout = 500;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('stationery plot check-photo finds a missing stroke and plots it, even if the connection was closed', async () => {
  const { strokes, marks } = sheetOf(1);
  const commands = strokes.flatMap(({ points }) => {
    const at = (index: number) =>
      `MOVE X${Math.round(80 * points[index]!)} Y${Math.round(80 * points[index + 1]!)}`;
    const moves = Array.from({ length: points.length / 2 }, (_, index) => at(2 * index));
    return ['PENUP', moves[0]!, 'PENDOWN', ...moves.slice(1)];
  });
  const plotter = createPlotterClient({ baseUrl: services.plotter });
  const script = [...commands, 'PENUP', 'MOVE X0 Y0'].join('\n');
  const { id } = await plotter.queueJob({ script, name: 'Curves', marks: [...marks], stepsPerMm: 80 });
  await plotter.jobs.wait(id);
  const sheet = { strokes: strokes.map((stroke) => ({ ...stroke, pen: 0 })), marks, colours: ['#000000'] };
  const photo = join(await temporaryFolder(), 'sheet.jpg');
  const dropped = new Map([[40, [0, 1e6]] as const]);
  await writeFile(photo, jpegOf(photoOf(sheet, { ...plainPhoto, dropped })));

  const env = { PLOTTER_URL: await impatientProxy(services.plotter) };
  const { code, stdout, stderr } = await client(['plot', 'check-photo', String(id), photo, '--plot'], {
    env,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`1 of ${strokes.length} strokes is missing, or a part of it`);
  expect((await plotter.jobs.list())[0]).toMatchObject({ name: 'Curves (missing)', marks });
});
