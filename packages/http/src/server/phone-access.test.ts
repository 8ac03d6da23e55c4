import type { NetworkInterfaceInfo } from 'node:os';
import { silentLogger } from '@stationery/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { problemDetails } from '../errors/problem-details.ts';
import { listen } from './listen.ts';
import { PhoneAccess } from './phone-access.ts';

/** On Linux every address of 127.0.0.0/8 is local, so this one can stand for an address in the network. */
const network = '127.0.0.2';

interface Start {
  token?: string;
  host?: string;
  hostNames?: string[];
  isContainer?: boolean;
}

async function start(options: Start = {}) {
  const { token, host = '127.0.0.1', hostNames = [], isContainer = false } = options;
  const log = silentLogger;
  let address = network;
  const interfaces = () => ({
    docker0: [{ address: '127.0.0.3', family: 'IPv4', internal: false } as NetworkInterfaceInfo],
    wlan0: [{ address, family: 'IPv4', internal: false } as NetworkInterfaceInfo],
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true } as NetworkInterfaceInfo],
  });
  const phones = new PhoneAccess({
    token,
    log,
    interfaces,
    hostNames,
    isContainer,
    listenAt: (at, port) => listen({ ...common, host: at, port: { port, setting: at } }),
  });
  const networkToken = phones.tokenFor.bind(phones);
  const app = createApp({
    log,
    token,
    networkToken,
    errorStyle: problemDetails,
    hostNames: () => [],
    corsOrigins: [],
  });
  const common = { app, errorStyle: problemDetails, log };
  phones.addRoutes(app);
  app.get('/page', async () => 'page');
  app.put('/simulator', async () => 'done');
  const own = await listen({ ...common, host, port: { port: 0, setting: '' } });
  phones.started(own);
  onTestFinished(async () => {
    await Promise.all([phones.stop().catch(() => undefined), own.close()]);
    await app.close();
  });
  const at = (address: string, method = 'GET', path = '/api/phones', bearer: string | null = token ?? null) =>
    fetch(`http://${address}:${own.port}${path}`, {
      method,
      headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
    });
  const admit = async () =>
    (await (await at('127.0.0.1', 'PUT')).json()) as { addresses: string[]; token: string | null };
  const moveTo = (other: string) => {
    address = other;
  };
  return { at, admit, phones, port: own.port, moveTo };
}

describe.skipIf(process.platform !== 'linux')('access for phones', () => {
  it('is off at first, can be opened on Wi-Fi but not to containers, and has one token for all callers', async () => {
    const { at, admit, port } = await start();
    expect(await (await at('127.0.0.1')).json()).toEqual({ state: 'off' });
    await expect(at(network)).rejects.toThrow('fetch failed');
    const both = await Promise.all([admit(), admit()]);
    const addresses = [`http://${network}:${port}`];
    expect(both[0]).toEqual({ addresses, token: expect.stringMatching(/^[\w-]{22}$/) });
    expect(both[1]).toEqual(both[0]);
    expect(await (await at('127.0.0.1')).json()).toEqual({ state: 'on' });
    await expect(at('127.0.0.3')).rejects.toThrow('fetch failed');
  });

  it('follows the machine to a different network', async () => {
    const { admit, port, moveTo } = await start();
    await admit();
    moveTo('127.0.0.4');
    expect((await admit()).addresses).toEqual([`http://127.0.0.4:${port}`]);
    await expect(fetch(`http://${network}:${port}/page`)).rejects.toThrow('fetch failed');
  });

  it('requires the token only from the network, for `/api` and for changes at any path', async () => {
    const { at, admit } = await start();
    const { token } = await admit();
    expect((await at(network, 'GET', '/page')).status).toBe(200);
    expect((await at(network)).status).toBe(401);
    expect((await at(network, 'PUT', '/simulator')).status).toBe(401);
    expect((await at(network, 'GET', '/api/phones', `${token}x`)).status).toBe(401);
    expect((await at(network, 'GET', '/api/phones', token)).status).toBe(200);
    expect((await at(network, 'PUT', '/simulator', token)).status).toBe(200);
    expect((await at('127.0.0.1', 'PUT', '/simulator')).status).toBe(200);
  });

  it('ends for all phones when one of them ends it, and has a new token afterwards', async () => {
    const { at, admit } = await start();
    const { token } = await admit();
    expect((await at(network, 'DELETE', '/api/phones', token)).status).toBe(204);
    await expect.poll(() => at(network).catch(({ message }) => message)).toBe('fetch failed');
    expect(await (await at('127.0.0.1')).json()).toEqual({ state: 'off' });
    expect((await admit()).token).not.toBe(token);
    expect((await at(network, 'GET', '/api/phones', token)).status).toBe(401);
  });

  it('cannot be opened while the service is stopping', async () => {
    const { at, admit, phones } = await start();
    await admit();
    await phones.stop();
    expect((await at('127.0.0.1', 'PUT')).status).toBe(503);
    await expect(at(network)).rejects.toThrow('fetch failed');
  });

  it('uses the token from the settings if there is one', async () => {
    const { at, admit } = await start({ token: 'sesame' });
    expect((await admit()).token).toBe('sesame');
    expect((await at('127.0.0.1', 'GET', '/api/phones', 'wrong')).status).toBe(401);
    expect((await at(network, 'GET', '/api/phones', 'wrong')).status).toBe(401);
    expect((await at(network)).status).toBe(200);
  });

  it('is always on and has no token of its own if the service listens on every address', async () => {
    const { at, admit, port } = await start({ host: '0.0.0.0' });
    expect(await (await at('127.0.0.1')).json()).toEqual({ state: 'always' });
    expect(await admit()).toEqual({ addresses: [`http://${network}:${port}`], token: null });
    expect((await at(network)).status).toBe(200);
  });

  it('offers the names from the settings, but no address of a container', async () => {
    const inContainer = { host: '0.0.0.0', isContainer: true };
    const { admit, port } = await start({ ...inContainer, hostNames: ['localhost', 'server.lan'] });
    expect((await admit()).addresses).toEqual([`http://server.lan:${port}`]);
    expect((await (await start(inContainer)).admit()).addresses).toEqual([]);
  });
});
