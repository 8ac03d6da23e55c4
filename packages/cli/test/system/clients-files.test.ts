import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createStationClient } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { badLine } from '../support/bad-line.ts';
import { client, clientJson, startClient } from '../support/client.ts';
import { useServices } from '../support/services.ts';
import { clientAtTerminal } from '../support/terminal.ts';

interface Listed {
  free: number;
  files: { id: number; filename: string; size: number; tags: string[] }[];
}
interface Put {
  files: { filename: string; state: string; id: number }[];
}

const services = useServices();
let env: Record<string, string>;
let cwd: string;

const station = () => createStationClient({ baseUrl: services.station });
const names = async () => (await station().card()).files.map(({ filename }) => filename);
const states = ({ files }: Put) => files.map(({ filename, state }) => `${state} ${filename}`);

beforeEach(async () => {
  env = { STATION_URL: services.station };
  cwd = await temporaryFolder();
  for (const { id } of (await station().card()).files) await station().remove(id);
});

async function write(files: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(cwd, name, '..'), { recursive: true });
    await writeFile(join(cwd, name), content);
  }
}

describe('stationery files', () => {
  it('transfers files with any name in both directions', async () => {
    await write({ 'Grüße & so #1.txt': 'grüß', '🎵+100%.mp3': 'la', 'plain.txt': '' });
    const put = await client(['files', 'put', 'plain.txt', '*.txt', '🎵+100%.mp3'], { env, cwd });
    expect(put).toMatchObject({ code: 0, stderr: '3 files uploaded.\n' });
    expect(await names()).toEqual(['plain.txt', 'Grüße & so #1.txt', '🎵+100%.mp3']);
    const shown = await client(['files', 'ls'], { env });
    expect(shown.stdout).toMatch(/^ID +SIZE +TAGS +NAME\n *\d+ +0 B +0 +plain\.txt\n/);
    expect(shown.stdout).toMatch(
      /3 files .* free\nThe card is a folder: the space shown is that of its whole disk\.\n$/,
    );
    expect(shown.stdout).not.toContain('\x1b');

    const { files } = await clientJson<Listed>(['files', 'ls', 'G*'], { env });
    expect(files).toEqual([{ id: expect.any(Number), filename: 'Grüße & so #1.txt', size: 6, tags: [] }]);
    const got = await client(['files', 'get', '*.txt', '--to', 'back'], { env, cwd });
    expect(got.code).toBe(0);
    expect((await readdir(join(cwd, 'back'))).sort()).toEqual(['Grüße & so #1.txt', 'plain.txt']);
    expect(await readFile(join(cwd, 'back/Grüße & so #1.txt'), 'utf8')).toBe('grüß');
    const piped = await client(['files', 'get', String(files[0]?.id), '--to', '-'], { env });
    expect(piped).toMatchObject({ code: 0, stdout: 'grüß' });

    expect(await client(['files', 'rm', 'plain.txt'], { env })).toMatchObject({ code: 2, stdout: '' });
    await client(['files', 'rm', '--yes', `id:${files[0]?.id}`, 'plain.txt'], { env });
    expect(await names()).toEqual(['🎵+100%.mp3']);
    expect(await client(['files', 'rm', '--yes', 'plain.txt'], { env })).toMatchObject({
      code: 6,
      stdout: '',
    });
  });

  it('uploads folders and standard input', async () => {
    await write({ 'album/b.txt': 'b', 'album/a.txt': 'a', 'album/.hidden': 'h', 'album/more/c.txt': 'c' });
    const put = await clientJson<Put>(['files', 'put', 'album'], { env, cwd });
    expect(states(put)).toEqual([
      'uploaded album/a.txt',
      'uploaded album/b.txt',
      'uploaded album/more/c.txt',
    ]);
    await client(['simulate', 'tag', '0x04000000000009'], { env });
    await client(['tags', 'add', '--timeout', '20'], { env });
    const bound = await client(['tags', 'bind', '0x04000000000009', 'album/'], { env });
    expect(bound.stdout).toMatch(/folder album\n/);
    await client(['simulate', 'tag', '--take'], { env });
    await client(['files', 'get', 'album', '--to', 'back'], { env, cwd });
    expect(await readFile(join(cwd, 'back/album/more/c.txt'), 'utf8')).toBe('c');
    await write({ 'other/A.txt': '' });
    expect((await client(['files', 'put', 'other/A.txt', 'album/a.txt'], { env, cwd })).code).toBe(2);
    await client(['files', 'put', '-', '--name', 'stdin.bin'], { env, input: Buffer.from([0, 255, 10]) });
    expect(await station().card()).toMatchObject({ files: [{}, {}, {}, { filename: 'stdin.bin', size: 3 }] });
  });

  it('refuses files of a different size, or replaces them on request and keeps their tags', async () => {
    await write({ 'a.txt': 'first', 'b.txt': 'b' });
    await client(['files', 'put', 'a.txt'], { env, cwd });
    await client(['simulate', 'tag', '0x04000000000001'], { env });
    await client(['tags', 'add', '--bind', 'a.txt', '--timeout', '20'], { env });
    await write({ 'a.txt': 'second one' });
    const refused = await client(['files', 'put', 'a.txt', 'b.txt', '--json'], { env, cwd });
    expect(refused).toMatchObject({ code: 4, stderr: expect.stringContaining('--replace') });
    expect(states(JSON.parse(refused.stdout) as Put)).toEqual(['failed a.txt', 'uploaded b.txt']);
    expect(
      states(await clientJson<Put>(['files', 'put', '--replace', 'a.txt', 'b.txt'], { env, cwd })),
    ).toEqual(['replaced a.txt', 'skipped b.txt']);
    const { files } = await clientJson<Listed>(['files', 'ls', 'a.txt'], { env });
    expect(files).toMatchObject([{ size: 10, tags: ['0x04000000000001'] }]);
    const piped = ['files', 'put', '-', '--name', 'A.txt'];
    expect((await client(piped, { env, input: Buffer.from('third') })).code).toBe(4);
    expect((await client([...piped, '--replace'], { env, input: Buffer.from('third') })).stdout).toMatch(
      /replaced +a\.txt/,
    );
    expect((await clientJson<Listed>(['files', 'ls', 'a.txt'], { env })).files).toMatchObject([
      { size: 5, tags: ['0x04000000000001'] },
    ]);
  });

  it('resumes an upload that was interrupted with Ctrl+C', async () => {
    const content = Buffer.alloc(300_000, 7);
    await write({ 'one.bin': content, 'two.bin': content, 'three.bin': content });
    const line = await badLine(services.station, { up: 600_000, after: 'stall' });
    const args = ['files', 'put', 'one.bin', 'two.bin', 'three.bin'];
    const first = startClient(args, { env: { STATION_URL: line.url }, cwd });
    await expect.poll(() => line.sentBytes).toBeGreaterThan(600_000);
    first.signal('SIGINT');
    expect(await first.ended).toBe(130);
    expect(first.stdout).toContain('uploaded  one.bin');
    expect(first.stderr).toContain('1 file uploaded, 2 not sent. Run the same command again to continue.');
    expect(states(await clientJson<Put>(args, { env, cwd }))).toEqual([
      'skipped one.bin',
      'uploaded two.bin',
      'uploaded three.bin',
    ]);
  });

  it('resumes a large upload after a lost connection, in the same run and in the next', async () => {
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at * at));
    await write({ 'long.bin': content });
    const args = ['files', 'put', 'long.bin'];
    const stalled = await badLine(services.station, { up: 1_500_000, after: 'stall' });
    const first = startClient(args, { env: { STATION_URL: stalled.url }, cwd });
    await expect.poll(() => stalled.sentBytes).toBeGreaterThan(1_500_000);
    first.signal('SIGINT');
    expect(await first.ended).toBe(130);
    expect(await names()).toEqual([]);

    const again = await badLine(services.station, { after: 'cut' });
    const second = await client(args, { env: { STATION_URL: again.url }, cwd });
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining('uploaded  long.bin') });
    expect(again.sentBytes).toBeLessThan(2_000_000);
    const file = (await station().card()).files[0];
    expect(content.equals(Buffer.from(await (await station().content(file?.id ?? 0)).arrayBuffer()))).toBe(
      true,
    );
  });

  it('resumes a download after a lost connection', async () => {
    const content = Buffer.from(Array.from({ length: 2_000_000 }, (_, at) => at * at));
    await station().upload(content, { filename: 'long.bin' });
    const line = await badLine(services.station, { down: 1_200_000, after: 'cut' });
    const broken = await client(['files', 'get', 'long.bin'], { env: { STATION_URL: line.url }, cwd });
    expect(broken).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Run the same command again to continue'),
    });
    const [part = ''] = await readdir(cwd);
    expect(part).toMatch(/^\.long\.bin\.\d+-2000000\.part$/);
    const kept = (await readFile(join(cwd, part))).length;
    expect(kept).toBeGreaterThan(500_000);

    const whole = await badLine(services.station, { after: 'cut' });
    expect((await client(['files', 'get', 'long.bin'], { env: { STATION_URL: whole.url }, cwd })).code).toBe(
      0,
    );
    expect(await readdir(cwd)).toEqual(['long.bin']);
    expect(content.equals(await readFile(join(cwd, 'long.bin')))).toBe(true);
    expect(whole.receivedBytes).toBeLessThan(2_000_000 - kept + 10_000);
  });

  it('never overwrites files or writes outside the folder', async () => {
    await station().upload('on the card', { filename: 'a.txt' });
    await write({ 'a.txt': 'here' });
    expect(await client(['files', 'get', 'a.txt'], { env, cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--force'),
    });
    expect((await client(['files', 'get', 'a.txt', '--force'], { env, cwd })).code).toBe(0);
    expect(await readFile(join(cwd, 'a.txt'), 'utf8')).toBe('on the card');

    const evil = [{ id: 1, type: 'file', attributes: { filename: '../evil\x1b[2J', size: '0' } }];
    const server = createServer((_, answer) => {
      answer.setHeader('content-type', 'application/vnd.api+json');
      answer.end(JSON.stringify({ data: { size: '1', free: '1' }, included: evil }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await expect.poll(() => server.listening).toBe(true);
    const STATION_URL = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refused = await client(['files', 'get', '1'], { env: { STATION_URL }, cwd });
    expect(refused.code).toBe(1);
    expect(refused.stderr).not.toContain('\x1b');
    expect(existsSync(join(cwd, '../evil\x1b[2J'))).toBe(false);
  });

  it('shows progress in colour at a terminal, and asks before rm deletes', async () => {
    await write({ 'film.bin': Buffer.alloc(8_000_000) });
    const put = clientAtTerminal(['files', 'put', join(cwd, 'film.bin')], env);
    expect(await put.ended).toBe(0);
    expect(put.screen).toMatch(/\r\x1b\[2K[█░]{24} +\d+ % {2}film\.bin/);
    expect(put.screen).toContain('\x1b[32muploaded\x1b[0m  film.bin  8.0 MB');

    const kept = clientAtTerminal(['files', 'rm', 'film.bin'], env);
    await expect.poll(() => kept.screen).toContain('Delete “film.bin”? [y/N]');
    kept.type('\r');
    expect(await kept.ended).toBe(1);
    const stopped = clientAtTerminal(['files', 'rm', 'film.bin'], env);
    await expect.poll(() => stopped.screen).toContain('[y/N]');
    stopped.type('\x03');
    expect(await stopped.ended).toBe(130);
    expect(await names()).toEqual(['film.bin']);
    const gone = clientAtTerminal(['files', 'rm', 'film.bin'], { ...env, NO_COLOR: '1' });
    await expect.poll(() => gone.screen).toContain('[y/N]');
    gone.type('y\r');
    expect(await gone.ended).toBe(0);
    expect(await names()).toEqual([]);
  });
});
