import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { join } from 'node:path';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { SettingError } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { keptTlsFiles } from '@stationery/http';
import { describe, expect, it } from 'vitest';
import { startTestStation } from './support/test-station.ts';

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
  it('serves the same as HTTP, with a certificate that is the same after a restart', async () => {
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

  it('keeps a key that only its owner can read', async () => {
    const station = await startTestStation();
    const folder = join(station.folder, 'data/tls');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
    expect(await readFile(join(folder, 'self-signed.pem'), 'utf8')).toContain('PRIVATE KEY');
  });

  it('is good for a client that was given the certificate', async () => {
    const station = await startTestStation();
    const kept = await readFile(join(station.folder, 'data/tls/self-signed.pem'), 'utf8');
    const ca = kept.slice(kept.indexOf('-----BEGIN CERTIFICATE-----'));
    const answer = await askSecurely(`${station.secureUrl}/api/v1/settings`, { ca });
    expect(answer.status).toBe(200);
  });

  async function ownFiles() {
    const folder = await temporaryFolder();
    const { key, cert } = await keptTlsFiles(folder, 'of my own');
    const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
    await writeFile(files.key, key);
    await writeFile(files.cert, cert);
    return files;
  }

  it('takes a certificate and a key of the user’s own', async () => {
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
  ])('says in one line what is wrong with %s', async (_, env) => {
    const starting = startTestStation({ env: await env(await ownFiles()) });
    await expect(starting).rejects.toThrow(SettingError);
    await expect(starting).rejects.toThrow(/^[^\n]*TLS[^\n]*$/);
  });
});
