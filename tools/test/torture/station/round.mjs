import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../../packages/core/dist/testing/random.js';
import { fill, makeRoom, mayMount, mountAt, mountSmall, pullOut } from '../../../lib/disks.mjs';
import { Program } from '../../../lib/service.mjs';
import { checkStation } from './check.mjs';
import { StationClient } from './client.mjs';

const MiB = 1024 * 1024;
const clientCount = 3;

/** A round with a station and clients that record acknowledgements. */
export class StationRound {
  service = 'station';
  mayChangeIds = false;
  #owners = new Map();

  constructor({ folder, random, stats }) {
    this.random = random;
    this.stats = stats;
    this.dataDir = join(folder, 'data');
    this.cardDir = join(folder, 'card');
    this.cardDisk = mayMount ? join(folder, 'card-disk') : this.cardDir;
    if (mayMount) {
      mountSmall(this.dataDir, 12 * MiB);
      mountSmall(this.cardDisk, 24 * MiB);
      mountAt(this.cardDisk, this.cardDir);
    } else mkdirSync(this.cardDir, { recursive: true });
    this.clients = Array.from(
      { length: clientCount },
      (_, at) => new StationClient(at, new Random(random.below(2 ** 32)), stats),
    );
  }

  get env() {
    return {
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      STATION_LOG_LEVEL: 'error',
      STATION_DATA_DIR: this.dataDir,
      STATION_CARD_DIR: this.cardDir,
      STATION_READER: 'sim:',
    };
  }

  get url() {
    return this.program.url;
  }

  async begin() {
    await this.start();
    for (const client of this.clients) await client.addTag(this.url);
  }

  async start() {
    this.stats.starts++;
    this.program = await new Program(['station'], this.env).listening();
  }

  startBlindly() {
    this.program = new Program(['station'], this.env);
  }

  async work(options) {
    const works = this.clients.map((client) => client.work(this.url, options));
    await Promise.allSettled(works);
    await Promise.all(works);
  }

  /** Checks that exactly the acknowledged changes exist. */
  async check() {
    if (this.program.hasEnded) await this.start();
    await checkStation({
      url: this.url,
      cardDir: this.cardDir,
      clients: this.clients,
      owners: this.#owners,
      mayChangeIds: this.mayChangeIds,
    });
  }

  fillCard = () => fill(this.cardDisk);
  freeCard = () => makeRoom(this.cardDisk);
  fillData = () => fill(this.dataDir);
  freeData = () => makeRoom(this.dataDir);
  pullCard = () => pullOut(this.cardDir);
  putCard = () => mountAt(this.cardDisk, this.cardDir);

  async end() {
    const { code } = await this.program.end('SIGTERM');
    assert.equal(code, 0, `the station ended with ${code} when it was asked to stop`);
  }
}
