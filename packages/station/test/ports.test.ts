import { createServer } from 'node:net';
import { unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readStationConfig } from '../src/index.ts';
import { startTestStation } from './support/test-station.ts';

describe('the ports of a station', () => {
  it('are 80 and 443 by default', () => {
    const config = readStationConfig({ args: [], env: {} });
    expect([config.httpPort, config.httpsPort, config.host]).toEqual([undefined, undefined, '127.0.0.1']);
  });

  it('are both released if one of them is unavailable', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen({ host: '127.0.0.1', port: 0 }, resolve));
    onTestFinished(() => void other.close());
    const { port: taken } = other.address() as { port: number };
    const http = String(await unusedPort());
    const env = { STATION_HTTP_PORT: http, STATION_HTTPS_PORT: String(taken) };
    await expect(startTestStation({ env })).rejects.toThrow(`STATION_HTTPS_PORT: port ${taken}`);
    const station = await startTestStation({ env: { STATION_HTTP_PORT: http } });
    expect(station.url).toContain(`:${http}`);
  });
});
