import {
  ConnectionError,
  createPlotterClient,
  createStationClient,
  type PlotterError,
  type PlotterErrorCode,
  ServiceError,
  type StationError,
  type StationErrorCode,
} from '@stationery/client';
import type { BoardErrorCode } from '@stationery/client/board';
import type { ErrorCode } from '@stationery/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { startScripted } from '../../plotter/test/support/test-plotter.ts';
import { startTestStation } from '../../station/test/support/test-station.ts';
import { oddServer } from './support/odd-server.ts';

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('errors', () => {
  it('have the message and the code of the station', async () => {
    const { url } = await startTestStation();
    const station = createStationClient({ baseUrl: url });
    const error = await thrownBy(station.rename(''));
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({
      name: 'StationError',
      status: 422,
      title: 'Invalid request',
      pointer: '/data/attributes/nickname',
      method: 'PATCH',
      url: `${url}/api/v1/settings`,
      document: { errors: [{ status: 422 }] },
    });
    expect((error as ServiceError).message).toBe((error as ServiceError).detail);
    await expect(station.waitForTags({ timeoutSeconds: -1 })).rejects.toMatchObject({
      status: 400,
      parameter: 'timeout',
    });
  });

  it('have a typed code', async () => {
    const station = createStationClient({ baseUrl: (await startTestStation()).url });
    const gone = await thrownBy(station.remove(99));
    expect(gone).toMatchObject({ name: 'StationError', code: 'unknown-file' });
    expectTypeOf<StationError['code']>().toEqualTypeOf<StationErrorCode | undefined>();
    expectTypeOf<PlotterError['code']>().toEqualTypeOf<PlotterErrorCode | undefined>();
    expectTypeOf<StationErrorCode | PlotterErrorCode | BoardErrorCode>().toEqualTypeOf<ErrorCode>();
    expectTypeOf<StationErrorCode>().not.toEqualTypeOf<ErrorCode>();
  });

  it('have the retry delay', async () => {
    const { url } = await startScripted();
    const plotter = createPlotterClient({ baseUrl: url });
    await plotter.disconnect();
    await expect(plotter.send('PENUP')).rejects.toMatchObject({
      name: 'PlotterError',
      status: 503,
      code: 'port-closed',
      retryAfterSeconds: 2,
    });
  });

  it('name the reason if the service cannot be reached', async () => {
    const { url, stop } = await startTestStation();
    await stop();
    const error = await thrownBy(createStationClient({ baseUrl: url }).settings());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      url: `${url}/api/v1/settings`,
      message: expect.stringMatching(/^No answer from .*ECONNREFUSED/),
    });
    await expect(createStationClient({ baseUrl: url }).upload('x', { filename: 'x' })).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });

  it('are thrown for truncated responses and for those of other programs', async () => {
    const url = await oddServer(({ url: path }, response) => {
      if (path === '/api/v1/settings') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
        response.write('{"data"');
        response.once('drain', () => undefined);
        setImmediate(() => response.destroy());
      } else if (path === '/api/v1/tags') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
      } else response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });
    const station = createStationClient({ baseUrl: url });
    await expect(station.settings()).rejects.toBeInstanceOf(ConnectionError);
    await expect(station.tags()).rejects.toThrow(/not JSON/);
    await expect(station.card()).rejects.toMatchObject({
      name: 'StationError',
      status: 502,
      message: 'Bad Gateway',
      document: undefined,
    });
  });

  it('pass on the reason of an abort signal', async () => {
    const url = await oddServer(() => undefined);
    const station = createStationClient({ baseUrl: url });
    await expect(station.settings({ signal: AbortSignal.timeout(1) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect(station.card({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    const own = AbortSignal.abort(new Error('my own'));
    await expect(station.upload('x', { filename: 'x', signal: own })).rejects.toThrow('my own');
  });
});
