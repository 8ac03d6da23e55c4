// The fleet of `../fleet-faults.mjs`: a real broker, a board, plotters with simulated machines, and
// stations. Each runs in a separate process, with its own disk and network cable if permitted.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unusedPort } from '../../../packages/core/dist/testing/unused-port.js';
import { bundleDevice } from '../../../packages/fleet/test/support/bundle-device.mjs';
import { mayMount, mountSmall, pullOutAll } from '../../lib/disks.mjs';
import { until } from '../../lib/until.mjs';
import { makeNetwork } from './network.mjs';
import { Collections, collection } from './stations.mjs';

const root = join(import.meta.dirname, '../../..');
const plotterNames = ['one', 'two', 'three'];
const dayMs = 86_400_000;
const diskBytes = 8 * 1024 * 1024;
const load = (name) => import(pathToFileURL(join(root, `packages/${name}`)).href);

export class FaultyFleet {
  machines = [];
  stations = [];
  #children = new Set();
  #folder = mkdtempSync(join(tmpdir(), 'stationery-fleet-'));

  constructor({ random, stationCount, natsServer }) {
    this.random = random;
    this.stationCount = stationCount;
    this.natsServer = natsServer;
  }

  async start() {
    const { silentLogger, systemClock } = await load('core/dist/index.js');
    const { serveSimulator, VirtualPlotter } = await load('plotter/dist/index.js');
    const { Fleet } = await load('fleet/dist/board/index.js');
    const { accepts, spawnDependent } = await load('fleet/dist/board/nats-process.js');
    this.parts = { Fleet, accepts, spawnDependent, clock: systemClock, log: silentLogger };
    this.deviceProgram = await bundleDevice();
    this.port = await unusedPort();
    const stationNames = Array.from({ length: this.stationCount }, (_, at) => `station-${at + 1}`);
    this.network = makeNetwork(['board', ...plotterNames, ...stationNames], this.port);
    await this.startBroker();
    await this.startBoard();
    for (const id of plotterNames) {
      const machine = new VirtualPlotter({ speedFactor: 100, bootMs: 0 });
      const served = await serveSimulator({ plotter: machine, port: 0 });
      const home = join(this.#folder, id);
      makeDisk(home);
      const startDevice = () =>
        this.#startService({ id, folder: home, machine: `tcp:127.0.0.1:${served.port}` });
      this.machines.push({ id, machine, served, home, startDevice, child: startDevice() });
    }
    for (const id of stationNames) {
      const home = join(this.#folder, id);
      const card = join(home, 'card');
      makeDisk(card);
      const httpPort = await unusedPort();
      const startDevice = () => this.#startService({ id, folder: home, collection, httpPort });
      const url = `http://127.0.0.1:${httpPort}`;
      this.stations.push({ id, url, card, startDevice, child: startDevice() });
    }
    const api = await load('fleet/dist/collections/index.js');
    const withBroker = (work) => this.board.withBroker(work);
    this.collections = new Collections({ stations: this.stations, withBroker, api });
    await this.collections.publish();
  }

  async startBroker() {
    const host = this.network === undefined ? '127.0.0.1' : '0.0.0.0';
    const store = join(this.#folder, 'js');
    const args = ['-js', '-a', host, '-p', `${this.port}`, '-sd', store, '-l', '/dev/null'];
    const [program, ...rest] = [...(this.network?.inside ?? []), this.natsServer, ...args];
    this.broker = this.#spawn(program, rest);
    await until('the broker answers', () => this.parts.accepts(this.port, this.#addressFor('board')));
  }

  async startBoard() {
    const { Fleet, clock, log } = this.parts;
    const server = `${this.#addressFor('board')}:${this.port}`;
    this.board = new Fleet({ config: { server, isTls: false }, clock, log, offerWithinMs: 3_000 });
    await this.board.start();
  }

  async kill(child) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Describes stuck jobs, with the orders and reports of their plotters. */
  async describe(ids) {
    const consumers = await this.board
      .withBroker(async ({ manager }) => {
        const { consumers } = await manager();
        const found = [];
        for (const stream of ['FLEET_ORDERS', 'FLEET_REPORTS'])
          for await (const each of consumers.list(stream))
            found.push(
              `${each.name}: ${each.num_pending} left, ${each.num_ack_pending} sent, ${each.num_waiting} requests`,
            );
        return found;
      })
      .catch((error) => [error.message]);
    const devices = this.board.devices().map(({ id, isOnline, state }) => ({
      id,
      isOnline,
      isFree: state.plotter?.isFree,
      whyNotFree: state.plotter?.whyNotFree,
    }));
    const jobs = ids.map((id) => this.board.job(id));
    const ended = [...this.machines, ...this.stations].filter(({ child }) => child.exitCode !== null);
    return JSON.stringify({ jobs, devices, consumers, ended: ended.map(({ id }) => id) });
  }

  async end() {
    this.broker?.kill('SIGCONT');
    this.collections?.end();
    await this.board?.stop();
    await Promise.all([...this.#children].map((child) => this.kill(child)));
    for (const { machine, served } of this.machines) {
      await served.close();
      await machine.close();
    }
    pullOutAll(this.#folder);
    this.network?.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #addressFor(name) {
    return this.network?.address(name) ?? '127.0.0.1';
  }

  #startService(options) {
    // Set the clock of each device wrong by up to a day, and by a different time after each restart.
    const clockAheadMs = Math.round((this.random() - 0.5) * 2 * dayMs);
    const server = `${this.#addressFor(options.id)}:${this.port}`;
    const env = { DEVICES: JSON.stringify([{ ...options, server, clockAheadMs }]) };
    return this.#spawn(process.execPath, [this.deviceProgram], env);
  }

  #spawn(program, args, env = {}) {
    const child = this.parts.spawnDependent(program, args, {
      env: { ...process.env, ...env },
      stderr: 'inherit',
    });
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

function makeDisk(path) {
  if (mayMount) mountSmall(path, diskBytes);
  else mkdirSync(path, { recursive: true });
}
