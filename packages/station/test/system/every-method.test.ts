import { METHODS } from 'node:http';
import { type Route, stationRoutes } from '@stationery/contract';
import { sendBytes } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { startTestStation } from '../support/test-station.ts';

const routes: Route[] = Object.values(stationRoutes);
const addressOf = (route: Route) => route.path.replace('{id}', '1');

describe('every HTTP method known to Node', () => {
  it('is answered at every path, with and without a type of the body', async () => {
    const station = await startTestStation();
    const addresses = ['/', '/nothing', '/api/v1/nothing', '*', ...new Set(routes.map(addressOf))];
    const types = [[], ['content-type:'], ['content-type: x'], ['content-type: a/b; c="']];
    const wrong: string[] = [];
    const send = async (method: string, address: string, type: string[]) => {
      const known = routes.filter((route) => addressOf(route) === address).map((route) => route.method);
      // Skip methods covered by other tests, and the endless event stream.
      if (known.includes(method as Route['method']) || method === 'GET' || method === 'HEAD') return;
      const head = [`${method} ${address} HTTP/1.1`, 'host: localhost', 'connection: close', ...type];
      const { status } = await sendBytes(station.url, `${head.join('\r\n')}\r\n\r\n`);
      if (![400, 404, 405].includes(status)) wrong.push(`${status} ${method} ${address} ${type.join()}`);
    };
    for (const method of METHODS) {
      await Promise.all(addresses.flatMap((address) => types.map((type) => send(method, address, type))));
    }
    expect(wrong).toEqual([]);
  });
});
