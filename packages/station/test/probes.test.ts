import { ask } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { connectivityProbes } from '../../appliance/src/network/connectivity-probes.ts';
import { startTestStation } from './support/test-station.ts';

const wanted = [
  ['connectivitycheck.gstatic.com', '/generate_204', 204, undefined, ''],
  ['clients3.google.com', '/generate_204', 204, undefined, ''],
  ['www.google.com', '/gen_204', 204, undefined, ''],
  [
    'captive.apple.com',
    '/hotspot-detect.html',
    200,
    'text/html',
    '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>',
  ],
  ['www.msftconnecttest.com', '/connecttest.txt', 200, 'text/plain', 'Microsoft Connect Test'],
  ['www.msftncsi.com', '/ncsi.txt', 200, 'text/plain', 'Microsoft NCSI'],
  ['detectportal.firefox.com', '/success.txt?ipv4', 200, 'text/plain', 'success\n'],
  ['nmcheck.gnome.org', '/check_network_status.txt', 200, 'text/plain', 'NetworkManager is online\n'],
] as const;
const everyHost = connectivityProbes.flatMap(({ hosts }) => hosts);

describe('STATION_PORTAL=quiet, the default', () => {
  it('answers probes of phones and laptops as if there were internet access', async () => {
    const station = await startTestStation();
    for (const [host, target, status, type, body] of wanted) {
      const answer = await ask(station.url, { target, headers: { host } });
      expect({ host, ...answer }).toMatchObject({ host, status, body });
      expect(answer.headers['content-type']).toBe(type);
      expect(answer.headers['cache-control']).toBe('no-store');
      const upperCase = { host: `${host.toUpperCase()}:80` };
      expect(await ask(station.url, { target, headers: upperCase })).toMatchObject({ status, body });
      const head = await ask(station.url, { method: 'HEAD', target, headers: { host } });
      expect(head).toMatchObject({ status, body: '' });
    }
  });

  it('serves nothing else under the host names of probes', async () => {
    const station = await startTestStation();
    for (const host of everyHost) {
      for (const target of ['/api/v1/settings', '/api/docs', '/nothing', '/%zz']) {
        const answer = await ask(station.url, { target, headers: { host } });
        expect([host, target, answer.status]).toEqual([host, target, 404]);
        expect(JSON.parse(answer.body).errors[0]).toMatchObject({ type: 'error', status: 404 });
      }
      for (const method of ['POST', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await ask(station.url, { method, target: '/api/v1/settings', headers: { host } });
        expect([host, method, answer.status]).toEqual([host, method, 421]);
      }
    }
  });
});

describe('STATION_PORTAL=portal', () => {
  const env = { STATION_PORTAL: 'portal' };

  it('redirects probes of phones and laptops to the station', async () => {
    const station = await startTestStation({ env });
    for (const [host, target] of wanted) {
      const answer = await ask(station.url, { target, headers: { host } });
      expect([host, answer.status]).toEqual([host, 302]);
      expect(answer.headers['cache-control']).toBe('no-store');
      // The redirect is by IP address, because names may not resolve yet.
      expect(answer.headers.location).toBe(`http://127.0.0.1:${new URL(station.url).port}/`);
    }
  });

  it('serves nothing else under the host names of probes', async () => {
    const station = await startTestStation({ env });
    const headers = { host: 'captive.apple.com' };
    for (const target of ['/api/v1/settings', '/', '/%zz']) {
      expect(await ask(station.url, { target, headers })).toMatchObject({ status: 302, body: '' });
    }
    const options = { method: 'PATCH', target: '/api/v1/settings', headers };
    expect((await ask(station.url, options)).status).toBe(421);
  });
});

it.each(['quiet', 'portal'])('the station rejects other host names: %s', async (mode) => {
  const station = await startTestStation({ env: { STATION_PORTAL: mode } });
  for (const host of ['evil.example', 'captive.apple.com.evil.example', 'apple.com']) {
    const answer = await ask(station.url, { target: '/hotspot-detect.html', headers: { host } });
    expect([host, answer.status]).toEqual([host, 421]);
  }
});
