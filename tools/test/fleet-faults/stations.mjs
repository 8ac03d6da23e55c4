// The stations of `../fleet-faults.mjs` and their collection. Each version has files of different
// sizes, so that a listing identifies the version on the card.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { untilReachable } from '../../lib/until.mjs';

export const collection = 'museum';
const filesOfVersion = 6;
const lookEveryMs = 100;

const filesOf = (number) =>
  Array.from({ length: filesOfVersion }, (_, at) => ({
    // With each version, one file changes its name and the others change their content.
    filename: at === 0 ? `only-${number}.mp3` : `${at}.mp3`,
    size: 60_000 * (at + 1) + number,
  }));

const contentsOf = (number) =>
  filesOf(number).map(({ filename, size }) => ({
    filename,
    bytes: Buffer.alloc(size, `${filename} of version ${number}; `),
  }));

const listed = (files) =>
  files
    .map(({ filename, size }) => `${filename} ${size}`)
    .sort()
    .join(', ');

/** Publishes versions of the collection and checks the cards continuously. */
export class Collections {
  #number = 0;
  #known = new Set();
  #isOver = false;
  #watching;
  problems = [];
  looks = 0;

  /** `withBroker` is the board's method, `api` the module `@stationery/fleet/collections`. */
  constructor({ stations, withBroker, api }) {
    this.stations = stations;
    this.withBroker = withBroker;
    this.api = api;
    this.#watching = Promise.all(stations.map((station) => this.#watch(station)));
  }

  async publish() {
    const number = ++this.#number;
    this.#known.add(listed(filesOf(number)));
    const contents = Object.fromEntries(contentsOf(number).map(({ filename, bytes }) => [filename, bytes]));
    const made = this.api.makeCollection({ nickname: 'Museum', contents });
    const work = async (connection) => {
      const { version } = await this.api.publishCollection(connection, { collection, ...made });
      await this.api.rollOut(connection, { collection, version, stage: 'all', force: true });
    };
    await untilReachable(() => this.withBroker(work));
  }

  async #watch({ id, url }) {
    let hasCarried = false;
    while (!this.#isOver) {
      await sleep(lookEveryMs);
      // Ignore errors, because the station may have just been killed.
      const seen = await listOf(url).catch(() => undefined);
      if (seen === undefined || (seen === '' && !hasCarried)) continue;
      hasCarried = true;
      this.looks++;
      if (!this.#known.has(seen)) this.problems.push(`${id} carries no version, but: ${seen}`);
    }
  }

  async isSettled() {
    const wanted = listed(filesOf(this.#number));
    const seen = await Promise.all(this.stations.map(({ url }) => listOf(url).catch(() => undefined)));
    return seen.every((each) => each === wanted);
  }

  get versions() {
    return this.#number;
  }

  end() {
    this.#isOver = true;
  }

  /** Stops the checks, and compares the cards byte by byte. */
  async close() {
    this.end();
    await this.#watching;
    if (!(await this.isSettled())) {
      this.problems.push('a station does not carry the last version');
      return;
    }
    for (const { id, card } of this.stations)
      for (const { filename, bytes } of contentsOf(this.#number))
        if (!bytes.equals(readFileSync(join(card, filename))))
          this.problems.push(`${id}: ${filename} is not as it was published`);
  }
}

/** Returns the list of files on the card, from a single response. */
async function listOf(url) {
  const answer = await fetch(`${url}/api/v1/sdcard`, { signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { included = [] } = await answer.json();
  return listed(included.map(({ attributes }) => attributes));
}
