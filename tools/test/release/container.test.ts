import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { needsMounts, needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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
 * Runs Podman where cgroups have several hierarchies, which crun refuses, and where limits must not
 * be raised.
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

describe.skipIf(missing.length > 0)(`container image ${missing.join(', ')}`, () => {
  let files: string[];
  let image: string;
  const buildah = (...words: string[]) =>
    execFileSync('buildah', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim();

  beforeAll(async () => {
    const out = await temporaryFolder(undefined, afterAll);
    const { debian } = packagesForTests();
    files = makeContainerImage({ out, version: versions.first, arch: thisArchitecture(), debian });
    image = buildah('pull', '--quiet', `oci-archive:${files[0]}`);
  }, 900_000);
  afterAll(() => {
    if (image !== undefined) buildah('rmi', '--force', image);
  });

  /** Runs the image's entry point. A chroot shares the network of this machine. */
  async function start(env: Record<string, string>, words: string[], data: Record<string, string> = {}) {
    const container = buildah('from', '--pull-never', image);
    onTestFinished(() => void buildah('rm', container));
    const folder = await temporaryFolder();
    for (const [name, content] of Object.entries(data))
      writeFileSync(join(folder, name), content, { mode: 0o600 });
    const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const options = ['--isolation', 'chroot', '--volume', `${folder}:/data`, ...settings];
    const { OCIv1 } = JSON.parse(buildah('inspect', container));
    const [entry] = OCIv1.config.Entrypoint;
    const running = spawn('buildah', ['run', ...options, container, '--', entry, ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    onTestFinished(async () => {
      if (running.exitCode !== null) return;
      running.kill('SIGTERM');
      await new Promise((resolve) => running.once('close', resolve));
    });
    const answer = async (url: string) => {
      const text = () => fetch(url).then((response) => (response.ok ? response.text() : ''));
      await expect.poll(() => text().catch(() => said), { timeout: 60_000 }).toMatch(/^\{/);
      return JSON.parse(await text());
    };
    return { folder, answer };
  }

  it('runs the plotter service as its own user', async () => {
    const port = String(await unusedPort());
    const { folder, answer } = await start({ PLOTTER_HTTP_PORT: port }, ['plotter']);
    expect(await answer(`http://127.0.0.1:${port}/api/plotter/health`)).toMatchObject({});
    const owner = execFileSync('find', [join(folder, 'plotter'), '-maxdepth', '0', '-printf', '%U']);
    expect(Number(owner)).toBeGreaterThan(0);
  });

  it('runs the board with its NATS server', async () => {
    const [port, nats, secure] = [await unusedPort(), await unusedPort(), await unusedPort()].map(String);
    const env = { BOARD_HTTP_PORT: port!, BOARD_NATS_PORT: nats!, BOARD_HTTPS_PORT: secure! };
    const { answer } = await start(env, ['fleet', 'up']);
    await expect
      .poll(() => answer(`http://127.0.0.1:${port}/api/fleet/status`))
      .toMatchObject({ broker: { state: 'connected' } });
  });

  it('runs the services of the Compose file in Podman', async () => {
    const compose = (...words: string[]) =>
      execFileSync('docker-compose', ['--file', files[1]!, 'config', ...words], { encoding: 'utf8' });
    expect(compose('--services').trim().split('\n').toSorted()).toEqual(['board', 'plotter', 'station']);
    const [station, plotter, board, nats, secure, otherSecure] = await Promise.all(
      Array.from({ length: 6 }, async () => String(await unusedPort())),
    );
    const runs = {
      station: [{ STATION_HTTP_PORT: station, STATION_HTTPS_PORT: secure }, ['station']],
      plotter: [{ PLOTTER_HTTP_PORT: plotter }, ['plotter']],
      board: [
        { BOARD_HTTP_PORT: board, BOARD_HTTPS_PORT: otherSecure, BOARD_NATS_PORT: nats },
        ['fleet', 'up', '--nats-host', '0.0.0.0'],
      ],
    } as const;
    for (const [service, [env, words]] of Object.entries(runs)) {
      const name = `stationery-test-${process.pid}-${service}`;
      const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
      const options = ['--detach', '--name', name, ...settings, '--volume', `${name}:/data`];
      onTestFinished(() => {
        execFileSync('podman', ['rm', '--force', '--time', '5', name], { stdio: 'ignore' });
        execFileSync('podman', ['volume', 'rm', name], { stdio: 'ignore' });
      });
      const inside = ['--mount', 'sh', '-c', podmanRun, 'sh', ...options, image, ...words];
      execFileSync('unshare', inside, { stdio: ['ignore', 'ignore', 2] });
    }
    const status = (port = '', path = '') =>
      fetch(`http://127.0.0.1:${port}${path}`)
        .then((answer) => answer.status)
        .catch(() => undefined);
    await expect.poll(() => status(station, '/api/v1/settings'), { timeout: 60_000 }).toBe(200);
    await expect.poll(() => status(plotter, '/api/plotter/health'), { timeout: 60_000 }).toBe(200);
    await expect.poll(() => status(board, '/api/fleet/status'), { timeout: 60_000 }).toBe(200);
  });

  it('is loaded and started by Docker in two steps, and keeps its data', async () => {
    const { run, inNetwork } = await startDocker();
    const folder = await temporaryFolder();
    copyFileSync(files[1]!, join(folder, 'compose.yaml'));
    const compose = (...words: string[]) => run('docker-compose', words, folder);
    const get = (port: number, path: string) => {
      const answer = () => inNetwork('curl', '--silent', '--fail', `http://127.0.0.1:${port}${path}`);
      return expect.poll(() => attempt(answer), { timeout: 60_000 });
    };
    expect(run('docker', ['load', '--input', files[0]!])).toContain(`stationery:${versions.first}`);
    compose('up', '--detach');
    await get(8080, '/').toContain('<html');
    await get(3000, '/').toContain('<html');
    await get(3200, '/api/fleet/status').toContain('"connected"');
    expect(compose('logs')).not.toMatch(/"level":[45]0/);
    const data = { type: 'setting', id: 'nickname', attributes: { nickname: 'Harbour' } };
    const patch = ['--request', 'PATCH', '--header', 'content-type: application/json'];
    const body = ['--data', JSON.stringify({ data })];
    inNetwork('curl', '--silent', '--fail', ...patch, ...body, 'http://127.0.0.1:8080/api/v1/settings');
    compose('down');
    compose('up', '--detach');
    await get(8080, '/api/v1/settings').toContain('Harbour');
  });

  it('is an add-on of Home Assistant, with the MQTT broker of the supervisor', async () => {
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
    const { answer } = await start(env, [], { 'options.json': options });
    await answer(`http://127.0.0.1:${port}/api/plotter/health`);
    await expect.poll(() => Buffer.concat(received).toString('latin1')).toContain('broker password');
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
