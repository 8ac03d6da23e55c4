import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLogger } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import {
  createApp,
  jsonApiErrors,
  listen,
  type OtherPage,
  OtherPageFinder,
  otherPageRoute,
  pageRoutes,
} from '@stationery/http';
import { ask as askExactly } from '@stationery/http/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { boardPage, plotterPage, stationPage } from '../../src/index.ts';

async function serve(folder: string | undefined, token?: string, otherPage?: OtherPage) {
  const app = createApp({
    log: silentLogger,
    errorStyle: jsonApiErrors,
    hostNames: () => ['kitchen.local'],
    corsOrigins: [],
    token,
  });
  pageRoutes(app, folder, '/api/docs');
  otherPageRoute(app, 'plotter', { local: () => otherPage, finder: new OtherPageFinder('plotter', []) });
  const port = { port: 0, setting: 'PORT' };
  return listen({ app, host: '127.0.0.1', port, errorStyle: jsonApiErrors });
}

describe.each([
  ['station', stationPage],
  ['plotter', plotterPage],
  ['board', boardPage],
])('the built %s page', (_name, folder) => {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  let served: Awaited<ReturnType<typeof serve>>;
  const ask = (path: string, init?: RequestInit) => fetch(served.url + path, init);
  beforeAll(async () => {
    served = await serve(folder, 'secret');
  });
  afterAll(() => served.close());

  it('is served at “/” without the token and is not cached', async () => {
    const answer = await ask('/');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toBe(readFileSync(join(folder, 'index.html'), 'utf8'));
  });

  it('must not load anything from other origins', async () => {
    const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    const sources = policy.split(';').flatMap((directive) => directive.trim().split(' ').slice(1));
    expect([...new Set(sources)].toSorted()).toEqual(["'none'", "'self'", 'blob:']);
  });

  it('is not allowed to compile WebAssembly, except in a worker with a policy of its own', async () => {
    const policyOf = async (path: string) => (await ask(path)).headers.get('content-security-policy');
    expect(await policyOf('/')).not.toContain('wasm');
    const ofAsset = await policyOf(`/assets/${assets[0]}`);
    expect(ofAsset?.replace(" 'wasm-unsafe-eval'", '')).toBe(await policyOf('/'));
  });

  it('has immutable files, compressed by the build', async () => {
    expect(assets.length).toBeGreaterThan(1);
    for (const name of assets) {
      const content = readFileSync(join(folder, 'assets', name));
      for (const encoding of ['br', 'gzip', 'identity']) {
        const answer = await ask(`/assets/${name}`, { headers: { 'accept-encoding': encoding } });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
        expect(answer.headers.get('cache-control')).toContain('immutable');
        expect(answer.headers.get('vary')).toContain('Accept-Encoding');
        expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      }
    }
  });

  it('has a manifest with icons of the listed sizes', async () => {
    const html = await (await ask('/')).text();
    const path = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1];
    const inPage = (address: string) => new URL(address, 'http://page/').pathname;
    const answer = await ask(inPage(path ?? ''));
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = (await answer.json()) as {
      start_url: string;
      display: string;
      icons: { src: string; sizes: string; type: string }[];
    };
    expect([inPage(manifest.start_url), manifest.display]).toEqual(['/', 'standalone']);
    const sizes: string[] = [];
    for (const { src, sizes: named, type } of manifest.icons) {
      const icon = await ask(inPage(src));
      expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
      const bytes = Buffer.from(await icon.arrayBuffer());
      if (type !== 'image/png') continue;
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(named);
      sizes.push(named);
    }
    expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  });

  it('is answered with 304 if the client already has it', async () => {
    const etag = (await ask('/')).headers.get('etag') ?? '';
    const again = await ask('/', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const plain = await ask('/', { headers: { 'if-none-match': etag, 'accept-encoding': 'identity' } });
    expect(plain.status).toBe(200);
  });

  it('answers HEAD, and refuses other methods in the same way as the service', async () => {
    const head = await ask('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const posted = await ask('/', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const missing = await ask('/assets/none.js');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/vnd.api+json']);
  });

  it.each([
    '/../index.js',
    '/assets/../../index.js',
    '/%2e%2e/index.js',
    '/assets/..%2f..%2findex.js',
    '//etc/passwd',
    '/index.html.br',
  ])('gives access to no other file: %s', async (target) => {
    expect((await askExactly(served.url, { target })).status).toBe(404);
  });
});

