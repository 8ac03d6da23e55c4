import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { needsMounts, needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { thisArchitecture } from '../../release/package/architectures.mjs';
import { makeContainerImage } from '../../release/package/container.mjs';
import { packagesForTests, versions } from '../packages/for-tests.mjs';
import { startDocker } from './docker.ts';

const programs = [
  needsProgram('buildah', 'buildah'),
  needsProgram('podman', 'podman'),
  needsProgram('docker-compose', 'docker-compose'),
  needsProgram('dockerd', 'docker.io'),
  needsProgram('docker', 'docker.io'),
  needsProgram('curl', 'curl'),
  needsProgram('mmdebstrap', 'mmdebstrap'),
  needsMounts(),
];
const missing = programs.filter(({ run }) => !run).map(({ label }) => label);

/**
 * Lets Podman run on machines where cgroups have several hierarchies,
 * which crun refuses, and where limits must not be raised.
 */
const podmanRun = `umount -R /sys/fs/cgroup
mount -t cgroup2 none /sys/fs/cgroup || mount -t tmpfs none /sys/fs/cgroup
exec podman --runtime crun run --network host --cgroups disabled --ulimit nofile=1024:1024 --ulimit nproc=4096:4096 "$@"`;

function attempt(read: () => string): string {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

describe.skipIf(missing.length > 0)(`the container image ${missing.join(', ')}`, () => {
  let files: string[];
  let image: string;
  const podman = (...words: string[]) =>
    execFileSync('podman', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });

  beforeAll(async () => {
    const out = await temporaryFolder(undefined, afterAll);
    const { debian } = packagesForTests();
    files = makeContainerImage({ out, version: versions.first, arch: thisArchitecture(), debian });
    image = podman('pull', '--quiet', `oci-archive:${files[0]}`).trim();
  }, 900_000);
  afterAll(() => {
    if (image !== undefined) podman('rmi', '--force', image);
  });

  /** Runs the image in Podman. Its services listen on free ports of this machine. */
  async function start(env: Record<string, string>, words: string[], data: Record<string, string> = {}) {
    const name = `stationery-test-${randomUUID()}`;
    const folder = await temporaryFolder();
    for (const [file, content] of Object.entries(data))
      writeFileSync(join(folder, file), content, { mode: 0o600 });
    const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
    const options = ['--detach', '--name', name, '--volume', `${folder}:/data`, ...settings];
    onTestFinished(() => void podman('rm', '--force', '--time', '5', name));
    execFileSync('unshare', ['--mount', 'sh', '-c', podmanRun, 'sh', ...options, image, ...words], {
      stdio: ['ignore', 'ignore', 2],
    });
    const answer = async (url: string) => {
      const text = () => fetch(url).then((response) => (response.ok ? response.text() : ''));
      const orLog = () => text().catch(() => `no answer: ${podman('logs', name)}`);
      await expect.poll(orLog, { timeout: 60_000 }).toMatch(/^\{/);
      return JSON.parse(await text());
    };
    /** Returns the exit code: 137 if it ignores SIGTERM. */
    const stop = () => {
      podman('stop', '--time', '100', name);
      return podman('wait', name).trim();
    };
    const pid = podman('inspect', '--format', '{{.State.Pid}}', name).trim();
    return { folder, pid, answer, stop };
  }

  it('runs the station, and ends after SIGTERM', async () => {
    const [port, secure] = [await unusedPort(), await unusedPort()].map(String);
    const env = { STATION_HTTP_PORT: port!, STATION_HTTPS_PORT: secure! };
    const { answer, stop } = await start(env, ['station']);
    await answer(`http://127.0.0.1:${port}/api/v1/settings`);
    expect(stop()).toBe('0');
  });

  it('runs the plotter service as its own user, and ends after SIGTERM', async () => {
    const port = String(await unusedPort());
    const { folder, answer, stop } = await start({ PLOTTER_HTTP_PORT: port }, ['plotter']);
    await answer(`http://127.0.0.1:${port}/api/plotter/health`);
    expect(lstatSync(join(folder, 'plotter')).uid).toBeGreaterThan(0);
    expect(stop()).toBe('0');
  });

  it('runs the board with its NATS server, and ends after SIGTERM', async () => {
    const [port, nats, secure] = [await unusedPort(), await unusedPort(), await unusedPort()].map(String);
    const env = {
      BOARD_HTTP_PORT: port!,
      BOARD_NATS_PORT: nats!,
      BOARD_HTTPS_PORT: secure!,
      // Compose passes a space if there is no token; the board then asks for none.
      BOARD_TOKEN: ' ',
    };
    const { answer, stop } = await start(env, ['fleet', 'up', '--nats-host', '0.0.0.0']);
    await expect
      .poll(() => answer(`http://127.0.0.1:${port}/api/fleet/status`))
      .toMatchObject({ broker: { state: 'connected' } });
    expect(stop()).toBe('0');
  });

  it('is loaded and started by Docker in two steps, and keeps its data', async () => {
    const { run, inNetwork } = await startDocker();
    const folder = await temporaryFolder();
    copyFileSync(files[1]!, join(folder, 'compose.yaml'));
    const compose = (...words: string[]) => run('docker-compose', words, folder);
    expect(compose('config', '--services').trim().split('\n').toSorted()).toEqual([
      ...['board', 'plotter', 'station'],
    ]);
    const get = (port: number, path: string, ...more: string[]) => {
      const answer = () =>
        inNetwork('curl', '--silent', '--fail', ...more, `http://127.0.0.1:${port}${path}`);
      return expect.poll(() => attempt(answer), { timeout: 60_000 });
    };
    expect(run('docker', ['load', '--input', files[0]!])).toContain(`stationery:${versions.first}`);
    compose('up', '--detach');
    await get(8080, '/').toContain('<html');
    await get(3000, '/').toContain('<html');
    await get(3200, '/api/fleet/status').toContain('"connected"');
    const secure = (port: number) =>
      inNetwork('curl', '--silent', '--insecure', `https://127.0.0.1:${port}/`);
    expect([8443, 3243].map(secure)).toEqual(Array(2).fill(expect.stringContaining('<html')));
    expect(compose('logs')).not.toMatch(/"level":[45]0/);
    const data = { type: 'setting', id: 'nickname', attributes: { nickname: 'Harbour' } };
    const patch = ['--request', 'PATCH', '--header', 'content-type: application/json'];
    const body = ['--data', JSON.stringify({ data })];
    inNetwork('curl', '--silent', '--fail', ...patch, ...body, 'http://127.0.0.1:8080/api/v1/settings');
    compose('down');
    vi.stubEnv('TOKEN', 'sesame');
    compose('up', '--detach');
    vi.unstubAllEnvs();
    await get(8080, '/api/v1/settings', '--header', 'authorization: Bearer sesame').toContain('Harbour');
    const withStatus = ['--no-fail', '--write-out', '%{http_code}'];
    await get(8080, '/api/v1/settings', ...withStatus).toContain('401');
    await get(3000, '/api/plotter/status', ...withStatus).toContain('401');
    await get(3200, '/api/fleet/status', ...withStatus).toContain('401');
  });

  it('is an add-on of Home Assistant that uses the MQTT broker of the supervisor', async () => {
    const received: Buffer[] = [];
    const broker = createTcpServer((socket) => socket.on('data', (bytes) => received.push(bytes)));
    const supervisor = createServer(({ url, headers }, reply) => {
      const isAllowed = url === '/services/mqtt' && headers.authorization === 'Bearer a token';
      const { port } = broker.address() as AddressInfo;
      const data = { host: '127.0.0.1', port, ssl: false, username: 'addons', password: 'broker password' };
      reply.writeHead(isAllowed ? 200 : 401).end(JSON.stringify({ result: 'ok', data }));
    });
    for (const server of [broker, supervisor]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
    }
    const port = String(await unusedPort());
    const url = `http://127.0.0.1:${(supervisor.address() as AddressInfo).port}`;
    const env = { SUPERVISOR_TOKEN: 'a token', SUPERVISOR_URL: url, INGRESS_PORT: port };
    const options = JSON.stringify({ service: 'plotter', serial_path: 'sim:', reader: 'sim:' });
    const { pid, answer, stop } = await start(env, [], { 'options.json': options });
    await answer(`http://127.0.0.1:${port}/api/plotter/health`);
    await expect.poll(() => Buffer.concat(received).toString('latin1')).toContain('broker password');
    // The service itself is the first process of the container, so no parent can leave it behind.
    expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('');
    expect(stop()).toBe('0');
  });

  it('refuses to run without the token that Compose should have passed', () => {
    const words = ['--env', `STATION_TOKEN=\${TOKEN:-}`, image, 'station'];
    const { status, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', podmanRun, 'sh', ...words], {
      encoding: 'utf8',
    });
    expect(stderr).toContain('Compose has not replaced the variable in STATION_TOKEN');
    expect(status).toBe(2);
  });

  it('comes with a Compose file and an add-on configuration of its version', () => {
    const [, compose = '', addOn = ''] = files.map((file, index) =>
      index > 0 ? readFileSync(file, 'utf8') : '',
    );
    expect(compose).toContain(`image: stationery:${versions.first}`);
    expect(addOn).toContain(`version: "${versions.first}"`);
    // Home Assistant requires a registry, an owner and a name.
    expect(addOn).toMatch(/^image: "[\w.]+\/[\w-]+\/\{arch\}-\w+"$/m);
  });
});

const podmanCompose = needsProgram('podman-compose', 'podman-compose');

describe.skipIf(!podmanCompose.run)(`podman-compose ${podmanCompose.label}`, () => {
  it('passes the access token, and does not pass any other variable unexpanded', async () => {
    const folder = await temporaryFolder();
    const template = join(import.meta.dirname, '../../release/package/container/compose.yaml');
    copyFileSync(template, join(folder, 'compose.yaml'));
    // Pretends to be Podman and records its arguments.
    const podman = join(folder, 'podman');
    writeFileSync(podman, `#!/bin/sh\necho "$@" >> ${join(folder, 'calls')}\necho podman version 4.3.1\n`);
    chmodSync(podman, 0o755);
    const env = { ...process.env, TOKEN: 'sesame' };
    execFileSync('podman-compose', ['--podman-path', podman, 'up', '--detach'], {
      cwd: folder,
      env,
      stdio: 'pipe',
    });
    const calls = readFileSync(join(folder, 'calls'), 'utf8');
    expect(calls).not.toContain('${');
    for (const service of ['STATION', 'PLOTTER', 'BOARD'])
      expect(calls).toContain(`-e ${service}_TOKEN=sesame `);
  });
});
