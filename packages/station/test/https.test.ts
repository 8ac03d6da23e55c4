import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { checkServerIdentity, type PeerCertificate, type TLSSocket } from 'node:tls';
import { createLogger, SettingError, silentLogger } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { SelfSignedCertificate } from '@stationery/http';
import { describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from './support/test-station.ts';

interface SecureAnswer {
  status: number | undefined;
  body: string;
  certificate: PeerCertificate;
}

function askSecurely(
  url: string,
  options: RequestOptions = { rejectUnauthorized: false },
): Promise<SecureAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false, ...options }, (answer) => {
      const certificate = (answer.socket as TLSSocket).getPeerCertificate();
      let body = '';
      answer.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body, certificate }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('HTTPS', () => {
  it('serves the same as HTTP, and keeps its certificate across restarts', async () => {
    const first = await startTestStation();
    const before = await askSecurely(`${first.secureUrl}/api/v1/settings`);
    expect(before.status).toBe(200);
    expect(JSON.parse(before.body)).toEqual(await (await first.get('/api/v1/settings')).json());
    expect(before.certificate.subjectaltname).toContain('DNS:localhost');
    await first.stop();
    const second = await startTestStation({ folder: first.folder });
    const after = await askSecurely(`${second.secureUrl}/api/v1/settings`);
    expect(after.certificate.fingerprint256).toBe(before.certificate.fingerprint256);
  });

  it('keeps its key in a file that only the owner can read', async () => {
    const station = await startTestStation();
    const folder = join(station.folder, 'data/tls');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
    expect(await readFile(join(folder, 'self-signed.pem'), 'utf8')).toContain('PRIVATE KEY');
  });

  it('is trusted by a client that has the certificate', async () => {
    const station = await startTestStation();
    const kept = await readFile(join(station.folder, 'data/tls/self-signed.pem'), 'utf8');
    const ca = kept.slice(kept.indexOf('-----BEGIN CERTIFICATE-----'));
    const answer = await askSecurely(`${station.secureUrl}/api/v1/settings`, { ca });
    expect(answer.status).toBe(200);
  });

  const rename = (station: TestStation, nickname: string) =>
    station.send('PATCH', '/api/v1/settings', {
      data: { type: 'setting', id: 'nickname', attributes: { nickname } },
    });
  const certificateOf = async (station: TestStation) =>
    (await askSecurely(`${station.secureUrl}/api/v1/settings`)).certificate;
  const isGoodFor = (certificate: PeerCertificate, name: string) =>
    checkServerIdentity(name, certificate) === undefined;

  it('covers every name of the station in its certificate', async () => {
    const env = { STATION_HOST_NAMES: 'Box.Example,*.example,ü', STATION_WIFI_ADDRESS: '10.9.8.1/24' };
    const station = await startTestStation({ env });
    const certificate = await certificateOf(station);
    const machine = hostname().toLowerCase();
    const names = ['localhost', machine, `${machine.split('.')[0]}.local`, 'station', 'station.local'];
    const missing = [...names, 'box.example', '127.0.0.1', '::1', '10.9.8.1'].filter(
      (name) => !isGoodFor(certificate, name),
    );
    expect(missing).toEqual([]);
    expect(isGoodFor(certificate, 'other.example')).toBe(false);
    expect(isGoodFor(certificate, 'kitchen.local')).toBe(false);
  });

  it('renews the certificate with the same key when the nickname changes, without a restart', async () => {
    const station = await startTestStation();
    const before = await certificateOf(station);
    await rename(station, 'Kitchen');
    await expect.poll(async () => isGoodFor(await certificateOf(station), 'kitchen.local')).toBe(true);
    await rename(station, 'Café Küche');
    await rename(station, 'Cellar');
    await expect.poll(async () => isGoodFor(await certificateOf(station), 'cellar')).toBe(true);
    const after = await certificateOf(station);
    expect(isGoodFor(after, 'station.local')).toBe(true);
    expect(isGoodFor(after, 'kitchen.local')).toBe(false);
    expect(after.pubkey).toEqual(before.pubkey);
    await station.stop();
    const again = await certificateOf(await startTestStation({ folder: station.folder }));
    expect(again.fingerprint256).toBe(after.fingerprint256);
  });

  it.each<[string, boolean, (text: string) => string]>([
    ['cut off in the certificate', true, (text) => text.slice(0, -100)],
    ['without its certificate', true, (text) => text.slice(0, text.indexOf('-----BEGIN CERT'))],
    ['cut off in the key', false, (text) => text.slice(0, 100)],
    ['empty', false, () => ''],
    ['of zeros', false, (text) => '\0'.repeat(text.length)],
  ])('replaces a certificate file that is %s', async (_, keepsKey, damage) => {
    const first = await startTestStation();
    const before = await certificateOf(first);
    await first.stop();
    const file = join(first.folder, 'data/tls/self-signed.pem');
    await writeFile(file, damage(await readFile(file, 'utf8')));
    const lines: string[] = [];
    const log = createLogger({ level: 'warn', stream: { write: (line) => lines.push(line) } });
    const second = await startTestStation({ folder: first.folder, log });
    const after = await certificateOf(second);
    expect(isGoodFor(after, 'station.local')).toBe(true);
    expect(Buffer.compare(after.pubkey ?? Buffer.of(), before.pubkey ?? Buffer.of()) === 0).toBe(keepsKey);
    expect(lines).toEqual([expect.stringContaining('damaged')]);
  });

  async function ownFiles() {
    const folder = await temporaryFolder();
    const parts = { folder, commonName: 'of my own', names: () => ['localhost'], log: silentLogger };
    const { key, cert } = (await SelfSignedCertificate.open(parts)).files;
    const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
    await writeFile(files.key, key);
    await writeFile(files.cert, cert);
    return files;
  }

  it('accepts a certificate and key of the user', async () => {
    const { key, cert } = await ownFiles();
    const station = await startTestStation({ env: { STATION_TLS_KEY: key, STATION_TLS_CERT: cert } });
    const answer = await askSecurely(`${station.secureUrl}/api/v1/settings`);
    expect(answer.certificate.subject.CN).toBe('of my own');
  });

  it.each<[string, (own: { key: string; cert: string }) => Promise<Record<string, string>>]>([
    ['a key without a certificate', async ({ key }) => ({ STATION_TLS_KEY: key })],
    [
      'a file that is not there',
      async ({ key }) => ({ STATION_TLS_KEY: key, STATION_TLS_CERT: '/not/there' }),
    ],
    [
      'files that are no PEM',
      async ({ key, cert }) => {
        await writeFile(cert, 'nonsense');
        return { STATION_TLS_KEY: key, STATION_TLS_CERT: cert };
      },
    ],
    [
      'a key that belongs to another certificate',
      async ({ key }) => ({
        STATION_TLS_KEY: key,
        STATION_TLS_CERT: (await ownFiles()).cert,
      }),
    ],
  ])('reports in one line what is wrong with %s', async (_, env) => {
    const starting = startTestStation({ env: await env(await ownFiles()) });
    await expect(starting).rejects.toThrow(SettingError);
    await expect(starting).rejects.toThrow(/^[^\n]*TLS[^\n]*$/);
  });
});