describe('the link to the page of the other service', () => {
  const linkAt = async (page: OtherPage | undefined, host: string) => {
    const served = await serve(undefined, undefined, page);
    onTestFinished(() => served.close());
    const { body } = await askExactly(served.url, { target: '/other-page', headers: { host } });
    return JSON.parse(body) as unknown;
  };
  const everywhere = { address: '0.0.0.0', port: 3000 };

  it.each([
    [undefined, 'localhost', null],
    [everywhere, 'localhost:8080', 'http://localhost:3000/'],
    [{ ...everywhere, address: '127.0.0.1' }, 'localhost', 'http://localhost:3000/'],
    [everywhere, '127.0.0.1', 'http://127.0.0.1:3000/'],
    [everywhere, '[::1]:8080', 'http://[::1]:3000/'],
    // The other service does not answer to the name of this service.
    [everywhere, 'kitchen.local', 'http://127.0.0.1:3000/'],
  ])('for the page %j, requested from host %s, is %s', async (page, host, url) => {
    expect(await linkAt(page, host)).toEqual({ self: 'station', service: 'plotter', url });
  });
});

describe('the link to a service that runs as a separate program', () => {
  const start = async (other: 'station' | 'plotter', ports: number[], port = 0) => {
    const app = createApp({
      log: silentLogger,
      errorStyle: jsonApiErrors,
      hostNames: () => ['kitchen.local'],
      corsOrigins: [],
      token: undefined,
    });
    otherPageRoute(app, other, { finder: new OtherPageFinder(other, ports) });
    const served = await listen({
      app,
      host: '127.0.0.1',
      port: { port, setting: 'PORT' },
      errorStyle: jsonApiErrors,
    });
    onTestFinished(() => served.close());
    return served;
  };
  const linkOf = async ({ url }: { url: string }, host: string) => {
    const { body } = await askExactly(url, { target: '/other-page', headers: { host } });
    return (JSON.parse(body) as { url: string | null }).url;
  };

  it('leads to the default port of the other service, in both directions', async () => {
    const stationPort = await unusedPort();
    const plotter = await start('station', [stationPort]);
    expect(await linkOf(plotter, 'localhost')).toBeNull();
    const station = await start('plotter', [plotter.port], stationPort);
    expect(await linkOf(plotter, 'localhost')).toBe(`http://localhost:${stationPort}/?station`);
    expect(await linkOf(station, 'localhost')).toBe(`http://localhost:${plotter.port}/`);
    // There is no link, because a proxy on this machine may forward requests of clients anywhere.
    expect(await linkOf(station, 'kitchen.local')).toBeNull();
  });

  it.each([
    ['the same service', '{"self":"station","service":"plotter","url":null}'],
    ['no JSON', '<html>'],
    ['too much', `{"self":"plotter","more":"${'x'.repeat(100_000)}"}`],
  ])('is omitted if a different program responds at that port: %s', async (_name, answer) => {
    const program = createServer((_request, response) => response.end(answer));
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void program.close());
    const station = await start('plotter', [(program.address() as AddressInfo).port]);
    expect(await linkOf(station, 'localhost')).toBeNull();
  });
});

describe('a service without a page', () => {
  it.each(['none given', 'not built'])('redirects / to the API docs if its page is %s', async (why) => {
    const folder = why === 'not built' ? await temporaryFolder() : undefined;
    const served = await serve(folder);
    onTestFinished(() => served.close());
    const home = await fetch(served.url, { redirect: 'manual' });
    expect([home.status, home.headers.get('location')]).toEqual([302, '/api/docs']);
  });
});
