import { createServer, type Server } from 'node:net';
import { SettingError, silentLogger } from '@stationery/core';
import { unusedPort } from '@stationery/core/testing';
import { createApp, jsonApiErrors, type Listening, listen, type PortChoice } from '@stationery/http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readStationConfig } from '../src/index.ts';
import { startTestStation } from './support/test-station.ts';

const host = '127.0.0.1';
const setting = 'STATION_HTTP_PORT';

/** Occupies a port like a different program. */
async function takenPort(): Promise<{ port: number; free(): Promise<void> }> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
  const free = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onTestFinished(free);
  return { port: (server.address() as { port: number }).port, free };
}

async function listenOn(port: PortChoice): Promise<Listening> {
  const app = createApp({
    log: silentLogger,
    errorStyle: jsonApiErrors,
    hostNames: () => [],
    corsOrigins: [],
    token: undefined,
  });
  const listening = await listen({ app, host, port, errorStyle: jsonApiErrors });
  onTestFinished(() => listening.close());
  return listening;
}

const answers = async ({ url }: Listening) => (await fetch(`${url}/nothing`)).status;

describe('the ports of a station', () => {
  it('are the default ones if available', async () => {
    const preferred = await unusedPort();
    const listening = await listenOn({ preferred, fallback: await unusedPort(), setting });
    expect(listening).toMatchObject({ port: preferred, note: undefined });
    expect(await answers(listening)).toBe(404);
  });

  it('fall back to the second choice with a note', async () => {
    const { port: preferred } = await takenPort();
    const fallback = await unusedPort();
    const listening = await listenOn({ preferred, fallback, setting });
    expect(listening).toMatchObject({ port: fallback, url: `http://localhost:${fallback}` });
    expect(listening.note).toBe(`port ${preferred} is in use by another program`);
    expect(await answers(listening)).toBe(404);
  });

  it('cause an error that names the setting if none is available', async () => {
    const [{ port: preferred }, { port: fallback }] = [await takenPort(), await takenPort()];
    const starting = listenOn({ preferred, fallback, setting });
    await expect(starting).rejects.toThrow(SettingError);
    await expect(starting).rejects.toThrow(setting);
  });

  it('cause an error if set explicitly and unavailable', async () => {
    const { port } = await takenPort();
    const starting = listenOn({ port, setting });
    await expect(starting).rejects.toThrow(SettingError);
    await expect(starting).rejects.toThrow(`${setting}: port ${port} is in use by another program`);
  });

  it('are used if set explicitly and available', async () => {
    const port = await unusedPort();
    expect(await listenOn({ port, setting })).toMatchObject({ port, note: undefined });
  });

  it('cause an error if this machine does not have the address', async () => {
    const app = createApp({
      log: silentLogger,
      errorStyle: jsonApiErrors,
      hostNames: () => [],
      corsOrigins: [],
      token: undefined,
    });
    for (const port of [
      { port: 0, setting },
      { preferred: 80, fallback: 8080, setting },
    ]) {
      const starting = listen({ app, host: '192.0.2.1', port, errorStyle: jsonApiErrors });
      await expect(starting).rejects.toThrow(
        'cannot listen on 192.0.2.1: this machine does not have that address',
      );
    }
  });

  it('are 80 and 443 by default', () => {
    const config = readStationConfig({ args: [], env: {} });
    expect([config.httpPort, config.httpsPort, config.host]).toEqual([undefined, undefined, '127.0.0.1']);
  });

  it('are both released if one of them is unavailable', async () => {
    const { port: taken } = await takenPort();
    const http = await unusedPort();
    const env = { STATION_HTTP_PORT: String(http), STATION_HTTPS_PORT: String(taken) };
    await expect(startTestStation({ env })).rejects.toThrow(`STATION_HTTPS_PORT: port ${taken}`);
    expect((await listenOn({ port: http, setting })).port).toBe(http);
  });
});
